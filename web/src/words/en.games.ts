/** What is said at the tables of the games. */
import type { Card as SeasonCard, FourSeasonsView, Goal } from '../tables/four-seasons/view'
import type { Pile, TradewindsView, Wind } from '../tables/tradewinds/view'
import type { Card as TweedyCard, TweedyView } from '../tables/tweedy-tricksters/view'
import type { Card as Vane, Place as VanePlace, Suit as VaneSuit, WeathervanesView } from '../tables/weathervanes/view'
import type { Card as CourtCard, Member, WinterCourtView } from '../tables/winter-court/view'
import { capital, counted, listed, signed } from './grammar'

const VANE_SUITS: Record<VaneSuit, string> = { r: 'red', y: 'yellow', g: 'green', b: 'blue' }
const CORNERS = ['top left', 'top right', 'bottom right', 'bottom left']
const PLACES: Record<string, string> = {
  n: 'north',
  ne: 'north-east',
  e: 'east',
  se: 'south-east',
  s: 'south',
  sw: 'south-west',
  w: 'west',
  nw: 'north-west',
}
const vaneSuit = (suit: string | undefined): string => VANE_SUITS[suit as VaneSuit]
const vaneCard = (card: Vane): string =>
  `${card.number}: ${[...card.suits].map((suit, corner) => `${vaneSuit(suit)} ${CORNERS[corner] ?? ''}`).join(', ')}`

const CHARACTERISTICS: Record<string, string> = {
  F: 'Filled',
  P: 'Partial',
  H: 'Hollow',
  R: 'Red',
  G: 'Green',
  B: 'Blue',
  C: 'Circle',
  S: 'Square',
  T: 'Triangle',
}
const PILES = ['north-west', 'north', 'north-east', 'west', 'centre', 'east', 'south-west', 'south', 'south-east']
const traits = (letters: Iterable<string>): string[] => [...letters].map((letter) => CHARACTERISTICS[letter] ?? letter)

const COURT_SUITS: Record<string, string> = {
  La: 'Lands',
  Mi: 'Might',
  We: 'Wealth',
  Kn: 'Knowledge',
  De: 'Devotion',
  Wi: 'Wit',
}
const courtCard = (card: CourtCard): string => `${card.suit_name} ${card.rank}${card.boost ? ', can be a boost' : ''}`

const TWEEDY_SUITS: Record<string, string> = { ravens: 'Ravens', foxes: 'Foxes', rats: 'Rats', toads: 'Toads' }
const tweedyCard = ({ values }: TweedyCard): string =>
  Object.values(TWEEDY_SUITS).map((suit, n) => `${suit} ${values[n] ?? 0}`).join(', ')
const tweedyValue = ({ values }: TweedyCard, suit: string | null): string => {
  const index = suit === null ? -1 : Object.keys(TWEEDY_SUITS).indexOf(suit)
  return index < 0 || suit === null ? '' : `${TWEEDY_SUITS[suit] ?? suit} ${values[index] ?? 0}`
}

const seasonCard = (card: SeasonCard): string => `${capital(card.suit)} ${card.number}`
const TOKEN_DOES: Record<string, string> = {
  autumn: 'Autumn: discard a card of your hand into the Pit',
  winter: 'Winter: play no card to this trick',
  spring: 'Spring: take a card from the Pit',
  summer: 'Summer: win a card out of the trick',
}

