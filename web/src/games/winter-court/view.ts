/** The view of Winter Court, as games/winter_court/view.py makes it. */

export interface Card {
  /** Its notation, like Kn9. */
  card: string
  suit: string
  suit_name: string
  rank: number
  boost: boolean
}

export interface Member {
  letter: string
  name: string
  royal: boolean
  suits: string[]
  status: number
  power: string | null
  power_text: string | null
  /** The seat that controls it; null while it is unclaimed. */
  pawn: number | null
  influence: { seat: number; cards: Card[]; rank: number } | null
}

export interface Seat {
  status: number
  members: string[]
  royals: string[]
  hand_size: number
  hand: Card[] | null
  known: Card[]
}

export interface Play {
  seat: number
  member: string
  card: Card
  added: Card[]
  boosts: Card[]
  total: number
  stays: number
  beat: number
  lower: boolean
  enough: boolean
}

export interface WinterCourtView {
  phase: 'start' | 'build' | 'after' | 'second' | 'keep' | 'over'
  to_move: number | null
  members: Member[]
  seats: Seat[]
  ready: string[]
  play: Play | null
  drawn: { seat: number; size: number; cards: Card[] | null } | null
  discard: Card[]
  pile: number
  result: { winner: number | null; by: string } | null
}

export const SEATS = 2
