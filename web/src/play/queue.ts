/** Shows frames one after another. */
import { isHeld, TRICK_RESTS, type Frame } from './frames'

export interface Stage {
  /** Draws a frame and its animation; resolves when the animation ends. */
  show: (frame: Frame, pace: number) => Promise<void>
  wait: (milliseconds: number) => Promise<void>
  /** 1 is normal, less is faster, 0 shows only the last frame of each step. */
  pace: () => number
  /** Whether, at pace 0, what matters is shown for a while all the same. */
  isStill?: () => boolean
}

export interface Scenes {
  frames: Frame[]
  /** Called before the first frame and after the last. */
  begin?: () => void
  end?: () => void
}

/** With this many steps waiting (after a pause, for example), intermediate frames are skipped. */
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

  /** Drops everything that has not been shown yet. */
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
      const isStill = isHeld(frame) && this.#waiting.length < TOO_MANY && this.#stage.isStill?.() === true
      if (isRushed() && !isLast && !isStill) continue
      const pace = isRushed() ? 0 : this.#stage.pace()
      await this.#stage.show(frame, pace)
      if (isStill && isCurrent()) await this.#stage.wait(TRICK_RESTS)
      if (!isCurrent()) return
      if (pace > 0 && frame.rest > 0) await this.#stage.wait(frame.rest * pace)
      if (!isCurrent()) return
    }
  }
}
