/** My part in a fair shuffle: I pledge entropy with its hash, and reveal it once everyone's pledges are fixed. */
import type { TableInfo } from '../protocol/messages'
import type { Receipt } from '../state/mine.svelte'
import { sha256 } from './sha256'

export function newEntropy(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function shareOf(table: string, match: number, seat: number, entropy: string): string {
  return sha256(`weatherdeck share 2 ${table} ${match} ${seat} ${entropy}`)
}

/** What I keep when I pledge. Entropy is never used for a second attempt. */
export function pledgeFor(info: TableInfo, seat: number, known: Receipt | undefined): Receipt {
  if (known && known.attempt === info.shuffle.attempt && known.commitment === info.commitment) return known
  return {
    kind: 'weatherdeck receipt',
    version: 2,
    table: info.id,
    match: info.match,
    attempt: info.shuffle.attempt,
    commitment: info.commitment,
    seat,
    entropy: newEntropy(),
    shares: null,
  }
}

export type Breach = 'commitment' | 'mine' | 'others'

/** What the server has changed since I pledged: its commitment, my share, or the share of somebody else. */
export function breach(info: TableInfo, receipt: Receipt): Breach | null {
  const { shuffle } = info
  if (shuffle.attempt !== receipt.attempt || shuffle.phase === 'pledge') return null
  if (info.commitment !== receipt.commitment) return 'commitment'
  if (shuffle.shares[receipt.seat] !== shareOf(receipt.table, receipt.match, receipt.seat, receipt.entropy)) return 'mine'
  return receipt.shares !== null && receipt.shares.join() !== shuffle.shares.join() ? 'others' : null
}

/** Whether I can reveal: all shares are fixed, and nothing that was promised has changed. */
export function canReveal(info: TableInfo, receipt: Receipt): boolean {
  return info.shuffle.phase === 'reveal' && info.shuffle.attempt === receipt.attempt && breach(info, receipt) === null
}
