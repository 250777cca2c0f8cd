/** Scores on their way from one value to another, written as the game writes them. */

/** The number of a score as people read it ("52", "+3", "−1", "1.3"); null if it is none. */
export function readNumber(score: string): number | null {
  return /^[+−-]?\d+(\.\d+)?$/.test(score) ? Number(score.replace('−', '-')) : null
}

/** A value between two others, in the manner of the last one: with as many decimals, and with a sign if that has one. */
export function counted(from: number, to: number, part: number, like: string): string {
  const decimals = like.split('.')[1]?.length ?? 0
  const value = from + (to - from) * part
  const digits = Math.abs(value).toFixed(decimals)
  const isZero = Number(digits) === 0
  const sign = isZero ? '' : value < 0 ? '−' : like.startsWith('+') ? '+' : ''
  return `${sign}${digits}`
}
