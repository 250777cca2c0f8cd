/** Arrows from one place on the table to another. */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Arrow {
  line: string
  head: string
}

/** How far an arrow's tip stays away from the middle of its place, as a part of the place's size. */
const SHORT_OF = 0.3
const HEAD = 20
/** Below this, an arrow would only be a blot. */
const LEAST = 40

/** Where an element is within another; null if it is not drawn. */
export function boxIn(root: Element, element: Element | null): Box | null {
  if (!element) return null
  const [outer, { left, top, width, height }] = [root.getBoundingClientRect(), element.getBoundingClientRect()]
  return width > 0 && height > 0 ? { x: left - outer.left, y: top - outer.top, width, height } : null
}

/** An arrow from the edge of a place to near the middle of another; null if they are too close. */
export function arrow(from: Box, to: Box): Arrow | null {
  const end = { x: to.x + to.width / 2, y: to.y + to.height / 2 }
  const middle = { x: from.x + from.width / 2, y: from.y + from.height / 2 }
  const [dx, dy] = [end.x - middle.x, end.y - middle.y]
  const length = Math.hypot(dx, dy)
  if (length === 0) return null
  // Where the way leaves the first place, and where it stops before the middle of the second.
  const leave = Math.min(from.width / 2 / Math.max(Math.abs(dx), 0.01), from.height / 2 / Math.max(Math.abs(dy), 0.01))
  const stop = 1 - (SHORT_OF * Math.min(to.width, to.height)) / length
  if ((stop - leave) * length < LEAST) return null
  const at = (part: number, aside = 0) => `${round(middle.x + dx * part - (dy / length) * aside)} ${round(middle.y + dy * part + (dx / length) * aside)}`
  const neck = stop - HEAD / length
  return { line: `M${at(leave)}L${at(neck)}`, head: `M${at(stop)}L${at(neck - 2 / length, HEAD * 0.62)}L${at(neck - 2 / length, -HEAD * 0.62)}Z` }
}

interface Labelled {
  from: Box | null
  label: string
}

const LETTER = 7.6
const HEIGHT = 30

/** Where labels stand: above what they speak of, within a region, and not on top of each other. */
export function placed<A extends Labelled>(aims: readonly A[], region: Box): { aim: A; x: number; y: number }[] {
  const right = region.x + region.width
  const found = aims.map((aim) => {
    const width = Math.min(region.width, 30 + LETTER * aim.label.length)
    const middle = aim.from ? aim.from.x + aim.from.width / 2 : region.x + width / 2
    const y = aim.from ? aim.from.y - HEIGHT - 8 : region.y + region.height - HEIGHT - 8
    return { aim, width, x: Math.max(region.x, Math.min(middle - width / 2, right - width)), y: Math.max(region.y + 4, y) }
  })
  const [one, other] = [...found].sort((first, second) => first.x - second.x)
  if (one && other && one.x + one.width + 6 > other.x && Math.abs(one.y - other.y) < HEIGHT + 4) {
    if (one.width + other.width + 6 <= region.width) {
      one.x = Math.max(region.x, Math.min(one.x, other.x - one.width - 6))
      other.x = Math.max(other.x, one.x + one.width + 6)
      if (other.x + other.width > right) {
        other.x = right - other.width
        one.x = Math.min(one.x, other.x - one.width - 6)
      }
    } else {
      one.y = Math.max(region.y + 4, other.y - HEIGHT - 6)
    }
  }
  return found.map(({ aim, x, y }) => ({ aim, x: round(x), y: round(y) }))
}

const round = (value: number): number => Math.round(value * 10) / 10
