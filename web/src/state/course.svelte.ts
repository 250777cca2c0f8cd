/** A reader in a lesson: the place they are at, the answer they gave, and the practice table it happens at. */
import { between, isQuestion, isRecap, next, pagesOf, previous, reasonAgainst, verdict, type Spot, type Verdict } from '../play/lesson'
import type { Place } from '../protocol/api'
import type { LessonInfo, LessonPage, LessonStepInfo } from '../protocol/messages'
import { words } from '../words'
import { Remembered } from './remembered.svelte'
import type { TableStore } from './table.svelte'
import { makeLesson } from './tables'

const isProgress = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'number')

/** The step that a reader of each game has reached, so that they come back to it. */
const reached = new Remembered<Record<string, number>>('lessons', {}, isProgress)

/** Where the strip of a lesson leads. */
export interface LessonNav {
  back: (() => void) | null
  next: { label: string; go: () => void } | null
}

export class Course {
  spot = $state.raw<Spot>({ step: 0, page: 0 })
  /** The last answer at this step. */
  answer = $state.raw<Verdict | null>(null)
  /** The table of the current position; null until it is made. */
  place = $state.raw<Place | null>(null)
  problem = $state<string | null>(null)
  /** Whether the table shows the position of this page; a moment passes until it does. */
  isThere = $state(false)
  /** The furthest step: up to it, the reader can go on without answering again. */
  #furthest = $state(0)
  #seed: number | null = null
  /** The moves made at the table. */
  #made: readonly string[] = []
  #store: TableStore | null = null

  constructor(
    readonly game: string,
    readonly lesson: LessonInfo,
  ) {
    const step = reached.value[game] ?? 0
    this.#furthest = step < lesson.steps.length ? step : 0
    void this.goTo({ step: this.#furthest, page: 0 })
  }

  get step(): LessonStepInfo | null {
    return this.lesson.steps[this.spot.step] ?? null
  }

  get page(): LessonPage | null {
    return this.step ? (pagesOf(this.step)[this.spot.page] ?? null) : null
  }

  get isRecap(): boolean {
    return isRecap(this.lesson, this.spot)
  }

  /** Whether an answer is still wanted at this page. */
  get isAsking(): boolean {
    const { step, spot, answer } = this
    return this.isThere && step !== null && spot.page === 0 && isQuestion(step) && !answer?.isRight
  }

  get canGoOn(): boolean {
    return this.isThere && !this.isRecap && (!this.isAsking || this.spot.step < this.#furthest)
  }

  get canGoBack(): boolean {
    return this.spot.step > 0 || this.spot.page > 0
  }

  /** Where the strip leads; `finish` is what comes after the recap. */
  nav(finish: () => void): LessonNav {
    const forward = this.isRecap ? { label: words.learn.playNow, go: finish } : this.canGoOn ? { label: words.learn.goOn, go: () => void this.goOn() } : null
    return { back: this.canGoBack ? () => void this.goBack() : null, next: forward }
  }

  /** The table is open: its moves are answers from now on. */
  attach(store: TableStore): void {
    this.#store = store
    this.isThere = true
    store.judge = (moves) => this.#judge(moves)
    store.explain = (move) => (this.step && this.isAsking ? reasonAgainst(this.step, move) : null)
  }

  goOn(): Promise<void> {
    return this.goTo(next(this.lesson, this.spot))
  }

  goBack(): Promise<void> {
    return this.goTo(previous(this.spot))
  }

  again(): Promise<void> {
    return this.goTo({ step: 0, page: 0 })
  }

  /** Goes to a place of the lesson: the others make their moves at this table, or another one is made. */
  async goTo(spot: Spot): Promise<void> {
    this.spot = spot
    this.answer = null
    this.#furthest = Math.max(this.#furthest, spot.step)
    reached.update((all) => ({ ...all, [this.game]: spot.step }))
    const { step, page } = this
    if (step && page) await this.#reach(step.seed, page.opening)
  }

  async #reach(seed: number, opening: readonly string[]): Promise<void> {
    const rest = this.#seed === seed && this.#store ? between(this.#made, opening) : null
    this.#seed = seed
    this.#made = opening
    if (rest?.length === 0) return
    this.isThere = false
    if (rest && (await this.#store?.guide(rest))) {
      this.isThere = true
      return
    }
    this.#store = null
    try {
      this.place = await makeLesson(this.game, this.lesson, seed, opening)
    } catch (failure) {
      this.problem = failure instanceof Error ? failure.message : String(failure)
    }
  }

  /** Whether a move is made: only a right answer is. */
  #judge(moves: readonly string[]): boolean {
    if (!this.step || !this.isAsking) return false
    const found = verdict(this.step, moves)
    if (!found) return false
    this.answer = found
    if (found.isRight) this.#made = [...this.step.page.opening, ...moves]
    return found.isRight
  }

  /** Gives the first right answer for a reader who does not find it. */
  async showAnswer(): Promise<void> {
    const right = this.step?.right[0]
    if (!this.step || !right) return
    const opening = [...this.step.page.opening, ...right.moves]
    this.answer = { isRight: true, why: right.why }
    await this.#reach(this.step.seed, opening)
  }

  choose(option: LessonStepInfo['options'][number]): void {
    if (!this.answer?.isRight) this.answer = { isRight: option.right, why: option.why }
  }

  /** The reader has looked at something that a step may have asked for. */
  looked(what: string): void {
    if (this.isAsking && this.step?.look === what) this.answer = { isRight: true, why: '' }
  }
}
