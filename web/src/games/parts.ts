/** What a game's folder offers: `index.ts` a table, `deal.ts` its cards from a seed, `Picture.svelte` a picture. */
import type { Component } from 'svelte'

import type { Choice } from '../play/choosing'
import type { Narrate } from '../play/frames'
import type { Scene } from '../play/scene.svelte'
import type { Size } from '../play/size'

// Each game has its own view type, known only by the game's name.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyView = any

export interface TableProps {
  view: AnyView
  scene: Scene
  size: Size
  /** Whether there is little room. */
  isSmall: boolean
  /** See `TableParts.given`. */
  given: AnyView
}

export interface TableParts {
  /** Everything except the viewer's hand. */
  Table: Component<TableProps>
  /** The cards in the viewer's hand. */
  Hand: Component<TableProps>
  /** Controls above the hand: corners, tokens, powers. */
  Controls: Component<TableProps> | null
  /** A card in a line of text, by its notation; without it, the card's name is shown. Screen readers hear the name. */
  Chip?: Component<{ code: string; name: string }>
  /** Passed to each of these components. */
  given?: unknown
  narrate: Narrate
  /** A thing in words, where its own name does not say enough. */
  thing?: (kind: string, name: string) => string | undefined
  /** Whether the game is played in tricks, so that the last one can be shown again. */
  hasTricks?: boolean
  /** Whether my hand stands in the side column of a wide page, so that the felt gets the whole height. */
  isHandAside?: boolean
  /** What I still have to choose, for the main button: "Choose a card" if it says nothing. */
  missing?: (view: AnyView, scene: Scene) => string | undefined
  /** The choice that the main button makes while nothing is picked, such as ending the turn. */
  offers?: (view: AnyView, scene: Scene) => Choice | undefined
  /** Whether to ask the server what a choice would lead to, when the reader points at it. */
  looksAhead: (view: AnyView) => boolean
}
