/** What a strong player thinks of the decisions of a finished game, made into a curve and a list. */
import type { Advice, Reviewed } from '../protocol/messages'

export interface Decision {
  step: number
  move: string
  /** What was played and what would have been better, in words; null where nothing was. */
  played: string
  better: string | null
  /** How good the position was, -1 to 1, and how much of it the decision gave away. */
  value: number
  lost: number
}

export function decisions(reviewed: readonly Reviewed[]): Decision[] {
  return reviewed.map(decision).sort((one, other) => one.step - other.step)
}

function decision({ step, move, advice }: Reviewed): Decision {
  const best = advice[0]
  const chosen = advice.find((one) => one.move === move)
  const value = best?.value ?? 0
  const lost = Math.max(0, value - valueOf(chosen, value))
  const isBest = !best || best.move === move || lost === 0
  return { step, move, played: chosen?.words ?? move, better: isBest ? null : best.words, value, lost }
}

function valueOf(advice: Advice | undefined, otherwise: number): number {
  return advice?.value ?? otherwise
}

/** The decisions that gave most away, the worst first. */
export function costly(all: readonly Decision[], most = 5, least = 0.04): Decision[] {
  return all
    .filter(({ lost, better }) => better !== null && lost >= least)
    .sort((one, other) => other.lost - one.lost)
    .slice(0, most)
}

/** The curve as points of an SVG polyline in a box of a width and a height. */
export function curve(all: readonly Decision[], width: number, height: number): string {
  const step = all.length > 1 ? width / (all.length - 1) : 0
  return all.map(({ value }, n) => `${(n * step).toFixed(1)},${((1 - (value + 1) / 2) * height).toFixed(1)}`).join(' ')
}
