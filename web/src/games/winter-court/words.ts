import { capital, listed } from '../../words/grammar'
import { ROYALS, type Card, type Member } from './view'

const SUITS: Record<string, string> = {
  La: 'Lands',
  Mi: 'Might',
  We: 'Wealth',
  Kn: 'Knowledge',
  De: 'Devotion',
  Wi: 'Wit',
}
const suitName = (suit: string): string => SUITS[suit] ?? suit
const plainCard = (card: Card): string => `${card.suit_name} ${card.rank}`
const cardName = (card: Card): string => plainCard(card) + (card.boost ? ', can be a boost' : '')
const cards = (n: number): string => (n === 1 ? '1 card' : `${n} cards`)

/** What the table of Winter Court says. */
export const text = {
  thing: (kind: string, name: string): string | undefined => {
    const said: Record<string, string> = { power: `The power of the ${capital(name)}`, drawn: `Discard ${name}`, old: `${name} from the discard pile` }
    return said[kind]
  },
  suitName,
  court: 'The court',
  status: 'Status',
  royals: (letters: string[]): string => (letters.length ? `Royals: ${listed(letters)}` : 'No royals'),
  /** One of these royals is all that is missing. */
  winsWith: (letters: string[]): string => (letters.length === 1 ? `wins with ${letters[0] ?? ''}` : 'one royal to win'),
  cards,
  known: (known: string[]): string => `${listed(known)} known`,
  card: cardName,
  discards: 'Discards',
  discarded: (n: number): string => `Discard pile (${n})`,
  noDiscard: 'The discard pile is empty.',
  member: (member: Member, controller: string | null): string => {
    const suits = listed(member.suits.map(suitName))
    const lies = member.influence ? `${member.influence.rank} lies there` : 'no influence there'
    const who = controller === null ? 'unclaimed' : `with ${controller}`
    return `${member.letter}, ${member.name}, status ${member.status}, swayed by ${suits}, ${who}, ${lies}`
  },
  pawn: (letter: string, name: string | null): string => `Pawn of ${letter}: ${name === null ? 'unclaimed' : `with ${name}`}`,
  influence: (name: string, member: string, lying: Card[], rank: number): string =>
    `${name} on ${member}: ${listed(lying.map(cardName))}, together ${rank}`,

  claims: 'claims it',
  beats: (total: number, lies: number): string => `${total} beats ${lies}`,
  needs: (more: number): string => `needs ${more} more`,
  orFool: (needs: string): string => `${needs}, or Fool`,
  isShort: (total: number, lies: number): string => `${total} against ${lies}`,
  isBelow: (total: number, lies: number): string => `${total} below ${lies}`,
  clears: (rank: number): string => `clear ${rank}`,
  comesToYou: 'The pawn comes to you.',
  toTheTile: 'The pawn moves to the tile.',
  staysWithYou: 'The pawn stays with you.',
  rises: (before: number, after: number): string => `You rise from ${before} to ${after}.`,
  falls: (name: string, before: number, after: number): string => `${name} falls from ${before} to ${after}.`,
  stays: (rank: number): string => `${rank} stays in place.`,
  liesInstead: (stays: number, before: number): string => `${stays} lies there instead of ${before}.`,

  sheet: (member: Member): string => `${member.name}, ${member.letter}`,
  onMember: (card: Card, member: Member): string => `${plainCard(card)} on the ${member.name}`,
  close: 'Close',
  swayedBy: (member: Member): string => `Swayed by ${listed(member.suits.map(suitName), 'or')}.`,
  royal: (toWin: number): string => `A royal: no power. ${toWin === ROYALS ? 'All four' : `Any ${toWin}`} of them win at once.`,
  power: (said: string): string => `Return its pawn to ${said}.`,
  unclaimed: 'Nobody controls it.',
  controlledBy: (name: string): string => `${name} has the pawn.`,
  nothingLies: 'No card lies there.',
  lies: (name: string, lying: Card[], rank: number): string =>
    `${name}: ${listed(lying.map(plainCard))}${lying.length > 1 ? `, together ${rank}` : ''}.`,
  canPlay: (some: Card[]): string => `From your hand: ${listed(some.map(plainCard))}.`,
  cannotPlay: 'No card of your hand can be played on it.',
  use: (label: string): string => `Use it: ${label}`,
  addToPlay: 'Add to the play',
  boost: (card: string): string => `Boost with ${card}`,
  boostSum: (total: number, rank: number): string => `${total} + ${rank} = ${total + rank}, then discarded`,
  adds: (power: string, card: string): string => `${capital(power)}: add ${card}`,
  addSum: (power: string, stays: number): string => `Returns the ${capital(power)}; ${stays} stays in place`,
  fool: 'Fool: go lower',
  foolSum: 'Returns the Fool; the lower rank wins',
  drawn: 'Discard one, keep the other',
  drop: (card: Card): string => `Discard ${cardName(card)}`,
  takeOld: 'Take a card from the discard pile',

  pile: (n: number): string => `Draw pile: ${cards(n)} left`,
  left: 'left',
  pass: (draws: number): [string, string] => ['Pass,', `draw ${draws}`],
  draw: (draws: number): [string, string] => ['Draw', draws ? String(draws) : 'none'],

  missing: {
    start: 'Choose a card, or pass',
    member: 'Choose a member',
    tap: (names: string[]): string => `Tap the ${listed(names, 'or')}`,
    card: 'Choose a card',
    more: (n: number): string => `Add ${n} or more`,
    draw: 'Draw, or end the turn',
    keep: 'Choose what to discard',
    clear: 'Choose a member to clear',
    old: 'Choose a discard to take',
    power: 'Choose a card to add',
  },
}
