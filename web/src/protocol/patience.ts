/** How long a client waits before it tries again: longer each time, and not all clients at the same moment. */

export interface Waits {
  first: number
  longest: number
}

/** Milliseconds until the next attempt, after so many that failed. */
export function nextWait(failed: number, { first, longest }: Waits, random: () => number = Math.random): number {
  // The power is bounded, too: a page may be left open for days.
  return Math.min(first * 2 ** Math.min(failed, 20), longest) * (0.7 + random() * 0.6)
}
