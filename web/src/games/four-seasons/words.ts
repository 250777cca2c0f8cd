import { capital, counted, listed } from '../../words/grammar'
import type { Guess } from './notes.svelte'
import type { Card, FourSeasonsView, Goal, Needs, Role, Season, Seat } from './view'

const cardName = (card: Card): string => `${capital(card.suit)} ${card.number}`
const TOKEN_DOES: Record<Season, string> = {
  autumn: 'discard a card',
  winter: 'skip this trick',
  spring: 'take a card of the Pit',
  summer: 'take a card of the trick',
}
const CHOOSE: Partial<Record<Season, string>> = {
  autumn: 'Choose a card to discard',
  spring: 'Choose a card of the Pit',
  summer: 'Choose a card of the trick',
}

/** How far ahead "the most" must be, where it is not simply more than anyone else. */
const by = (lead: number): string => (lead === 0 ? ' or a tie' : lead === 1 ? '' : ` by ${lead}`)

const fewTricks = (most: number | null): string =>
  most === null ? '' : most === 0 ? ', or no trick' : `, or at most ${counted(most, 'trick')}`

/** What the table of 4 Seasons says. */
export const text = {
  card: cardName,
  thing: (kind: string, name: string): string | undefined => {
    const said: Record<string, string> = {
      token: `The ${capital(name)} token`,
      drop: `Discard ${name}`,
      pit: `${name} in the Pit`,
      trick: `${name} in the trick`,
    }
    return said[kind]
  },
  /** On the main button, while a token waits for the card that it is used on. */
  missing: (token: Season | undefined): string | undefined => token && CHOOSE[token],
  pit: 'The Pit',
  emptyPit: 'empty',
  inPit: (card: Card): string => `${cardName(card)} in the Pit`,
  discard: (card: Card): string => `Discard ${cardName(card)}`,
  played: (name: string, card: Card, isWinning: boolean): string =>
    `${name}: ${cardName(card)}${isWinning ? ', winning' : ''}`,
  token: (season: string): string => `The ${capital(season)} token`,
  trick: 'The trick',
  inOrder: 'in order of play',
  winning: 'winning',
  led: 'led',
  suitLed: (suit: string): string => `${capital(suit)} led`,
  ledBy: (name: string): string => `by ${name}`,
  trumps: 'Wild trumps',
  nothingLed: 'Nothing led yet',
  skips: 'skips',
  noCard: 'no card',
  leads: 'leads',
  you: 'you',
  now: 'now',
  beats: (mine: Card, theirs: Card | null): string =>
    !theirs ? 'leads' : theirs.suit === mine.suit ? `${mine.number} beats ${theirs.number}` : `beats ${theirs.text}`,
  loses: (theirs: Card): string => `${theirs.text} stays ahead`,
  won: (won: Seat['won'], tricks: number): string =>
    `Won: ${Object.entries(won).map(([suit, n]) => `${n} ${capital(suit)}`).join(', ')}; ${counted(tricks, 'trick')}`,
  wonSoFar: 'won so far',
  tokensLeft: (tokens: string[]): string => (tokens.length ? `Tokens left: ${listed(tokens.map(capital))}` : 'No tokens left'),
  tricks: (n: number): string => counted(n, 'trick'),
  cards: (n: number): string => counted(n, 'card'),
  shown: (known: Card[], missing: string[]): string[] =>
    [
      known.length ? `holds ${known.map(({ text }) => text).join(', ')}` : '',
      missing.length ? `no ${listed(missing.map(capital), 'or')}` : '',
    ].filter(Boolean),
  seat: (name: string): string => `${name}: more, and my guess`,
  guessTitle: (name: string): string => `I think ${name} is …`,
  onlyYou: 'only you see this',
  howToGuess: 'Tap once: maybe. Twice: surely not.',
  iThink: 'I think',
  noGuess: '…',
  guessed: (roles: Role[]): string => listed(roles.map(capital), 'or'),
  guess: (role: string, guess: Guess | undefined): string =>
    `${capital(role)}${guess === 'maybe' ? ': maybe' : guess === 'not' ? ': surely not' : ''}`,
  close: 'Close',
  holdRole: 'Hold to see my role',
  myRole: 'My role',
  isMyRole: (role: string): string => `My role: ${capital(role)}`,
  goalOf: (role: Role, { season_lead, dark_lead, dark_tricks }: Needs): string =>
    role === 'darkness'
      ? `most of a season${by(dark_lead)}${fewTricks(dark_tricks)}`
      : role === 'light'
        ? 'that all seasons win'
        : `most of ${capital(role)}${by(season_lead)}`,
  myTokens: 'My tokens',
  onePerTurn: 'My tokens: one each turn',
  useToken: (season: Season): string => `${capital(season)} token: ${TOKEN_DOES[season]}`,
  tokenDoes: TOKEN_DOES,
  used: 'used',
  usedToken: (season: Season): string => `${capital(season)} token: used`,
  rolesTitle: 'Who was who',
  aside: (role: string): string => `${role} was set aside.`,
  goal: (goal: Goal): string => {
    if (goal.goal === 'no_trick') return goal.tricks ? `${counted(goal.tricks, 'trick')} won` : 'no trick won'
    const season = capital(goal.season ?? '')
    const against = goal.goal === 'most_not_in_play' ? 'all seasons together' : 'the best other'
    return `${season}: ${goal.mine ?? 0}, ${against} ${goal.against ?? 0}`
  },
  noGoal: 'no goal reached',
  round: ({ round, rounds }: FourSeasonsView): string => (rounds ? `Round ${round} of ${rounds}` : ''),
}
