/** The drawings of the games: each has an art.json beside its rules (described in games/art.py), from which cards are printed, too. */

export interface Path {
  path: string
  /** Its width, where it is a line; without one it is filled. */
  line?: number | undefined
  /** In the colour of the paper, on top of what was drawn before. */
  vein?: boolean | undefined
}

export interface Sign {
  letters: string
  /** Of its surface. */
  colour: string
  /** Of its letters on a light card, where the colour is too light for them. */
  ink?: string | undefined
  /** Of the sign alone, where its letters need a darker one. */
  bright?: string | undefined
  /** None where letters are enough on the screen. */
  paths?: Path[] | undefined
}

const NOTHING: Sign = { letters: '', colour: 'currentColor' }

/** The signs of a game by name; a name that has none is drawn as nothing. */
export function signsOf(signs: Record<string, Sign>): (name: string) => Sign {
  return (name) => signs[name] ?? NOTHING
}
