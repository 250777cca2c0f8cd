/** Checks in the browser that a shuffle matches its commitment. */
import type { Fairness, OldFairness } from '../protocol/messages'
import { sha256 } from './sha256'

export type Verdict = 'checked' | 'wrong' | 'wrong_seen' | 'cannot'

export interface Check {
  verdict: Verdict
  /** Whether this browser saw the commitment before the game. */
  wasSeen: boolean
}

function commitmentOf(fairness: Fairness | OldFairness): string {
  const { seed, nonce, deck } = fairness
  if (fairness.version === 1) return sha256([seed, nonce, ...(deck === null ? [] : [deck])].join(' '))
  return sha256(`weatherdeck shuffle 2 ${fairness.table} ${fairness.match} ${seed} ${nonce} ${deck ?? '-'}`)
}

/** `seen` is the commitment that this browser saw before the first card. */
export async function check(fairness: Fairness | OldFairness, seen: string | null): Promise<Check> {
  const wasSeen = seen !== null
  if (wasSeen && seen !== fairness.commitment) return Promise.resolve({ verdict: 'wrong_seen', wasSeen })
  return Promise.resolve({ verdict: commitmentOf(fairness) === fairness.commitment ? 'checked' : 'wrong', wasSeen })
}
