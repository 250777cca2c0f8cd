/** Arrow keys move between things by their position on the screen. */

const DIRECTIONS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The index of the nearest box in a direction, or -1. Distance to the side counts double. */
export function nearest(from: Box, boxes: readonly Box[], key: string): number {
  const direction = DIRECTIONS[key]
  if (!direction) return -1
  let best = -1
  let least = Infinity
  for (const [index, box] of boxes.entries()) {
    const x = box.left + box.width / 2 - from.left - from.width / 2
    const y = box.top + box.height / 2 - from.top - from.height / 2
    const ahead = x * direction.x + y * direction.y
    const aside = Math.abs(x * direction.y) + Math.abs(y * direction.x)
    const distance = ahead + 2 * aside
    if (ahead > 4 && distance < least) [best, least] = [index, distance]
  }
  return best
}

export function followArrow(event: KeyboardEvent, root: ParentNode): void {
  const { target } = event
  if (!(event.key in DIRECTIONS) || !(target instanceof HTMLElement) || !target.matches('[data-thing]')) return
  const things = [...root.querySelectorAll<HTMLElement>('[data-thing]')].filter((one) => one !== target)
  const found = nearest(target.getBoundingClientRect(), things.map((one) => one.getBoundingClientRect()), event.key)
  if (found < 0) return
  event.preventDefault()
  things[found]?.focus()
}
