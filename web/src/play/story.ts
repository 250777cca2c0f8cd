/** How a finished match went: who came where, the lines of its chart, and what was close. */
import type { Result, SeatStanding } from '../protocol/messages'

export interface Ranked extends SeatStanding {
  seat: number
  /** From 1; null where seats are not ranked. */
  place: number | null
  /** What the seat gained in each chapter; empty if there are too many for a table. */
  gains: number[]
}

export interface Line {
  /** Null: all seats together. */
  seat: number | null
  amounts: number[]
}

export interface CloseCall {
  chapter: number
  ahead: number
  behind: number
  margin: number
}

/** Rows for the result: by place, or winners first. */
export function ranking(result: Result, standings: readonly SeatStanding[]): Ranked[] {
  const chapters = result.story?.short ? result.story.chapters : []
  const final = (seat: number) => result.story?.chapters.at(-1)?.amounts[seat] ?? 0
  return standings
    .map((standing, seat) => ({
      ...standing,
      seat,
      place: result.places?.[seat] ?? null,
      gains: chapters.slice(1).map(({ amounts }, n) => tidy((amounts[seat] ?? 0) - (chapters[n]?.amounts[seat] ?? 0))),
    }))
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0) || Number(other.won) - Number(one.won) || (result.places ? final(other.seat) - final(one.seat) : 0) || one.seat - other.seat)
}

/** The lines of the chart; where all play together, their sum comes first. */
export function lines({ story }: Result): Line[] {
  if (!story) return []
  const seats = story.chapters[0]?.amounts.length ?? 0
  const own = Array.from({ length: seats }, (_, seat) => ({ seat, amounts: story.chapters.map(({ amounts }) => amounts[seat] ?? 0) }))
  if (!story.shared) return own
  return [{ seat: null, amounts: story.chapters.map(({ amounts }) => tidy(amounts.reduce((sum, one) => sum + one, 0))) }, ...own]
}

/** By how much the winner is ahead of the next one who did not win; null if there is nobody, or they were not ahead in this. */
export function lead(result: Result): number | null {
  const amounts = result.story?.chapters.at(-1)?.amounts
  if (!amounts || !result.places) return null
  const of = (isFirst: boolean) => amounts.filter((_, seat) => (result.places?.[seat] === 1) === isFirst)
  const [first, others] = [of(true), of(false)]
  const margin = tidy(Math.min(...first) - Math.max(...others))
  return others.length && margin > 0 ? margin : null
}

/** How far a seat is behind the winner in what is counted; null if it won or is not behind in that. */
export function behind(result: Result, seat: number): number | null {
  const amounts = result.story?.chapters.at(-1)?.amounts
  if (!amounts || !result.places || result.places[seat] === 1) return null
  const best = Math.max(...amounts.filter((_, other) => result.places?.[other] === 1))
  const gap = tidy(best - (amounts[seat] ?? 0))
  return gap > 0 ? gap : null
}

/** The closest moment between the first two, from the middle of the match on. */
export function closeCall(result: Result): CloseCall | null {
  const { story } = result
  if (!story || story.shared || !result.places) return null
  const later = story.chapters.slice(Math.max(1, Math.floor(story.chapters.length / 2)))
  const calls = later.map(({ number, amounts }) => {
    const order = amounts.map((amount, seat) => ({ amount, seat })).sort((one, other) => other.amount - one.amount)
    const [one, other] = order
    return one && other ? { chapter: number, ahead: one.seat, behind: other.seat, margin: tidy(one.amount - other.amount) } : null
  })
  // The last of several equally close ones: it mattered most.
  return calls.reduce((best, one) => (one && (!best || one.margin <= best.margin) ? one : best), null)
}

/** Round numbers that cover a range, at most `most` of them. */
export function ticks(low: number, high: number, most = 6): number[] {
  const span = high - low || 1
  const rough = span / Math.max(1, most - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough
  const first = Math.floor(low / step) * step
  const count = Math.max(1, Math.ceil((high - first) / step - 1e-9))
  return Array.from({ length: count + 1 }, (_, n) => tidy(first + n * step))
}

/** Heights of labels that must not overlap: moved apart as little as needed, in the order of their values. */
export function spread(heights: readonly number[], apart: number, low: number, high: number): number[] {
  const order = heights.map((height, n) => ({ height, n })).sort((one, other) => one.height - other.height)
  let last = low - apart
  for (const one of order) last = one.height = Math.max(one.height, last + apart)
  let next = high + apart
  for (const one of order.toReversed()) next = one.height = Math.min(one.height, next - apart)
  const found = [...heights]
  for (const { height, n } of order) found[n] = height
  return found
}

const tidy = (value: number): number => Math.round(value * 1000) / 1000
