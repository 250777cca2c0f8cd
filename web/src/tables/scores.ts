/** The result of each seat, as the view of a finished game has it. */
import type { Result, View } from '../protocol/messages'
import { words } from '../words'

export interface Row {
  seat: number
  score: string
  note: string
  hasWon: boolean
}

interface AnySeat {
  score?: number
  status?: number
  scored?: number
  deducted?: number
  tenths?: number
}

interface AnyView {
  seats?: AnySeat[]
  winners?: number[] | null
  won?: boolean | null
  rounds?: number | null
  result?: { winner: number | null } | null
  last_round?: { seats: { role: string }[] } | null
}

/** Best first. */
export function scores(game: string, view: View, result: Result): Row[] {
  const seen = view as AnyView
  const rows = (seen.seats ?? result.returns.map(() => ({}))).map((data, seat) => ({
    seat,
    score: scoreOf(game, data, seen, seat),
    note: noteOf(game, seen, seat),
    hasWon: hasWon(seen, seat),
  }))
  return rows.sort((one, other) => (result.returns[other.seat] ?? 0) - (result.returns[one.seat] ?? 0))
}

function hasWon(view: AnyView, seat: number): boolean {
  if (typeof view.won === 'boolean') return view.won
  return (view.winners ?? [view.result?.winner]).includes(seat)
}

function scoreOf(game: string, data: AnySeat, view: AnyView, seat: number): string {
  if (game === 'tradewinds') return words.signed((data.scored ?? 0) - (data.deducted ?? 0))
  if (game === 'winter-court') return String(data.status ?? 0)
  if (game === 'four-seasons') return view.rounds ? ((data.tenths ?? 0) / 10).toFixed(1) : hasWon(view, seat) ? words.won : words.lost
  return data.score === undefined ? '' : String(data.score)
}

function noteOf(game: string, view: AnyView, seat: number): string {
  const role = game === 'four-seasons' ? view.last_round?.seats[seat]?.role : undefined
  return role ? words.capital(role) : ''
}
