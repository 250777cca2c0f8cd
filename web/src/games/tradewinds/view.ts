/** The view of Tradewinds, by shorter names, with what is shown only while a wind blows; and how the board is turned. */
import type { TradewindsPile, TradewindsView as Told } from '../../protocol/generated/views'

export type { TradewindsMove as Move, TradewindsPile as Pile, TradewindsPreview as Wind, TradewindsSeat as Seat } from '../../protocol/generated/views'
export type Letter = TradewindsPile['up'][number]

export interface TradewindsView extends Told {
  /** The card that made the wind. */
  blowing?: { seat: number; complete: string }
  /** What was collected last. */
  arrived?: { seat: number; single: string; points: number }
}

export const SEATS = 4
export const LETTERS = ['F', 'P', 'H', 'R', 'G', 'B', 'C', 'S', 'T'] as const

/** How many quarter turns clockwise bring a seat (north, east, south, west) to the bottom. */
export function quarterTurns(bottom: number): number {
  return (2 - bottom + SEATS) % SEATS
}

/** Where a pile lies on the screen when the board is turned: its column and row, 0 to 2. */
export function turned(pile: number, quarters: number): { column: number; row: number } {
  let [column, row] = [pile % 3, Math.floor(pile / 3)]
  for (let n = 0; n < quarters; n++) [column, row] = [2 - row, column]
  return { column, row }
}
