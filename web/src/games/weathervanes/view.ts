/** The view of Weathervanes, as games/weathervanes/view.py makes it. */

export type Suit = 'r' | 'y' | 'g' | 'b'

export interface Card {
  number: number
  /** Clockwise from the top left corner. */
  suits: string
}

export interface Seat {
  score: number
  token: Suit
  display: Card | null
  played: Card | null
  /** The corner of this seat's card that lies at the centre. */
  corner: number | null
  takes: number | null
  tableau: { cell: number; place: string | null; card: Card }[]
  worth: number
  hand_size: number
  hand: Card[] | null
}

export interface Place {
  place: string
  cell: number
  worth: number
  complete: boolean
}

export interface WeathervanesView {
  phase: 'play' | 'place' | 'over'
  ending: boolean
  round: number
  rounds: number
  trick: number
  tricks: number
  to_move: number | null
  leader: number
  heading: number | null
  lead_suit: Suit | null
  winning: number | null
  seats: Seat[]
  placing: { seat: number; card: Card; places: Place[] } | null
  discarded: Card[]
  left_over: number
  winners: number[] | null
}

export const SEATS = 4

/** How far a card is turned so that a corner of it lies at the centre, as seen from a place around the table. */
export function turnOf(place: number, corner: number): number {
  return 45 + 90 * (place - corner)
}

/** The direction in which a trick points on the screen, in degrees clockwise from the right. */
export function directionOf(heading: number, bottom: number): number {
  return 135 + 90 * ((heading - bottom + SEATS) % SEATS)
}
