/** The view of Tradewinds, as games/tradewinds/view.py makes it. */

export interface Move {
  single: string
  from: number
  over: number[]
  to: number | null
  collector: number | null
  points: number
}

export interface Wind {
  moves: Move[]
  score: number
}

export interface Pile {
  down: number
  /** Face up, or seen before; the last one is on top. */
  up: string[]
  gap: boolean
}

export interface Seat {
  side: string
  hand_size: number
  hand: string[] | null
  collected: Record<string, number>
  scored: number
  deducted: number
}

export interface TradewindsView {
  phase: 'play' | 'over'
  turn: number
  turns: number
  to_move: number | null
  toward: number | null
  score: number
  won: boolean | null
  covering: { complete: string; true: boolean[] }[]
  scoring: Record<string, number>[]
  piles: Pile[]
  unseen: Record<string, number>
  discarded: string[]
  seats: Seat[]
  preview: Record<string, Wind>
  /** Only while a wind is shown: the card that made it, and what was collected last. */
  blowing?: { seat: number; complete: string }
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
