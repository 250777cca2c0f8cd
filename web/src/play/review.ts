/** A strong player's review of a finished game, as a curve and a list of mistakes. */
import type { Reviewed } from '../protocol/messages'

export interface Point {
  step: number
  /** The expected result after the step, with its confidence interval. */
  mean: number
  low: number
  high: number
}

export interface Mistake {
  step: number
  /** The move played and a better one, in words. */
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

/** Decisions that clearly lost something (the whole interval is above zero), the worst first. */
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

/** The curve scaled to a box: better is higher. */
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
