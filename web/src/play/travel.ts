/** Draws a frame and moves what moved; `data-spot` marks the spots of the table. */
import { GAIN, GLOW, IN_OUT, OUT, SWEEP, SWEEP_APART, TRAVEL, TRICK_RESTS, type Frame, type Gain, type Travel } from './frames'

type Places = Map<string, DOMRect>

/** How far a gain rises, and how long it takes to fade, as a part of its time. */
const RISE = 28
const FADING = 2 / 3
const RING = 3
/** What the last frame left standing: rings, and cards that are gone. It ends when the next frame is drawn. */
const standing = new WeakMap<ParentNode, Animation[]>()

export interface Motion {
  /** 1 is normal, less is faster, 0 stands still. */
  pace: number
  /** Whether, at pace 0, rings and gains are shown all the same. */
  isStill: boolean
  draw: () => void
  /** Resolves when what was drawn is on the page. */
  drawn: () => Promise<void>
}

/** Draws a frame: cards travel to it, winners glow, what is taken leaves, and gains rise. */
export async function perform(root: ParentNode, frame: Frame, { pace, isStill, draw, drawn }: Motion): Promise<void> {
  const places = pace > 0 ? placesOf(root, frame.travels) : null
  draw()
  await drawn()
  for (const one of standing.get(root) ?? []) one.cancel()
  standing.delete(root)
  if (places) await travelled(root, frame.travels, places, pace)
  if (pace === 0 && !isStill) return
  glow(root, frame, pace)
  const rising = (frame.gains ?? []).map((gain) => risen(root, gain, pace))
  if (pace > 0) await Promise.all([swept(root, frame.sweeps ?? [], pace), ...rising])
}

function elementAt(root: ParentNode, spot: string): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-spot="${CSS.escape(spot)}"]`)
}

/** The boxes of everything that will move, before the new frame is drawn. */
function placesOf(root: ParentNode, travels: readonly Travel[]): Places {
  const places: Places = new Map()
  for (const { from } of travels) {
    const found = elementAt(root, from)?.getBoundingClientRect()
    if (found && found.width > 0) places.set(from, found)
  }
  return places
}

/** Animates everything to its new spot; resolves when all animations end. */
async function travelled(root: ParentNode, travels: readonly Travel[], places: Places, pace: number): Promise<void> {
  const moves = travels.map(({ from, to }) => {
    const start = places.get(from)
    const element = elementAt(root, to)
    return start && element ? moved(element, start, TRAVEL * pace) : null
  })
  await Promise.all(moves)
}

/** Where a box lies and how large it is, seen from another. */
function seenFrom(box: DOMRect, other: DOMRect): { x: number; y: number; scale: number } {
  const x = other.left + other.width / 2 - (box.left + box.width / 2)
  const y = other.top + other.height / 2 - (box.top + box.height / 2)
  return { x, y, scale: Math.min(Math.max(other.height / box.height, 0.3), 2) }
}

function transformOf(element: HTMLElement): string {
  const { transform } = getComputedStyle(element)
  return transform === 'none' ? '' : transform
}

async function moved(element: HTMLElement, start: DOMRect, duration: number): Promise<void> {
  const end = element.getBoundingClientRect()
  if (end.width === 0) return
  const { x, y, scale } = seenFrom(end, start)
  const still = transformOf(element)
  const motion = element.animate(
    [
      { transform: `translate(${x}px, ${y}px) ${still} scale(${scale})`, zIndex: 20, opacity: 0.85 },
      { transform: `${still} scale(1)`, zIndex: 20, opacity: 1 },
    ],
    { duration, easing: OUT },
  )
  await motion.finished.catch(() => undefined)
}

/** Rings around what won, and the rest steps back, until the next frame. */
function glow(root: ParentNode, { glows = [], fades = [] }: Frame, pace: number): void {
  const timing: KeyframeAnimationOptions = { duration: GLOW * pace, easing: OUT, fill: 'forwards' }
  for (const spot of glows) stand(root, elementAt(root, spot)?.animate([{ filter: ring(0) }, { filter: ring(RING), zIndex: 5 }], timing))
  for (const spot of fades) stand(root, elementAt(root, spot)?.animate([{ opacity: 1 }, { opacity: 0.55 }], timing))
}

/** A ring around whatever shape something has, however it is turned. */
function ring(width: number): string {
  const sides = [`${width}px 0`, `-${width}px 0`, `0 ${width}px`, `0 -${width}px`]
  return [...sides.map((side) => `drop-shadow(${side} 0 var(--accent))`), `drop-shadow(0 0 ${width * 2}px var(--accent))`].join(' ')
}

function stand(root: ParentNode, animation: Animation | undefined): void {
  if (animation) standing.set(root, [...(standing.get(root) ?? []), animation])
}

/** Cards leave for whoever takes them, one after another. They stay away until the next frame is drawn. */
async function swept(root: ParentNode, sweeps: readonly Travel[], pace: number): Promise<void> {
  const gone = sweeps.map(({ from, to }, n) => {
    const element = elementAt(root, from)
    const target = elementAt(root, to)
    if (!element || !target) return null
    const { x, y, scale } = seenFrom(element.getBoundingClientRect(), target.getBoundingClientRect())
    const still = transformOf(element)
    const leaving = element.animate(
      [
        { transform: still || 'none', zIndex: 20, opacity: 1 },
        { opacity: 1, offset: 0.7 },
        { transform: `translate(${x}px, ${y}px) ${still} scale(${Math.min(scale, 0.6)})`, zIndex: 20, opacity: 0 },
      ],
      { duration: SWEEP * pace, delay: n * SWEEP_APART * pace, easing: IN_OUT, fill: 'forwards' },
    )
    stand(root, leaving)
    return leaving.finished.catch(() => undefined)
  })
  await Promise.all(gone)
}

/** "+7" rises beside a player's score. Screen readers hear of it from the log. */
async function risen(root: ParentNode, { seat, text }: Gain, pace: number): Promise<void> {
  const at = (elementAt(root, `score:${seat}`) ?? elementAt(root, `seat:${seat}`))?.getBoundingClientRect()
  if (!at || at.width === 0) return
  const mark = document.createElement('span')
  mark.className = 'rising-gain'
  mark.classList.toggle('loss', text.startsWith('−'))
  mark.textContent = text
  mark.ariaHidden = 'true'
  document.body.append(mark)
  // Beside the score, but never beyond the window.
  const x = Math.min(Math.max(at.right - mark.offsetWidth, 4), window.innerWidth - mark.offsetWidth - 4)
  const y = Math.max(at.top - mark.offsetHeight / 2, RISE + 4)
  Object.assign(mark.style, { left: `${x}px`, top: `${y}px` })
  if (pace === 0) {
    setTimeout(() => mark.remove(), TRICK_RESTS)
    return
  }
  const low = 'translateY(0)'
  const high = `translateY(-${RISE}px)`
  const timing: KeyframeAnimationOptions = { duration: GAIN * pace, easing: OUT }
  const motion = mark.animate([{ transform: low }, { transform: high }], timing)
  mark.animate([{ opacity: 1 }, { opacity: 1, offset: FADING }, { opacity: 0 }], { ...timing, easing: 'linear' })
  await motion.finished.catch(() => undefined)
  mark.remove()
}
