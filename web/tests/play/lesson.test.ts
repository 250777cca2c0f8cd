import { describe, expect, test } from 'vitest'

import { lessons } from '../../src/games'
import { lengthOf, now, type Lesson, type Moment } from '../../src/play/lesson'

const choice = { move: 'a', words: 'do a', things: ['a'], label: '', place: null }
const moment = (more: Partial<Moment<{ phase: string }>> = {}): Moment<{ phase: string }> => ({
  view: { phase: 'play' },
  seat: 0,
  choices: [choice],
  moves: 0,
  ...more,
})

const LESSON: Lesson<{ phase: string }> = {
  seed: 1,
  bots: 3,
  told: ['first this', 'then that'],
  tasks: [
    { name: 'play', when: ({ view }) => view.phase === 'play', say: 'play a card' },
    { name: 'place', when: ({ view }) => view.phase === 'place', say: ({ moves }) => `after ${moves} moves, place it` },
    { name: 'rare', when: () => false, say: 'rarely', isOptional: true },
  ],
  most: 10,
}

describe('a lesson', () => {
  test('tells everything first', () => {
    expect(now(LESSON, { told: 1, done: [] }, moment())).toEqual({ kind: 'told', text: 'then that' })
  })

  test('then gives the first task that fits, with a choice to make', () => {
    expect(now(LESSON, { told: 2, done: [] }, moment())).toEqual({ kind: 'task', name: 'play', text: 'play a card', choice })
    const placing = moment({ view: { phase: 'place' }, moves: 3 })
    expect(now(LESSON, { told: 2, done: ['play'] }, placing)).toMatchObject({ text: 'after 3 moves, place it' })
  })

  test('lets the reader play on while nothing fits', () => {
    expect(now(LESSON, { told: 2, done: ['play'] }, moment())).toEqual({ kind: 'free', choice })
  })

  test('ends when all that must be shown is shown, or after the most moves', () => {
    expect(now(LESSON, { told: 2, done: ['play', 'place'] }, moment())).toEqual({ kind: 'done' })
    expect(now(LESSON, { told: 2, done: [] }, moment({ moves: 10 }))).toEqual({ kind: 'done' })
  })

  test.each(Object.entries(lessons))('of %s has something to tell and to do', async (_, load) => {
    const { lesson } = await load()
    expect(lengthOf(lesson)).toBeGreaterThan(3)
    expect(new Set(lesson.tasks.map(({ name }) => name)).size).toBe(lesson.tasks.length)
  })
})
