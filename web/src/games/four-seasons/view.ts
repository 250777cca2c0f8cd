/** The view of 4 Seasons, as games/four_seasons/view.py makes it. */

export interface Card {
  /** Its notation, like Sp11. */
  text: string
  suit: string
  number: number
}

export interface Seat {
  role: string | null
  hand_size: number
  hand: Card[] | null
  known: Card[]
  void: string[]
  tokens: string[]
  played: Card | null
  token_played: string | null
  won: Record<string, number>
  won_cards: Card[]
  won_tokens: Record<string, number>
  tricks: number
  tenths: number
  spared: number
}

export interface Goal {
  goal: 'most' | 'most_in_play' | 'most_not_in_play' | 'no_trick'
  season?: string
  mine?: number
  against?: number
  tricks?: number
  reached: boolean
}

export interface LastRound {
  round: number
  aside: string | null
  winners: number[]
  seats: { role: string; won: Record<string, number>; tricks: number; goals: Goal[]; wins: boolean }[]
}

export interface FourSeasonsView {
  phase: 'play' | 'after' | 'over'
  players: number
  round: number
  rounds: number | null
  trick: number
  dealer: number
  leader: number
  to_move: number | null
  lead_suit: string | null
  winning: number | null
  pit: Card[]
  roles: string[]
  aside: string | null
  seats: Seat[]
  lost_tokens: Record<string, number>
  last_round: LastRound | null
  winners: number[] | null
}

export const SUITS = ['autumn', 'winter', 'spring', 'summer', 'wild'] as const
export const SEASONS = SUITS.slice(0, 4)
