import { counted, listed, signed } from '../../words/grammar'
import type { BoardSide, Pile, PlateLayout, TradewindsView, Wind } from './view'

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
const SIDE_NAMES: Record<BoardSide, string> = { north: 'North', east: 'East', south: 'South', west: 'West' }
const SIDES = Object.values(SIDE_NAMES)
const PILES = ['north-west', 'north', 'north-east', 'west', 'centre', 'east', 'south-west', 'south', 'south-east']
const traits = (letters: Iterable<string>): string[] => [...letters].map((letter) => CHARACTERISTICS[letter] ?? letter)

const OPPOSITE: Record<BoardSide, BoardSide> = { north: 'south', east: 'west', south: 'north', west: 'east' }
const across = (side: BoardSide): BoardSide => OPPOSITE[side]

interface Listed {
  letters: readonly string[]
  brings: boolean
  others: number
}

const costs = (deduction: number): string => (deduction === 1 ? 'cost a point' : deduction ? `cost ${deduction} points` : 'cost nothing')

/** What the table of Tradewinds says. */
export const text = {
  names: CHARACTERISTICS,
  board: 'The board',
  gap: 'gap',
  you: 'You',
  patternAndColour: (card: string): string => traits(card.slice(0, 2)).join(' '),
  complete: (card: string): string => traits(card).join('-'),
  pile: (number: number, pile: Pile, leaving: number, coming: string[], scoring: TradewindsView['scoring']): string => {
    const name = `${PILES[number] ?? ''} pile`
    if (pile.gap) return `${name}: a gap${coming.length ? `, ${listed(traits(coming))} would land` : ''}`
    const up = traits(pile.up.slice().reverse())
    const parts = [up.length ? listed(up, 'on') : 'nothing open', pile.down ? `${pile.down} face down` : '']
    const top = pile.up[pile.up.length - 1]
    const whom = SIDES.filter((_, seat) => top !== undefined && (scoring[seat]?.[top] ?? 0) > 0)
    if (top !== undefined) parts.push(whom.length ? `scores for ${listed(whom)}` : 'scores for nobody')
    if (leaving) parts.push(`${leaving} would blow away`)
    if (coming.length) parts.push(`${listed(traits(coming))} would land`)
    return `${name}: ${parts.filter(Boolean).join(', ')}`
  },
  sideLetter: (side: BoardSide): string => SIDE_NAMES[side].slice(0, 1),
  compass: (side: BoardSide): string => `Compass: the wind of ${SIDE_NAMES[side]} blows ${across(side)}`,
  tally: (scored: number, deducted: number): string => `${counted(scored, 'card', 'cards')} scored, ${deducted} deducted`,
  /** What a plate lists, for screen readers. */
  list: ({ letters, brings, others }: Listed, deduction: number): string => {
    if (!letters.length) return brings ? 'Everything brings 1 point' : `Everything costs ${counted(deduction, 'point')}`
    const [these, those] = brings ? ['bring 1 point', `cost ${deduction}`] : [`cost ${counted(deduction, 'point')}`, 'bring 1']
    return `${listed(traits(letters))} ${these} each, the other ${others} ${those}`
  },
  others: ({ letters, brings, others }: Listed, layout: PlateLayout, deduction: number): string => {
    if (!letters.length) return brings ? 'all bring 1' : `all cost ${deduction}`
    return `${layout === 'half' ? 'rest' : `other ${others}`} ${brings ? `cost ${deduction}` : 'bring 1'}`
  },
  legend: (deduction: number): string => `tab on an edge: +1 for that side. No tab: ${signed(-deduction)}.`,
  youAre: (side: BoardSide): string => `You are ${SIDE_NAMES[side]}.`,
  yourWind: (toward: BoardSide): string => `Your cards always blow ${toward}.`,
  ifYouBlow: (card: string, toward: BoardSide): string => `${card} blows ${toward}.`,
  forecast: (wind: Wind, receiver: string): string => {
    if (!wind.moves.length) return 'Nothing moves.'
    const leaving = wind.moves.filter(({ collector }) => collector !== null)
    const staying = wind.moves.length - leaving.length
    const gets = leaving.map(({ single, points }) => `${traits(single)[0] ?? ''} ${signed(points)}`)
    const parts = gets.length ? [`${receiver} gets ${gets.join(', ')}.`] : ['Nothing leaves the board.']
    if (staying) parts.push(`${counted(staying, 'card moves', 'cards move')} on.`)
    return parts.join(' ')
  },
  missing: 'Choose a card to blow',
  covering: 'The covering Completes',
  scoresFor: (complete: string, whom: string[]): string =>
    `${traits(complete).join(', ')} score for ${whom.length ? listed(whom) : 'nobody'}`,
  handOf: (name: string, hand: readonly string[]): string => `${name} holds ${hand.length ? listed(hand) : 'no cards'}.`,
  coversWhat: (deduction: number): string =>
    `A tick on a side: the three characteristics of that card score for the player there. A cross: they ${costs(deduction)}.`,
  /** Beside the score, where a win takes another one than the rulebook says. */
  target: (target: number): string => (target === 1 ? '' : `a win takes ${signed(target)}`),
  whatScores: 'What scores for whom',
  unseen: 'still face down',
  has: (n: number): string => (n ? `has ${n}` : ''),
  discarded: (cards: string[]): string =>
    cards.length ? `Played so far: ${cards.map((card) => traits(card).join('-')).join(', ')}.` : 'Nothing has been played yet.',
  together: 'together',
  turnsLeft: (n: number): string => (n > 0 ? `${counted(n, 'turn')} left` : 'no turns left'),
  inHand: (card: string, wind: Wind | undefined): string => {
    const name = traits(card).join('-')
    if (!wind) return name
    return `${name}: ${wind.moves.length ? `${counted(wind.moves.length, 'card moves', 'cards move')}, ${signed(wind.score)} together` : 'nothing moves'}`
  },
}
