/** A strong player's review of a finished match, as decisions and a curve. */
import type { Reviewed, Story } from '../protocol/messages'

export interface Point {
  step: number
  /** The expected result after the step, with its confidence interval. */
  mean: number
  low: number
  high: number
}

export interface Decision {
  /** The step of the move; the position before it is that of the step before. */
  step: number
  /** "2.4": the fourth decision of the second chapter. */
  number: string
  chapter: number
  /** The move played and the best one, for a line. */
  played: string
  better: string | null
  lost: number
  /** Whether the loss is more than chance: its whole interval is above zero. */
  matters: boolean
  /** How much the expected result rose with the move. */
  rise: number
  reviewed: Reviewed
}

export interface Insight {
  best: Decision | null
  costliest: Decision | null
  /** The step (of anyone) that changed the expected result the most. */
  turning: { step: number; change: number } | null
}

/** Below this, a rise or a change is not worth telling. */
const LEAST = { 'chance of winning': 0.02, points: 0.3, result: 0.02 } as Record<string, number>

export const unitOf = (reviewed: readonly Reviewed[]): string => reviewed[0]?.unit ?? ''
export const isShare = (unit: string): boolean => unit === 'chance of winning'

export function points(reviewed: readonly Reviewed[]): Point[] {
  return reviewed.map(({ step, outlook }) => ({ step, ...outlook })).sort((one, other) => one.step - other.step)
}

/** The chapter that a step belongs to, from 1. */
export function chapterOf(story: Story | null | undefined, step: number): number {
  const done = story?.chapters.findLast((one) => one.step < step)
  return (done?.number ?? 0) + 1
}

/** My decisions with a choice, in order. */
export function decisions(reviewed: readonly Reviewed[], story: Story | null | undefined): Decision[] {
  const curve = new Map(reviewed.map((one) => [one.step, one.outlook.mean]))
  const counts = new Map<number, number>()
  return [...reviewed]
    .sort((one, other) => one.step - other.step)
    .flatMap((one) => {
      if (one.best === null || one.loss === null) return []
      const chapter = chapterOf(story, one.step)
      const n = (counts.get(chapter) ?? 0) + 1
      counts.set(chapter, n)
      const isBest = one.best === one.move
      return {
        step: one.step,
        number: `${chapter}.${n}`,
        chapter,
        played: labelOf(one, one.move),
        better: isBest ? null : labelOf(one, one.best),
        lost: isBest ? 0 : one.loss.mean,
        matters: !isBest && one.loss.low > 0,
        rise: one.outlook.mean - (curve.get(one.step - 1) ?? one.outlook.mean),
        reviewed: one,
      }
    })
}

export const labelOf = ({ advice }: Reviewed, move: string): string => advice.find((one) => one.move === move)?.label ?? move

/** Decisions that clearly lost something, the costliest first. */
export const costly = (all: readonly Decision[]): Decision[] => all.filter(({ matters }) => matters).sort((one, other) => other.lost - one.lost)

/** What the end page tells. */
export function insight(reviewed: readonly Reviewed[], story: Story | null | undefined): Insight {
  const all = decisions(reviewed, story)
  const least = LEAST[unitOf(reviewed)] ?? 0
  const rises = all.filter(({ better, rise }) => better === null && rise >= least).sort((one, other) => other.rise - one.rise)
  const found = points(reviewed)
  const changes = found.slice(1).map(({ step, mean }, n) => ({ step, change: mean - (found[n]?.mean ?? mean) }))
  const turning = changes.reduce<Insight['turning']>((most, one) => (Math.abs(one.change) > Math.abs(most?.change ?? 0) ? one : most), null)
  return { best: rises[0] ?? null, costliest: costly(all)[0] ?? null, turning: turning && Math.abs(turning.change) >= least ? turning : null }
}

export interface Scale {
  low: number
  high: number
  x: (step: number) => number
  y: (value: number) => number
}

/** Places in a box for steps 0 to `last` and the values of a curve; shares are shown from 0. */
export function scale(all: readonly Point[], last: number, unit: string, width: number, height: number, even: number | null): Scale {
  const values = [...all.flatMap(({ low, high }) => [low, high]), ...(even === null ? [] : [even])]
  const top = Math.max(...values, isShare(unit) ? 0.5 : Number.NEGATIVE_INFINITY)
  const low = isShare(unit) ? 0 : Math.min(0, Math.floor(Math.min(...values)))
  const high = isShare(unit) ? (top > 0.5 ? 1 : 0.5) : Math.max(1, Math.ceil(top))
  return {
    low,
    high,
    x: (step) => round((step / Math.max(1, last)) * width),
    y: (value) => round(((high - Math.min(high, Math.max(low, value))) / (high - low)) * height),
  }
}

const round = (value: number): number => Math.round(value * 10) / 10
