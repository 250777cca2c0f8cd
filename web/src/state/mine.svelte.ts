/** My tables, as this browser remembers them; the newest first. */
import type { Place } from '../protocol/api'
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
  /** The commitment that this browser saw before the first card, by match. */
  commitments: Record<number, string>
  /** My part in each shuffle, by match. Older versions kept none. */
  receipts?: Record<number, Receipt>
  invite: string | null
  watch: string | null
  made: number
}

const MOST = 60

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

  /** Only the first commitment shown for a match counts. */
  keepCommitment(place: Place, match: number, commitment: string): void {
    const known = this.tables.find((one) => one.table === place.table && one.token === place.token)
    if (!known || known.commitments[match]) return
    this.remember(place, { commitments: { ...known.commitments, [match]: commitment } })
  }

  receipt(place: Place, match: number): Receipt | undefined {
    return this.tables.find((one) => one.table === place.table && one.token === place.token)?.receipts?.[match]
  }

  keepReceipt(place: Place, receipt: Receipt): void {
    const known = this.tables.find((one) => one.table === place.table && one.token === place.token)
    // The commitment that counts is the one of the attempt that I pledged for.
    const commitments = { ...known?.commitments, [receipt.match]: receipt.commitment }
    this.remember(place, { commitments, receipts: { ...known?.receipts, [receipt.match]: receipt } })
  }

  forget(table: string): void {
    this.#tables.value = this.tables.filter((one) => one.table !== table)
  }
}

export const mine = new Mine()
