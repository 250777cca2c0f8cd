/** The view of Tradewinds, by shorter names, with what is shown only while a wind blows; and where things are on the board. */
import type { Scene } from '../../play/scene.svelte'
import type { TradewindsMove, TradewindsPile, TradewindsPreview, TradewindsView as Told } from '../../protocol/generated/views'

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
/** The sides of the board by seat. North is always on top: the board never turns, wherever I sit. */
export const SIDES = ['north', 'east', 'south', 'west'] as const
export type BoardSide = (typeof SIDES)[number]

export const sideOf = (seat: number): BoardSide => SIDES[seat % SEATS] ?? 'north'
export const opposite = (seat: number): number => (seat + 2) % SEATS
export const rowOf = (pile: number): number => Math.floor(pile / 3)
export const columnOf = (pile: number): number => pile % 3

/** How a plate stands: a row above or below the board, a column beside it, or one of two in a row. */
export type PlateLayout = 'row' | 'column' | 'half'

/** The wind of the card that I point at, or else of the one that I picked. */
export function windAhead(view: TradewindsView, scene: Scene): { card: string; wind: TradewindsPreview } | null {
  for (const thing of [scene.pointed, ...scene.picked]) {
    const card = thing?.startsWith('card:') ? thing.slice(5) : ''
    const wind = view.preview[card]
    if (wind) return { card, wind }
  }
  return null
}

/** What leaves the board at one line of piles: how many cards count 1, and how many -1. */
export interface Leaving {
  /** The row (to east or west) or the column (to north or south). */
  line: number
  gained: number
  lost: number
}

export function leavingBy(moves: readonly TradewindsMove[], side: BoardSide): Leaving[] {
  const lines: Leaving[] = []
  const lineOf = side === 'east' || side === 'west' ? rowOf : columnOf
  for (const move of moves) {
    if (move.collector === null || sideOf(move.collector) !== side) continue
    const line = lineOf(move.from)
    let found = lines.find((one) => one.line === line)
    if (!found) lines.push((found = { line, gained: 0, lost: 0 }))
    if (move.points > 0) found.gained += 1
    else found.lost += 1
  }
  return lines
}

/** What a plate lists: the characteristics that bring a point or those that cost one, whichever are fewer. */
export function shorterList(scoring: Told['scoring'][number]): { letters: Letter[]; brings: boolean; others: number } {
  const good = LETTERS.filter((letter) => scoring[letter] > 0)
  const bad = LETTERS.filter((letter) => scoring[letter] <= 0)
  const brings = good.length > 0 && good.length <= bad.length
  const letters = good.length === 0 || bad.length === 0 ? [] : brings ? good : bad
  return { letters, brings: bad.length === 0 || brings, others: LETTERS.length - letters.length }
}
