/** What is seen of a step, picture by picture: the narration of the rules made into frames. */
import type { Happening, View } from '../protocol/messages'

/** Something that moves: from the spot where it was to the spot where it is in the new picture. */
export interface Travel {
  from: string
  to: string
}

export interface Frame {
  view: View
  travels: Travel[]
  /** How long it is looked at, in milliseconds at a calm pace, after everything has arrived. */
  rest: number
  /** Whether it shows a whole trick before it is taken, for those who want to see it again. */
  isTrick?: boolean
}

export interface Telling {
  before: View
  happened: readonly Happening[]
  after: View
  /** Who looks; null for a spectator. */
  seat: number | null
}

/** Makes the frames of one step. The last frame always shows how the game stands after it. */
export type Narrate = (telling: Telling) => Frame[]

export const TRAVEL = 320
export const TRICK_RESTS = 900

export const plainly: Narrate = ({ after }) => [{ view: after, travels: [], rest: 0 }]

/** A view that may be changed, so that each happening can be put into it. */
export function copyOf<V>(view: View): V {
  return structuredClone(view) as V
}

/** A frame that keeps the view as it is now, whatever is changed later. */
export function frameOf(view: unknown, travels: Travel[] = [], rest = 120): Frame {
  return { view: structuredClone(view) as View, travels, rest }
}

/** A finished trick, which is looked at for a while. */
export function trickOf(view: unknown, travels: Travel[] = []): Frame {
  return { ...frameOf(view, travels, TRICK_RESTS), isTrick: true }
}

export function numberOf(happening: Happening, part: string): number {
  const value: unknown = happening.parts[part]
  return typeof value === 'number' ? value : -1
}
