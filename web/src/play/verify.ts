/** Checks in the browser that a shuffle was the one that was promised. */
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

/** The promise was SHA-256 of seed and nonce, and of the deck's digest where it is not the deck as shipped; `seen` is what this browser was shown before the first card. */
export async function check(fairness: Fairness, seen: string | null): Promise<Check> {
  const wasSeen = seen !== null
  // Browsers offer it on secure pages only (and on this machine itself).
  if (!globalThis.crypto?.subtle) return { verdict: 'cannot', wasSeen }
  if (wasSeen && seen !== fairness.commitment) return { verdict: 'wrong_seen', wasSeen }
  const made = await sha256([fairness.seed, fairness.nonce, ...(fairness.deck === null ? [] : [fairness.deck])].join(' '))
  return { verdict: made === fairness.commitment ? 'checked' : 'wrong', wasSeen }
}