export const games = {
  weathervanes: {
    status: (view: WeathervanesView): string => {
      if (view.phase === 'over') return 'the game is over'
      const round = `round ${view.round} of ${view.rounds}`
      return view.ending ? `${round} · the last Display cards` : `${round} · trick ${view.trick} of ${view.tricks}`
    },
    suits: VANE_SUITS,
    trick: 'The trick',
    card: vaneCard,
    display: 'display',
    displayOf: (card: Vane): string => `Display: ${vaneCard(card)}`,
    goesTo: 'goes to',
    taken: 'taken',
    tableau: (worth: number): string => (worth ? `tableau, worth ${worth}` : 'tableau'),
    tableauOf: (numbers: number[]): string =>
      numbers.length ? `Tableau: ${listed(numbers.map(String))}` : 'Tableau: empty',
    token: (suit: VaneSuit): string => `Bonus Token: ${VANE_SUITS[suit]}`,
    pointing: (one: string, other: string): string => `The trick points between ${one} and ${other}`,
    played: (name: string, card: Vane, corner: number, isWinning: boolean): string =>
      `${name}: ${card.number}, ${vaneSuit(card.suits[corner])} at the centre${isWinning ? ', winning' : ''}`,
    inHand: (card: Vane, corner: number | null): string =>
      corner === null ? vaneCard(card) : `${card.number}, ${vaneSuit(card.suits[corner])} at the centre`,
    whichCorner: (number: number): string => `${number}: which corner to the centre?`,
    placing: (number: number): string => `Place ${number} in your tableau`,
    place: ({ place, worth, complete }: VanePlace): string =>
      `Place to the ${PLACES[place] ?? place}: ${complete ? `scores ${worth} at once` : `the tableau is then worth ${worth}`}`,
    scores: 'scores',
  },

  tradewinds: {
    status: (view: TradewindsView): string =>
      view.phase === 'over' ? 'the game is over' : `turn ${view.turn} of ${view.turns}`,
    names: CHARACTERISTICS,
    board: 'The board',
    gap: 'gap',
    complete: (card: string): string => traits(card).join('-'),
    down: (n: number): string => `${n} hidden`,
    pile: (number: number, pile: Pile, leaving: number, coming: string[]): string => {
      const name = `${PILES[number] ?? ''} pile`
      if (pile.gap) return `${name}: a gap${coming.length ? `, ${listed(traits(coming))} would land` : ''}`
      const up = traits(pile.up.slice().reverse())
      const parts = [up.length ? listed(up, 'on') : 'nothing open', pile.down ? `${pile.down} face down` : '']
      if (leaving) parts.push(`${leaving} would blow away`)
      if (coming.length) parts.push(`${listed(traits(coming))} would land`)
      return `${name}: ${parts.filter(Boolean).join(', ')}`
    },
    scoring: (good: readonly string[]): string =>
      good.length ? `Scores with ${listed(traits(good))}; the rest deducts` : 'Everything deducts here',
    collected: 'Collected, scoring and deducting:',
    tally: (scored: number, deducted: number): string => `+${scored} −${deducted}`,
    covering: 'The three covering Completes',
    scoresFor: (complete: string, whom: string[]): string =>
      `${traits(complete).join(', ')} score for ${whom.length ? listed(whom) : 'nobody'}`,
    whatScores: 'What scores for whom',
    unseen: 'still face down',
    has: (n: number): string => (n ? `has ${n}` : ''),
    discarded: (cards: string[]): string =>
      cards.length ? `Played so far: ${cards.map((card) => traits(card).join('-')).join(', ')}.` : 'Nothing was played yet.',
    together: 'together',
    turnsLeft: (n: number): string => (n > 0 ? `${counted(n, 'turn')} left` : 'no turn left'),
    handOf: (name: string): string => `The hand of ${name}`,
    wind: (cards: number, score: number): string => `${counted(cards, 'card moves', 'cards move')}, ${signed(score)} together`,
    calm: 'Nothing moves.',
    inHand: (card: string, wind: Wind | undefined): string => {
      const name = traits(card).join('-')
      if (!wind) return name
      return `${name}: ${wind.moves.length ? `${counted(wind.moves.length, 'card moves', 'cards move')}, ${signed(wind.score)} together` : 'nothing moves'}`
    },
  },

  winterCourt: {
    turn: (view: WinterCourtView): string =>
      view.phase === 'over' ? 'the game is over' : `${counted(view.pile, 'card')} to draw`,
    court: 'The court',
    status: 'Status',
    royals: (letters: string[]): string => (letters.length ? `Royals: ${listed(letters)}` : 'No royals'),
    known: (cards: string[]): string => `known in hand: ${listed(cards)}`,
    toDraw: 'to draw',
    card: courtCard,
    discarded: (n: number): string => `Discard pile (${n})`,
    noDiscard: 'Nothing was discarded yet.',
    noHand: 'Your hand is empty.',
    member: (member: Member, controller: string | null): string => {
      const suits = listed(member.suits.map((suit) => COURT_SUITS[suit] ?? suit))
      const lies = member.influence ? `${member.influence.rank} lies there` : 'no influence there'
      const who = controller === null ? 'unclaimed' : `with ${controller}`
      return `${member.letter}, ${member.name}, status ${member.status}, swayed by ${suits}, ${who}, ${lies}`
    },
    pawn: (letter: string, name: string | null): string => `Pawn of ${letter}: ${name === null ? 'unclaimed' : `with ${name}`}`,
    influence: (name: string, member: string, cards: CourtCard[], rank: number): string =>
      `${name} on ${member}: ${listed(cards.map(courtCard))}, together ${rank}`,
    drawn: 'Which of the two goes onto the discard pile?',
    drop: (card: CourtCard): string => `Discard ${courtCard(card)}`,
    takeOld: 'Take which card from the discard pile?',
    /** A power that needs something more is named; what is complete in itself is told as the server tells it. */
    power: (power: string, said: string | undefined): string => (said ? capital(said) : `Use: ${capital(power)}`),
    on: (member: string): string => `On the ${member}:`,
    mustBe: (lower: boolean, beat: number): string => `must be ${lower ? 'lower' : 'higher'} than ${beat}`,
    stays: (rank: number): string => `${rank} stays in place`,
    enough: 'That is enough.',
    notEnough: 'Not enough yet.',
  },

  tweedy: {
    status: (view: TweedyView): string => {
      if (view.phase === 'over') return 'the game is over'
      const phases: Record<string, string> = { draft: 'the draft', suits: 'Suit cards', partners: 'partners' }
      return `round ${view.round} · ${phases[view.phase] ?? `trick ${view.trick} of ${view.tricks}`}`
    },
    suits: TWEEDY_SUITS,
    card: tweedyCard,
    dealer: 'dealer',
    drafted: 'Drafted cards, known to all',
    known: 'known to all',
    partnerOf: (name: string): string => `Partner: ${name}`,
    trick: 'The trick',
    played: (name: string, card: TweedyCard, suit: string | null): string => `${name}: ${tweedyValue(card, suit)} (${tweedyCard(card)})`,
    inHand: (card: TweedyCard, suit: string | null, isOpen: boolean): string =>
      `${[tweedyValue(card, suit), tweedyCard(card)].filter(Boolean).join('; ')}${isOpen ? '; known to all' : ''}`,
    market: 'Take one of these cards',
    take: (card: TweedyCard): string => `Take ${tweedyCard(card)}`,
    whichSuit: 'Which suit to lead this round?',
    takeSuit: (suit: string): string => `Take the ${TWEEDY_SUITS[suit] ?? suit}`,
    whoWithWhom: 'Who plays with whom?',
    pairs: (sides: string[][]): string => sides.map((names) => listed(names)).join(' against '),
    target: 'points end the game',
    noTarget: (round: number): string => `The target is set after round ${round}.`,
  },

  fourSeasons: {
    status: (view: FourSeasonsView): string => {
      if (view.phase === 'over') return 'the game is over'
      return `${view.rounds ? `round ${view.round} of ${view.rounds} · ` : ''}trick ${view.trick}`
    },
    card: seasonCard,
    pit: 'The Pit',
    emptyPit: 'empty',
    inPit: (card: SeasonCard): string => `${seasonCard(card)} in the Pit`,
    played: (name: string, card: SeasonCard, isWinning: boolean): string =>
      `${name}: ${seasonCard(card)}${isWinning ? ', winning' : ''}`,
    token: (season: string): string => `The ${capital(season)} token`,
    led: (suit: string | null): string => (suit ? `${capital(suit)} is led.` : ''),
    won: (won: Record<string, number>, tricks: number): string =>
      `Won: ${Object.entries(won).map(([suit, n]) => `${n} ${capital(suit)}`).join(', ')}; ${counted(tricks, 'trick')}`,
    tokensLeft: (tokens: string[]): string => (tokens.length ? `Tokens left: ${listed(tokens.map(capital))}` : 'No tokens left'),
    shown: (known: SeasonCard[], missing: string[]): string =>
      [known.length ? `has ${listed(known.map(({ text }) => text))}` : '', missing.length ? `no ${listed(missing.map(capital), 'or')}` : '']
        .filter(Boolean)
        .join('; '),
    iThink: (name: string): string => `I think ${name} is`,
    noGuess: 'I think …',
    guess: (role: string): string => `I think: ${role}`,
    peek: 'Peek at my role',
    myRole: 'My role',
    myTokens: 'My tokens',
    useToken: (season: string): string => TOKEN_DOES[season] ?? season,
    tokenDoes: TOKEN_DOES,
    done: 'Done: no token',
    rolesTitle: 'Who was who',
    aside: (role: string): string => `${role} was set aside.`,
    goal: (goal: Goal): string => {
      if (goal.goal === 'no_trick') return `no trick won (won ${goal.tricks ?? 0})`
      const season = capital(goal.season ?? '')
      const against = goal.goal === 'most_not_in_play' ? 'all seasons together' : 'the best other'
      return `most of ${season}: ${goal.mine ?? 0} against ${goal.against ?? 0} of ${against}`
    },
  },
}
