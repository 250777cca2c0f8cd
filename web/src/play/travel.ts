/** Animates elements from their old spot to their new one; `data-spot` marks the spots. */
import type { Travel } from './frames'
import { TRAVEL } from './frames'

export type Places = Map<string, DOMRect>

function elementAt(root: ParentNode, spot: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-spot="${CSS.escape(spot)}"]`)
}

/** The boxes of everything that will move, before the new frame is drawn. */
export function placesOf(root: ParentNode, travels: readonly Travel[]): Places {
  const places: Places = new Map()
  for (const { from } of travels) {
    const found = elementAt(root, from)?.getBoundingClientRect()
    if (found && found.width > 0) places.set(from, found)
  }
  return places
}

/** Animates everything to its new spot; resolves when all animations end. */
export async function travelled(root: ParentNode, travels: readonly Travel[], places: Places, pace: number): Promise<void> {
  const moves = travels.map(({ from, to }) => {
    const start = places.get(from)
    const element = elementAt(root, to)
    return start && element ? moved(element, start, TRAVEL * pace) : null
  })
  await Promise.all(moves)
}

async function moved(element: HTMLElement, start: DOMRect, duration: number): Promise<void> {
  const end = element.getBoundingClientRect()
  if (end.width === 0) return
  const x = start.left + start.width / 2 - (end.left + end.width / 2)
  const y = start.top + start.height / 2 - (end.top + end.height / 2)
  const scale = Math.min(Math.max(start.height / end.height, 0.3), 2)
  const rest = getComputedStyle(element).transform
  const still = rest === 'none' ? '' : rest
  const motion = element.animate(
    [
      { transform: `translate(${x}px, ${y}px) ${still} scale(${scale})`, zIndex: 20, opacity: 0.85 },
      { transform: `${still} scale(1)`, zIndex: 20, opacity: 1 },
    ],
    { duration, easing: 'cubic-bezier(0.25, 0.7, 0.3, 1)' },
  )
  await motion.finished.catch(() => undefined)
}
