/** Helpers for English texts. */

/** `a, b and c`. */
export function listed(parts: readonly string[], last = 'and'): string {
  if (parts.length <= 1) return parts[0] ?? ''
  return `${parts.slice(0, -1).join(', ')} ${last} ${parts[parts.length - 1] ?? ''}`
}

export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** With a sign, and a minus as wide as the plus. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0')
