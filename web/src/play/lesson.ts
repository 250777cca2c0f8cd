/** What a lesson says to a move, and how it gets from one of its positions to the next. */
import type { LessonInfo, LessonPage, LessonStepInfo } from '../protocol/messages'

/** A place in a lesson: the step, and the page of it. After the last step comes the recap. */
export interface Spot {
  step: number
  page: number
}

export interface Verdict {
  isRight: boolean
  why: string
}

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.length === other.length && one.every((move) => other.includes(move))

/** What a step says to a legal move (all steps of it, in any order); null if it does not ask for one. */
export function verdict(step: LessonStepInfo, moves: readonly string[]): Verdict | null {
  if (!['best', 'do', 'legal'].includes(step.asks)) return null
  const right = step.right.find((answer) => isSame(answer.moves, moves))
  if (right) return { isRight: true, why: right.why }
  if (step.asks === 'legal') return { isRight: true, why: step.also }
  const wrong = step.wrong.find((answer) => isSame(answer.moves, moves))
  return { isRight: false, why: wrong?.why ?? step.otherwise }
}

/** The lesson's own reason why a move is wrong, also for one that is not legal. */
export function reasonAgainst(step: LessonStepInfo, move: string | null): string | null {
  return step.wrong.find(({ moves }) => moves[0] === move)?.why ?? null
}

export const pagesOf = (step: LessonStepInfo): LessonPage[] => [step.page, ...step.then]

/** Whether the reader has to do something before the lesson goes on. */
export const isQuestion = (step: LessonStepInfo): boolean => step.asks !== 'nothing'

export const isRecap = (lesson: LessonInfo, { step }: Spot): boolean => step >= lesson.steps.length

export function next(lesson: LessonInfo, { step, page }: Spot): Spot {
  const pages = lesson.steps[step]?.then.length ?? 0
  return page < pages ? { step, page: page + 1 } : { step: step + 1, page: 0 }
}

/** One step back: to the beginning of this one, or of the one before. */
export function previous({ step, page }: Spot): Spot {
  return { step: page > 0 ? step : Math.max(0, step - 1), page: 0 }
}

/** The moves that lead from one position of a deal to a later one; null if they do not. */
export function between(made: readonly string[], wanted: readonly string[]): string[] | null {
  return made.every((move, number) => wanted[number] === move) ? wanted.slice(made.length) : null
}

/** A text of a lesson, with the names of the seats: `{1}` is the one after the first. */
export function withNames(text: string, names: readonly string[]): string {
  return text.replaceAll(/\{(\d)\}/g, (_, seat: string) => names[Number(seat)] ?? '')
}

/** The style that lights up things, spots and other marked elements. */
export function glow(lit: readonly string[]): string {
  const named = lit.flatMap((name) => ['thing', 'spot', 'lit'].map((kind) => `[data-${kind}="${CSS.escape(name)}"]`))
  return named.length ? `:is(${named.join(', ')}) { outline: 4px solid var(--lit); outline-offset: 3px; border-radius: 10px; }` : ''
}
