/** What the folder of a game offers to the pages: `index.ts` its table, `lesson.ts` a lesson, `Picture.svelte` a picture. */
import type { Component } from 'svelte'

import type { Narrate } from '../play/frames'
import type { Scene } from '../play/scene.svelte'

// Each game has its own view; which one it is, is known only by its name.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyView = any

export interface TableProps {
  view: AnyView
  scene: Scene
  isSmall: boolean
  /** What else the parts were made with. */
  given: AnyView
}

export interface TableParts {
  /** Everything but my hand. */
  Table: Component<TableProps>
  /** The cards of my hand, side by side. */
  Hand: Component<TableProps>
  /** What stands above my hand while I choose: corners, tokens, powers. */
  Controls: Component<TableProps> | null
  /** What all of these are also given. */
  given?: unknown
  narrate: Narrate
  /** A thing in words, where its own name does not say enough. */
  thing?: (kind: string, name: string) => string | undefined
  /** Whether the game is played in tricks, so that the last one can be shown again. */
  hasTricks?: boolean
  /** Whether to ask the server what a choice would lead to, when the reader points at it. */
  looksAhead: (view: AnyView) => boolean
}
