/** The view of Winter Court, by shorter names. */
export type { WinterCourtCard as Card, WinterCourtMember as Member, WinterCourtPlay as Play, WinterCourtView } from '../../protocol/generated/views'

export const SEATS = 2
export const ROYALS = 4
