/** What a strong player thinks of a finished game, step by step, made into a curve and a list. */
import type { Reviewed } from '../protocol/messages'

export interface Point {
  step: number
  /** What could be expected after the step, with its interval. */
  mean: number
  low: number
  high: number
}

export interface Mistake {
  step: number
  /** What was played and what would have been better, in words. */
  played: string
  better: string
  lost: number
}

export interface Curve {
  line: string
  /** The interval around the line. */
  band: string
  places: { step: number; x: number; y: number }[]
}

export function points(reviewed: readonly Reviewed[]): Point[] {
  return reviewed.map(({ step, outlook }) => ({ step, ...outlook })).sort((one, other) => one.step - other.step)
}

/** The decisions that surely gave something away, the worst first. */
export function mistakes(reviewed: readonly Reviewed[], most = 5): Mistake[] {
  return reviewed
    .flatMap(mistakeOf)
    .sort((one, other) => other.lost - one.lost)
    .slice(0, most)
}

function mistakeOf({ step, move, best, loss, advice }: Reviewed): Mistake[] {
  if (best === null || loss === null || best === move || loss.low <= 0) return []
  const said = (notation: string) => advice.find((one) => one.move === notation)?.words ?? notation
  return [{ step, played: said(move), better: said(best), lost: loss.mean }]
}

/** The curve in a box of a width and a height: good above, bad below. */
export function curve(all: readonly Point[], width: number, height: number): Curve {
  const low = Math.min(...all.map((one) => one.low))
  const high = Math.max(...all.map((one) => one.high))
  const span = high - low || 1
  const x = (n: number) => round(all.length > 1 ? (n * width) / (all.length - 1) : 0)
  const y = (value: number) => round(((high - value) / span) * height)
  const places = all.map(({ step, mean }, n) => ({ step, x: x(n), y: y(mean) }))
  const upper = all.map((one, n) => `${x(n)},${y(one.high)}`)
  const lower = all.map((one, n) => `${x(n)},${y(one.low)}`).reverse()
  return { line: places.map((one) => `${one.x},${one.y}`).join(' '), band: [...upper, ...lower].join(' '), places }
}

const round = (value: number): number => Math.round(value * 10) / 10
