/** The view of Tweedy Tricksters, by shorter names, with what is shown only while a finished trick lies there. */
import type { TweedyTrickstersView } from '../../protocol/generated/views'

export type { TweedyTrickstersCard as Card, TweedyTrickstersSeat as Seat } from '../../protocol/generated/views'

export interface TweedyView extends TweedyTrickstersView {
  /** Who took the trick. */
  won_by?: number[]
}

export const SEATS = 4
export const SUITS = ['ravens', 'foxes', 'rats', 'toads'] as const

/** Which partnership a seat belongs to; -1 before there are any. */
export function sideOf(view: TweedyView, seat: number): number {
  return view.partnerships?.findIndex(({ seats }) => seats.includes(seat)) ?? -1
}
