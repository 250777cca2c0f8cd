import { hatch, line, patterns, shapes, signs } from '../../../../src/weatherdeck/games/tradewinds/art.json'

export { hatch, line }

/** How a pattern is filled: full, hatched or not at all. */
export const PATTERNS: Record<string, string> = patterns
/** A colour as a surface, and the ink for its letter. */
export const COLOURS: Record<string, { colour: string; ink: string }> = { R: signs.R, G: signs.G, B: signs.B }
export const SHAPES: Record<string, string> = shapes
