/** A lesson: an introduction, then moves at a real table, each of which explains one rule. */
import type { Choice } from './choosing'

export interface Moment<V> {
  view: V
  seat: number
  choices: readonly Choice[]
  /** How many moves the reader has made. */
  moves: number
}

export interface Task<V> {
  name: string
  when: (moment: Moment<V>) => boolean
  say: string | ((moment: Moment<V>) => string)
  /** A good choice to suggest. */
  suggest?: (moment: Moment<V>) => Choice | undefined
  /** It may never come up, so the lesson does not wait for it. */
  isOptional?: boolean
}

export interface Lesson<V> {
  /** The deal: the same every time. */
  seed: number
  bots: number
  told: string[]
  tasks: Task<V>[]
  /** The lesson ends after this many moves, even if some tasks did not come up. */
  most: number
}

// Each game has its own view type, known only by the game's name.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyLesson = Lesson<any>

/** What the lesson shows now: a text, a task, any move at all, or the end. */
export type Now = { kind: 'told'; text: string } | { kind: 'task'; name: string; text: string; choice: Choice | undefined } | { kind: 'free'; choice: Choice | undefined } | { kind: 'done' }

/** The reader's progress. */
export interface Progress {
  told: number
  done: readonly string[]
}

export function now(lesson: AnyLesson, progress: Progress, moment: Moment<unknown>): Now {
  const text = lesson.told[progress.told]
  if (text !== undefined) return { kind: 'told', text }
  const open = lesson.tasks.filter(({ name }) => !progress.done.includes(name))
  if (open.every(({ isOptional }) => isOptional) || moment.moves >= lesson.most) return { kind: 'done' }
  const task = open.find(({ when }) => when(moment))
  if (!task) return { kind: 'free', choice: moment.choices[0] }
  const said = typeof task.say === 'string' ? task.say : task.say(moment)
  return { kind: 'task', name: task.name, text: said, choice: task.suggest?.(moment) ?? moment.choices[0] }
}

/** The number of texts and required tasks. */
export function lengthOf(lesson: AnyLesson): number {
  return lesson.told.length + lesson.tasks.filter(({ isOptional }) => !isOptional).length
}
