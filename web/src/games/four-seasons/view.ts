/** The view of 4 Seasons, by shorter names. */
import type { FourSeasonsCard, FourSeasonsLastSeat, FourSeasonsSeat, FourSeasonsView } from '../../protocol/generated/views'

export type { FourSeasonsCard as Card, FourSeasonsLastRound as LastRound, FourSeasonsSeat as Seat, FourSeasonsView } from '../../protocol/generated/views'
export type Goal = FourSeasonsLastSeat['goals'][number]
export type Needs = FourSeasonsView['needs']
export type Suit = FourSeasonsCard['suit']
export type Season = FourSeasonsSeat['tokens'][number]
export type Role = FourSeasonsView['roles'][number]

export const SEASONS = ['autumn', 'winter', 'spring', 'summer'] as const
export const ROLES: readonly Role[] = [...SEASONS, 'light', 'darkness']
export const SUITS = [...SEASONS, 'wild'] as const

/** The seats in the order in which they play to the trick. */
export const orderOfPlay = ({ players, leader }: Pick<FourSeasonsView, 'players' | 'leader'>): number[] =>
  Array.from({ length: players }, (_, turn) => (leader + turn) % players)

/** Whether a seat has had its turn in this trick. */
export function hasPlayed(view: FourSeasonsView, seat: number): boolean {
  const order = orderOfPlay(view)
  return view.to_move !== null && order.indexOf(seat) < order.indexOf(view.to_move)
}

/** Where the others sit around the table, from my left and clockwise: on each side from the far end. */
export interface Sides {
  left: number[]
  top: number[]
  right: number[]
}

/** `others` are clockwise from my left. */
export function sidesOf(others: readonly number[]): Sides {
  const beside = Math.floor(others.length / 2)
  return {
    left: others.slice(0, beside).reverse(),
    top: others.slice(beside, others.length - beside),
    right: others.slice(others.length - beside),
  }
}

/** What a token is used on: cards of my hand, of the Pit or of the trick. */
export const PLACE_OF: Record<Season, string | null> = { autumn: 'drop', spring: 'pit', summer: 'trick', winter: null }
