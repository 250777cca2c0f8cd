/** The tables of the games we draw, each loaded when it is needed. */
import type { Component } from 'svelte'

import type { Narrate } from '../play/frames'
import type { Scene } from '../play/scene.svelte'

// Each game has a view of its own; which one it is, is known only by its name.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyView = any

export interface TableProps {
  view: AnyView
  scene: Scene
  isSmall: boolean
}

export interface TableParts {
  /** Everything but my hand. */
  Table: Component<TableProps>
  /** The cards of my hand, side by side. */
  Hand: Component<TableProps>
  /** What stands above my hand while I choose: corners, tokens, powers. */
  Controls: Component<TableProps> | null
  narrate: Narrate
  /** How far the game is, in a few words. */
  status: (view: AnyView) => string
  /** The move that a thing stands for, to be told why it is not legal; null where its name is enough. */
  meant?: (thing: string, view: AnyView, seat: number) => string | null
  /** Whether the game is played in tricks, so that the last one can be looked at again. */
  hasTricks?: boolean
  /** Whether the server should be asked what a choice would lead to, when it is pointed at. */
  looksAhead: (view: AnyView) => boolean
}

type Load = () => Promise<{ parts: TableParts }>

export const tables: Record<string, Load> = {
  weathervanes: () => import('./weathervanes'),
  tradewinds: () => import('./tradewinds'),
  'winter-court': () => import('./winter-court'),
  'tweedy-tricksters': () => import('./tweedy-tricksters'),
  'four-seasons': () => import('./four-seasons'),
}

/** The parts of a game's table; a game that we have not drawn is shown in words. */
export async function partsOf(game: string): Promise<TableParts> {
  const { parts } = await (tables[game] ?? (() => import('./plain')))()
  return parts
}
