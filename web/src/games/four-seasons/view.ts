/** The view of 4 Seasons, by shorter names. */
import type { FourSeasonsCard, FourSeasonsLastSeat } from '../../protocol/generated/views'

export type { FourSeasonsCard as Card, FourSeasonsLastRound as LastRound, FourSeasonsSeat as Seat, FourSeasonsView } from '../../protocol/generated/views'
export type Goal = FourSeasonsLastSeat['goals'][number]
export type Suit = FourSeasonsCard['suit']

export const SEASONS = ['autumn', 'winter', 'spring', 'summer'] as const
export const SUITS = [...SEASONS, 'wild'] as const
