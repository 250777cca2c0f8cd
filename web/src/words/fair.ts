/** What a check of the shuffle says, in English. It loads with the check. */
import { counted } from './grammar'

export const fair = {
  headline: {
    fair: 'The shuffle is fair: your own random number is part of it, and every card follows from it.',
    consistent: 'The record of this shuffle holds, but this browser has no receipt to compare it with.',
    old: 'This game was shuffled by an older version, which proves less. What it promised holds.',
    forged: 'This shuffle is FORGED. Do not trust this game.',
  },
  unproven: 'The shuffle is fair as far as this browser can check: your own random number is part of it.',
  pile: (pile: string, names: readonly string[]): string => {
    const [kind, number] = pile.split(':')
    const name = names[Number(number)] ?? ''
    if (kind === 'hand') return `${name}’s hand`
    if (kind === 'role') return `${name}’s role`
    return kind === 'drawn' ? `the cards that ${name} drew` : 'the cards on the table'
  },
  right: {
    commitmentSeen: 'The commitment is the one that this browser saw before the first card.',
    myEntropy: 'Your own random number, which this browser kept, is part of the shuffle.',
    shares: 'The pledges of all players are the ones that this browser saw before it revealed yours.',
    people: (people: number, bots: number): string =>
      `${people === 1 ? 'The only person' : `Each of the ${people} people`} revealed exactly what they had pledged${bots ? ', and no bot added anything' : ''}.`,
    commitment: 'The server’s secret and the deck are the ones that it committed to.',
    cards: (steps: number): string => `This browser dealt the whole game again: all cards in all ${counted(steps, 'step')} follow from the seed.`,
    seen: 'They are the cards that this browser saw during the game.',
  },
  wrong: {
    missing: 'The server does not reveal how the cards were dealt.',
    damaged: 'The fairness record is damaged.',
    length: (what: string, found: number, players: number): string => `The game has ${counted(players, 'seat')}, but the record has ${what} for ${found}.`,
    otherMatch: 'The record belongs to another match.',
    attempt: (mine: number, found: number): string => `You took part in attempt ${mine} of the shuffle, but the record is about attempt ${found}.`,
    commitmentSeen: 'The commitment is NOT the one that this browser saw before the first card.',
    neverRevealed: 'The cards were dealt although this browser never revealed your random number.',
    shares: 'The pledges are NOT the ones that this browser saw before it revealed yours.',
    myEntropy: 'Your random number was REPLACED: the record has another one for your seat.',
    bot: (name: string): string => `The record has a random number for ${name}, a bot: the server can choose it to get the cards it wants.`,
    noEntropy: (name: string): string => `The random number of ${name} is missing.`,
    share: (name: string): string => `The random number of ${name} is not the one that was pledged.`,
    deck: 'The deck is not the one that the server committed to.',
    commitment: 'The server did not commit to this secret: its SHA-256 is not the commitment.',
    savedSeed: 'The saved game was not dealt from the secret and the players’ random numbers.',
    setUp: 'The saved game has other players or options than this table.',
    moves: 'The moves of the saved game are not those of the replay.',
    replay: 'The replay is damaged: the game cannot be followed in it.',
    card: (pile: string, step: number, expected: string, found: string): string =>
      `Step ${step}: the replay shows other cards than were dealt. The seed gives ${pile}: ${expected || 'nothing'}. The replay has: ${found || 'nothing'}.`,
    seen: (pile: string, step: number, expected: string, found: string): string =>
      `Step ${step}: this browser saw other cards than the record deals. The seed gives ${pile}: ${expected || 'nothing'}. You saw: ${found || 'nothing'}.`,
    shorter: 'The replay is shorter than the game that this browser saw.',
    older: 'You took part in a shuffle of the current version, but the record is of an older one.',
  },
  attempts: (attempt: number): string => `The shuffle was started over ${attempt === 2 ? 'once' : `${attempt - 1} times`} before the cards were dealt.`,
  noCommitment: 'This browser did not see the commitment before the game.',
  noReceipt: 'Only the browser that a player was ready in has their receipt. It can prove that their random number was used.',
  onlyBots: 'All seats are bots, so nobody added a random number: the server alone chose the cards.',
  noDealer: 'This browser cannot deal this game by itself. To check its cards, save the game and run: weatherdeck verify FILE',
  otherRules:
    'This game was played by another version of the rules, which this browser cannot deal. To check its cards, save the game and run: weatherdeck verify FILE',
  unreadableDeck: 'This browser cannot read the deck of this table. To check the cards, save the game and run: weatherdeck verify FILE',
  old: 'This version cannot prove that the cards were not chosen: it does not show whose random numbers were used, so the server may have invented or replaced them.',
}
