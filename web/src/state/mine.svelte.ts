/** My tables, as this browser remembers them; the newest first. */
import type { Place } from '../protocol/api'
import type { TableInfo } from '../protocol/messages'
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

export interface MyTable extends Place {
  game: string
  kind: 'table' | 'watch'
  /** The commitments that this browser saw before the first card, by match and attempt. */
  commitments: Record<string, string>
  /** My part in each shuffle, by match. Older versions kept none. */
  receipts?: Record<number, Receipt>
  invite: string | null
  watch: string | null
  made: number
}

const MOST = 60
const keyOf = (match: number, attempt: number): string => (attempt === 1 ? String(match) : `${match}.${attempt}`)

function isUsable(value: unknown): value is MyTable[] {
  return Array.isArray(value) && value.every((one: unknown) => typeof (one as MyTable | null)?.token === 'string')
}

class Mine {
  readonly #tables = new Remembered<MyTable[]>('tables', [], isUsable)

  get tables(): MyTable[] {
    return this.#tables.value
  }

  find(table: string): MyTable | undefined {
    return this.tables.find((one) => one.table === table)
  }

  /** Remembers a seat, or adds to what is known about it. */
  remember(place: Place, more: Partial<MyTable>): void {
    const known = this.tables.find((one) => one.table === place.table && one.token === place.token)
    const fresh: MyTable = { game: '', kind: 'table', commitments: {}, invite: null, watch: null, made: Date.now(), ...place }
    const updated = { ...fresh, ...known, ...more }
    this.#tables.value = [updated, ...this.tables.filter((one) => one !== known)].slice(0, MOST)
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

  forget(table: string): void {
    this.#tables.value = this.tables.filter((one) => one.table !== table)
  }
}

export const mine = new Mine()
