/**
 * My tables, as this browser remembers them; the newest first. This is the only place where the tokens of my seats are
 * kept: they are never part of an address, a link or the page.
 */
import type { Place } from '../protocol/api'
import type { LinkInfo, TableInfo } from '../protocol/messages'
import { Remembered } from './remembered.svelte'

/** What this browser keeps of a shuffle that it takes part in. Once all shares are fixed, it is a receipt. */
export interface Receipt {
  kind: 'weatherdeck receipt'
  version: 2
  table: string
  match: number
  attempt: number
  commitment: string
  seat: number
  entropy: string
  /** As this browser saw them before it revealed its entropy; null until then. */
  shares: (string | null)[] | null
}

export type Shared = 'invite' | 'watch'

export interface MyTable extends Place {
  game: string
  /** My seat, a watch link, or a seat that I had: what it saw of the shuffles is still worth something. */
  kind: 'table' | 'watch' | 'past'
  /** The commitments that this browser saw before the first card, by match and attempt. */
  commitments: Record<string, string>
  /** My part in each shuffle, by match. Older versions kept none. */
  receipts?: Record<number, Receipt>
  /** The tokens of links that this browser made, and their numbers. */
  invite: string | null
  watch: string | null
  links?: Partial<Record<Shared, number>>
  /** Lessons are not listed. */
  isPractice: boolean
  made: number
}

const MOST = 100
const MOST_LESSONS = 10
const keyOf = (match: number, attempt: number): string => (attempt === 1 ? String(match) : `${match}.${attempt}`)

function isUsable(value: unknown): value is MyTable[] {
  return Array.isArray(value) && value.every((one: unknown) => typeof (one as MyTable | null)?.token === 'string')
}

/** What fits. Lessons are forgotten first, then tables that I only watch: a seat cannot be had again. */
function trimmed(tables: readonly MyTable[]): MyTable[] {
  const lessons = tables.filter(({ isPractice }) => isPractice).slice(0, MOST_LESSONS)
  const kept = tables.filter((one) => !one.isPractice || lessons.includes(one))
  const seats = kept.filter(({ kind }) => kind === 'table').slice(0, MOST)
  const others = kept.filter(({ kind }) => kind !== 'table').slice(0, MOST - seats.length)
  return kept.filter((one) => seats.includes(one) || others.includes(one))
}

class Mine {
  readonly #tables = new Remembered<MyTable[]>('tables', [], isUsable)

  constructor() {
    this.#tables.follow()
  }

  get tables(): MyTable[] {
    return this.#tables.value
  }

  /** The tables of the list on the front page. */
  get listed(): MyTable[] {
    return this.tables.filter(({ isPractice, kind }) => !isPractice && kind !== 'past')
  }

  /** What I know about a table; my seat, if I have one there. */
  find(table: string): MyTable | undefined {
    return this.seatAt(table) ?? this.tables.find((one) => one.table === table)
  }

  /** My seat at a table. */
  seatAt(table: string): MyTable | undefined {
    return this.tables.find((one) => one.table === table && one.kind === 'table')
  }

  /** Remembers a place, or adds to what is known about it. */
  remember(place: Place, more: Partial<MyTable>): void {
    this.#tables.update((tables) => {
      const known = tables.find((one) => one.table === place.table && one.token === place.token)
      const fresh: MyTable = {
        game: '',
        kind: 'table',
        commitments: {},
        invite: null,
        watch: null,
        links: {},
        isPractice: false,
        made: Date.now(),
        ...place,
      }
      const updated = { ...fresh, ...known, ...more }
      if (known && known === tables[0] && JSON.stringify(updated) === JSON.stringify(known)) return tables
      return trimmed([updated, ...tables.filter((one) => one !== known)])
    })
  }

  /** Only the first commitment shown for an attempt counts, and only before the first card. */
  keepCommitment(place: Place, { match, commitment, shuffle }: TableInfo): void {
    const known = this.tables.find((one) => one.table === place.table && one.token === place.token)
    const key = keyOf(match, shuffle.attempt)
    if (!known || known.commitments[key] || shuffle.phase === 'dealt') return
    this.remember(place, { commitments: { ...known.commitments, [key]: commitment } })
  }

  /** The commitment of an attempt, as this browser saw it before the first card. */
  commitment(table: string, match: number, attempt: number): string | null {
    const key = keyOf(match, attempt)
    return this.tables.find((one) => one.table === table && one.commitments[key])?.commitments[key] ?? null
  }

  receipt(place: Place, match: number): Receipt | undefined {
    return this.tables.find((one) => one.table === place.table && one.token === place.token)?.receipts?.[match]
  }

  keepReceipt(place: Place, receipt: Receipt): void {
    const known = this.tables.find((one) => one.table === place.table && one.token === place.token)
    this.remember(place, { receipts: { ...known?.receipts, [receipt.match]: receipt } })
  }

  /** My receipt for a match, also if I look at the table by another link. */
  anyReceipt(place: Place, match: number): Receipt | null {
    const other = this.tables.find((one) => one.table === place.table && one.receipts?.[match])
    return this.receipt(place, match) ?? other?.receipts?.[match] ?? null
  }

  /** Forgets the links that no longer work. */
  keepLinks(place: Place, open: readonly LinkInfo[]): void {
    const known = this.tables.find((one) => one.table === place.table && one.token === place.token)
    if (!known) return
    for (const kind of ['invite', 'watch'] as const) {
      const number = known.links?.[kind]
      if (known[kind] !== null && number !== undefined && !open.some(({ id }) => id === number)) this.remember(place, { [kind]: null })
    }
  }

  forget(table: string): void {
    this.#tables.update((tables) => tables.filter((one) => one.table !== table))
  }

  /** Forgets a token that no longer works, but not my receipts. */
  forgetPlace(place: Place): void {
    this.#tables.update((tables) =>
      tables.flatMap((one) => {
        if (one.table !== place.table || one.token !== place.token) return [one]
        return one.receipts ? [{ ...one, kind: 'past' as const, token: '', invite: null, watch: null }] : []
      }),
    )
  }
}

export const mine = new Mine()
