import * as art from '../../../../src/weatherdeck/games/tweedy_tricksters/art.json'
import { signsOf, type Path, type Sign } from '../../look/art'

interface Part extends Path {
  colour: string
  /** The other two colours of a cloth. */
  tweed?: string[]
  /** Left out where the animal is small. */
  fine?: boolean
}

export interface Suit extends Sign {
  /** Of a wedge whose suit does not count now. */
  pale?: string
}

export const signOf: (suit: string) => Suit = signsOf(art.signs)
export const animals: Record<string, Part[]> = art.animals
/** The edge of a card. */
export const EDGE = art.edge

/** The back of a card: see games/art.py. */
export const BACK = art.back

/** Partners share a mark and a colour. */
export const MARKS = art.partners as [(typeof art.partners)[number], (typeof art.partners)[number]]
