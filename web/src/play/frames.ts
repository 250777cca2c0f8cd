/** A step of the rules as a sequence of frames, made from its events. */
import type { Happening, View } from '../protocol/messages'

/** A movement from one spot to another. */
export interface Travel {
  from: string
  to: string
}

export interface Frame {
  view: View
  travels: Travel[]
  /** How long it stays after its animation, in milliseconds at normal pace. */
  rest: number
  /** Whether it shows a whole trick before it is taken; players can show it again. */
  isTrick?: boolean
}

export interface Telling {
  before: View
  happened: readonly Happening[]
  after: View
  /** The viewer's seat; null for a spectator. */
  seat: number | null
}

/** Makes the frames of one step. The last frame always shows the position after it. */
export type Narrate = (telling: Telling) => Frame[]

export const TRAVEL = 320
export const TRICK_RESTS = 900

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
