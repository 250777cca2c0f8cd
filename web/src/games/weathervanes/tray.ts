/** How cards share the room of a hand. */

export interface Rows {
  columns: number
  /** The side of a card, in pixels. */
  size: number
}

export const GAP = 8
const MOST_ROWS = 4
/** Another row must make the cards this much larger: long rows are easier to read than many. */
const WORTHWHILE = 1.12

/** The rows in which this many square cards are largest, at most `most`. */
export function rowsOf(count: number, width: number, height: number, most: number): Rows {
  let best: Rows = { columns: Math.max(count, 1), size: 0 }
  for (let rows = 1; rows <= MOST_ROWS; rows++) {
    const columns = Math.max(Math.ceil(count / rows), 1)
    const across = (width - (columns - 1) * GAP) / columns
    const down = (height - (rows - 1) * GAP) / rows
    const size = Math.max(0, Math.floor(Math.min(across, down, most)))
    if (size > best.size * WORTHWHILE) best = { columns, size }
  }
  return best
}
