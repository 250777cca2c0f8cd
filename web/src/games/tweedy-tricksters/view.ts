/** The view of Tweedy Tricksters, as games/tweedy_tricksters/view.py makes it. */

export interface Card {
  /** Its notation, the four values: 1312. */
  card: string
  /** In Ravens, Foxes, Rats and Toads. */
  values: number[]
}

export interface Seat {
  score: number
  suit: string | null
  partner: number | null
  tricks: number
  drafted: Card[]
  hand_size: number
  hand: Card[] | null
  played: Card | null
  value: number | null
}

export interface Partnership {
  seats: number[]
  tricks: number
  sum: number
  leading: boolean
}

export interface TweedyView {
  phase: 'draft' | 'suits' | 'partners' | 'play' | 'over'
  round: number
  trick: number
  tricks: number
  to_move: number | null
  dealer: number
  leader: number | null
  lead_suit: string | null
  market: Card[]
  suits: string[]
  partnerships: Partnership[] | null
  seats: Seat[]
  gone: Card[]
  target: number | null
  target_after: number
  winners: number[] | null
  /** Only while a finished trick is shown: who took it. */
  won_by?: number[]
}

export const SEATS = 4
export const SUITS = ['ravens', 'foxes', 'rats', 'toads'] as const

/** Which partnership a seat belongs to; -1 before there are any. */
export function sideOf(view: TweedyView, seat: number): number {
  return view.partnerships?.findIndex(({ seats }) => seats.includes(seat)) ?? -1
}
