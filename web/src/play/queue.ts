/** Shows frames one after the other, in the order in which things happened. */
import type { Frame } from './frames'

export interface Stage {
  /** Draws a frame and moves what travels; resolves when everything has arrived. */
  show: (frame: Frame, pace: number) => Promise<void>
  wait: (milliseconds: number) => Promise<void>
  /** 1 is calm, less is faster, 0 shows only how each step ends. */
  pace: () => number
}

export interface Scenes {
  frames: Frame[]
  /** Called when its first frame is about to be shown, and when its last one was. */
  begin?: () => void
  end?: () => void
}

/** With so many steps waiting (after a break, say), they are no longer shown one by one. */
export const TOO_MANY = 24

export class Queue {
  readonly #stage: Stage
  #waiting: Scenes[] = []
  #running = false
  #epoch = 0

  constructor(stage: Stage) {
    this.#stage = stage
  }

  get isIdle(): boolean {
    return !this.#running && this.#waiting.length === 0
  }

  add(scenes: Scenes): void {
    this.#waiting.push(scenes)
    if (!this.#running) void this.#run()
  }

  /** Forgets everything that was not shown yet: something else is shown instead. */
  clear(): void {
    this.#waiting = []
    this.#epoch += 1
    this.#running = false
  }

  async #run(): Promise<void> {
    const epoch = this.#epoch
    this.#running = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      next.begin?.()
      await this.#play(next.frames, () => epoch === this.#epoch)
      if (epoch !== this.#epoch) return
      next.end?.()
    }
    this.#running = false
  }

  async #play(frames: readonly Frame[], isCurrent: () => boolean): Promise<void> {
    const isRushed = () => this.#stage.pace() === 0 || this.#waiting.length >= TOO_MANY
    for (const [number, frame] of frames.entries()) {
      const isLast = number === frames.length - 1
      if (isRushed() && !isLast) continue
      const pace = isRushed() ? 0 : this.#stage.pace()
      await this.#stage.show(frame, pace)
      if (!isCurrent()) return
      if (pace > 0 && frame.rest > 0) await this.#stage.wait(frame.rest * pace)
      if (!isCurrent()) return
    }
  }
}
