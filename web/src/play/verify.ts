/** Checks in the browser that a shuffle matches its commitment. */
import type { Fairness } from '../protocol/messages'

export type Verdict = 'checked' | 'wrong' | 'wrong_seen' | 'cannot'

export interface Check {
  verdict: Verdict
  /** Whether this browser saw the commitment before the game. */
  wasSeen: boolean
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The commitment is the SHA-256 of seed and nonce, and of the deck's digest unless it is the deck as shipped. `seen` is
 * the commitment that this browser saw before the first card.
 */
export async function check(fairness: Fairness, seen: string | null): Promise<Check> {
  const wasSeen = seen !== null
  // Browsers offer this only on secure pages and on localhost.
  if (!globalThis.crypto?.subtle) return { verdict: 'cannot', wasSeen }
  if (wasSeen && seen !== fairness.commitment) return { verdict: 'wrong_seen', wasSeen }
  const made = await sha256([fairness.seed, fairness.nonce, ...(fairness.deck === null ? [] : [fairness.deck])].join(' '))
  return { verdict: made === fairness.commitment ? 'checked' : 'wrong', wasSeen }
}
