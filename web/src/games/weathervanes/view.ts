/** The view of Weathervanes, by shorter names; how its cards are turned, and where they lie in a tableau. */
import type { WeathervanesCard, WeathervanesLaid, WeathervanesSeat } from '../../protocol/generated/views'

export type {
  WeathervanesCard as Card,
  WeathervanesClosed as Closed,
  WeathervanesLaid as Laid,
  WeathervanesPlace as Place,
  WeathervanesPlacing as Placing,
  WeathervanesSeat as Seat,
  WeathervanesView,
} from '../../protocol/generated/views'
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

// ---------------------------------------------------------------- tableaux
// A tableau fits into 2 x 2; its cells are counted on the 3 x 3 around its first card.
export const rowOf = (cell: number): number => Math.floor(cell / 3)
export const columnOf = (cell: number): number => cell % 3

/** The cells that a grid has to show. */
export interface Extent {
  top: number
  left: number
  rows: number
  columns: number
}

export function extentOf(cells: readonly number[]): Extent {
  const rows = cells.map(rowOf)
  const columns = cells.map(columnOf)
  const [top, left] = [Math.min(...rows), Math.min(...columns)]
  return { top, left, rows: Math.max(...rows) - top + 1, columns: Math.max(...columns) - left + 1 }
}

/** Where the corners of a tableau meet that make its centre, in cells from the top left of the 3 x 3; null while two places could. */
export function centreOf(laid: readonly Pick<WeathervanesLaid, 'cell' | 'card'>[], centre: readonly string[]): { x: number; y: number } | null {
  if (laid.length < 2 || centre.length !== 1) return null
  for (const { x, y } of [1, 2].flatMap((y) => [1, 2].map((x) => ({ x, y })))) {
    if (laid.every(({ cell, card }) => innerSuit(card, columnOf(cell) - x, rowOf(cell) - y) === centre[0])) return { x, y }
  }
  return null
}

/** The suit that a card shows toward a point at one of its corners; its place is counted from that point. */
function innerSuit(card: WeathervanesCard, column: number, row: number): string | undefined {
  if (column < -1 || column > 0 || row < -1 || row > 0) return undefined
  const isLeft = column === -1
  return card.suits[row === -1 ? (isLeft ? 2 : 3) : isLeft ? 1 : 0]
}

/** A card of the tableau that shares an edge with a cell, and the side of it on which the cell lies. */
export function neighbourOf(cell: number, laid: readonly WeathervanesLaid[]): { card: WeathervanesCard; side: 'above' | 'below' | 'left' | 'right' } | null {
  for (const side of ['below', 'above', 'right', 'left'] as const) {
    const from = { below: cell - 3, above: cell + 3, right: cell - 1, left: cell + 1 }[side]
    const isBeside = side === 'below' || side === 'above' || rowOf(from) === rowOf(cell)
    const found = isBeside ? laid.find((one) => one.cell === from) : undefined
    if (found) return { card: found.card, side }
  }
  return null
}
