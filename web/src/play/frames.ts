/** A step of the rules as a sequence of frames, made from its events. */
import type { Happening, View } from '../protocol/messages'

/** A movement from one spot to another. */
export interface Travel {
  from: string
  to: string
}

/** What rises to a player's score. */
export interface Gain {
  seat: number
  /** With its sign: "+7". */
  text: string
}

export interface Frame {
  view: View
  travels: readonly Travel[]
  /** How long it stays after its animation, in milliseconds at normal pace. */
  rest: number
  /** Whether it shows a whole trick before it is taken; players can show it again. */
  isTrick?: boolean
  /** The spots that get a ring: whatever won. */
  glows?: readonly string[]
  /** The spots that step back behind them. */
  fades?: readonly string[]
  /** What leaves for whoever takes it, one after another. The next frame shows the table without it. */
  sweeps?: readonly Travel[]
  gains?: readonly Gain[]
  /** What the banner says meanwhile; without it, what it said before. */
  says?: string
  /** Whose doing it is. */
  seat?: number | null
}

/** Whether somebody who sees no motion should still have time to see this: who won, and what it brought. */
export const isHeld = ({ isTrick, gains }: Frame): boolean => isTrick === true || (gains?.length ?? 0) > 0

export interface Telling {
  before: View
  happened: readonly Happening[]
  after: View
  /** The viewer's seat; null for a spectator. */
  seat: number | null
}

/** Makes the frames of one step. The last frame always shows the position after it. */
export type Narrate = (telling: Telling) => Frame[]

/** Milliseconds at normal pace. */
export const TRAVEL = 320
export const GLOW = 180
export const TRICK_RESTS = 900
export const SWEEP = 360
export const SWEEP_APART = 120
export const GAIN = 600
export const COUNT = 400
/** Things arrive by the first, and cross the table by the second. */
export const OUT = 'cubic-bezier(0.2, 0.8, 0.2, 1)'
export const IN_OUT = 'cubic-bezier(0.4, 0, 0.2, 1)'

export const plainly: Narrate = ({ after }) => [{ view: after, travels: [], rest: 0 }]

/** A copy of a view that can be changed event by event. */
export function copyOf<V>(view: View): V {
  return structuredClone(view) as V
}

/** A frame with a copy of the view as it is now. */
export function frameOf(view: unknown, travels: Travel[] = [], rest = 120): Frame {
  return { view: structuredClone(view) as View, travels, rest }
}

/** A finished trick, which is shown for a while. */
export function trickOf(view: unknown, travels: Travel[] = []): Frame {
  return { ...frameOf(view, travels, TRICK_RESTS), isTrick: true }
}

export function numberOf(happening: Happening, part: string): number {
  const value: unknown = happening.parts[part]
  return typeof value === 'number' ? value : -1
}
