/**
 * Addresses within the client: the part after `#`, which is never sent to a server. A seat's own token is not in any
 * of them, because people copy addresses. Only links that are meant to be shared have a token.
 */
import type { Place } from '../protocol/api'

export interface Moment {
  match: number
  /** As which seat, or with `all` cards open; null: as whoever looks. */
  seat: string | null
  step: number | null
  /** Whether a strong player's opinion is shown beside it. */
  isReview?: boolean
}

export type Route =
  | { page: 'door' }
  /** My tables; the games of a study, where the server shows one. */
  | { page: 'tables' | 'explore' }
  | { page: 'new' | 'learn' | 'rules'; game: string }
  /** My seat at a table, with the token that this browser remembers. */
  | { page: 'table'; table: string }
  | { page: 'watch' | 'join' | 'move'; table: string; token: string }
  /** A replay, by a watch link or (without a token) from my own seat. */
  | ({ page: 'replay'; table: string; token: string | null } & Moment)
  | { page: 'outdated' }
  | { page: 'nowhere' }

/** A route, and the seat's token that a link of an earlier version had in it. */
export interface Parsed {
  route: Route
  secret: string | null
}

export function parse(hash: string): Parsed {
  const [page = '', ...rest] = partsOf(hash)
  const [first, second, third, ...more] = rest
  const secret = null
  if (page === 'tables' || page === 'explore') return { route: { page }, secret }
  if (page === '') return { route: { page: 'door' }, secret }
  if ((page === 'new' || page === 'learn' || page === 'rules') && first) return { route: { page, game: first }, secret }
  if (page === 'table' && first) return { route: { page, table: first }, secret: second || null }
  if (page === 'watch' && first && second && (third === 'replay' || third === 'review')) {
    return { route: { page: 'replay', table: first, token: second, ...momentOf(more, third === 'review') }, secret }
  }
  if ((page === 'watch' || page === 'join' || page === 'move') && first && second) return { route: { page, table: first, token: second }, secret }
  if (page === 'review' && first && second) {
    return { route: { page: 'replay', table: first, token: null, ...momentOf(rest.slice(1), true) }, secret }
  }
  if (page === 'replay' && first && second) {
    const isNumber = /^\d+$/.test(second)
    return { route: { page, table: first, token: null, ...momentOf(isNumber ? rest.slice(1) : rest.slice(2)) }, secret: isNumber ? null : second }
  }
  return { route: { page: 'nowhere' }, secret }
}

function partsOf(hash: string): string[] {
  const parts = hash.replace(/^#\/?/, '').split('/')
  try {
    return parts.map(decodeURIComponent)
  } catch {
    return parts // a stray % sign
  }
}

const momentOf = ([match, seat, step]: readonly string[], isReview = false): Moment => ({
  match: Number(match ?? 1) || 1,
  seat: seat || null,
  step: step ? Number(step) || 0 : null,
  ...(isReview ? { isReview } : {}),
})

/** Where the table is: at my seat, or for a spectator by the watch link. */
export const tablePath = ({ table, token }: Place, isSeated: boolean): string => (isSeated ? `/table/${table}` : `/watch/${table}/${token}`)

/** Where a replay (or the review beside it) is: from my own seat, or for a spectator by the watch link. */
export function replayPath(place: Place, isSeated: boolean, { match, seat, step, isReview = false }: Partial<Moment> & { match: number }): string {
  const moment = [String(match), ...(seat === undefined ? [] : [seat ?? '']), ...(step === undefined || step === null ? [] : [String(step)])]
  const page = isReview ? 'review' : 'replay'
  const start = isSeated ? `/${page}/${place.table}` : `/watch/${place.table}/${place.token}/${page}`
  return `${start}/${moment.join('/')}`
}
