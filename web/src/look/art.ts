/** The drawings of a game, from its art.json (described in games/art.py). */

export interface Path {
  path: string
  /** The width of a line; without it the path is filled. */
  line?: number | undefined
  /** Drawn in the background colour, on top of the other paths. */
  vein?: boolean | undefined
}

export interface Sign {
  letters: string
  /** The colour of its surface. */
  colour: string
  /** The colour of its letters on a light card, if `colour` is too light. */
  ink?: string | undefined
  /** The colour of the sign itself, if its letters need a darker one. */
  bright?: string | undefined
  /** Without paths, the screen shows the letters. */
  paths?: Path[] | undefined
}

const NOTHING: Sign = { letters: '', colour: 'currentColor' }

/** Looks up the signs of a game by name; unknown names get an empty sign. */
export function signsOf(signs: Record<string, Sign>): (name: string) => Sign {
  return (name) => signs[name] ?? NOTHING
}
