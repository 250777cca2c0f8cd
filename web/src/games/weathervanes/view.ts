/** The view of Weathervanes, by shorter names; and how its cards are turned. */
import type { WeathervanesSeat } from '../../protocol/generated/views'

export type { WeathervanesCard as Card, WeathervanesPlace as Place, WeathervanesSeat as Seat, WeathervanesView } from '../../protocol/generated/views'
export type Suit = WeathervanesSeat['token']

export const SEATS = 4

/** How far a card is turned so that a corner of it lies at the centre, as seen from a place around the table. */
export function turnOf(place: number, corner: number): number {
  return 45 + 90 * (place - corner)
}

/** The direction in which a trick points on the screen, in degrees clockwise from the right. */
export function directionOf(heading: number, bottom: number): number {
  return 135 + 90 * ((heading - bottom + SEATS) % SEATS)
}
