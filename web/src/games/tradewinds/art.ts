import { back, box, hatch, line, marks, names, patterns, plaque, shade, shapes, signs, waves } from '../../../../src/weatherdeck/games/tradewinds/art.json'

export { box, hatch, line, marks, plaque, shade, waves }

/** The back of its cards. */
export const BACK = back
/** How a pattern is filled: full, hatched or not at all. */
export const PATTERNS: Record<string, string> = patterns
/** A colour, and the lighter and deeper ones of its waves. */
export const COLOURS: Record<string, { colour: string; light: string; deep: string }> = { R: signs.R, G: signs.G, B: signs.B }
export const SHAPES: Record<string, string> = shapes

interface Place {
  /** Its height in the box, and its size. */
  letter: number[]
  name: number[]
}
const NAMES: Record<string, Place> = names

/** Where the letter and the name of a Single stand. */
export function placesOf(letter: string): Place {
  return NAMES[letter] ?? (letter in PATTERNS ? names.pattern : names.colour)
}
