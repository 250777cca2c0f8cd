import { describe, expect, test } from 'vitest'

import { between, next, previous, reasonAgainst, verdict, withNames } from '../../src/play/lesson'
import type { LessonInfo, LessonStepInfo } from '../../src/protocol/messages'

const step = (more: Partial<LessonStepInfo> = {}): LessonStepInfo => ({
  title: 'Follow',
  learned: 'Follow suit.',
  seed: 1,
  page: { text: 'Follow.', lit: [], opening: [] },
  asks: 'best',
  right: [{ moves: ['Kn9>B', 'boost:Kn1', 'commit'], why: 'It wins.' }],
  wrong: [{ moves: ['pass1'], why: 'It loses a turn.' }],
  otherwise: 'It does not reach.',
  also: '',
  options: [],
  look: null,
  then: [],
  ...more,
})
const page = { text: '', lit: [], opening: [] }
const lesson: LessonInfo = { players: 4, seat: 0, options: {}, steps: [step({ then: [page, page] }), step()] }

describe('an answer', () => {
  test('is right whatever the order of its steps', () => {
    expect(verdict(step(), ['boost:Kn1', 'Kn9>B', 'commit'])).toEqual({ isRight: true, why: 'It wins.' })
  })

  test('is wrong for its own reason, or for that of all others', () => {
    expect(verdict(step(), ['pass1'])).toEqual({ isRight: false, why: 'It loses a turn.' })
    expect(verdict(step(), ['Kn9>B', 'commit'])).toEqual({ isRight: false, why: 'It does not reach.' })
    expect(reasonAgainst(step(), 'pass1')).toBe('It loses a turn.')
    expect(reasonAgainst(step(), 'Kn9>B')).toBeNull()
  })

  test('is right if it is legal, where that was the question', () => {
    expect(verdict(step({ asks: 'legal', also: 'You may.' }), ['x'])).toEqual({ isRight: true, why: 'You may.' })
  })

  test('is not wanted where nothing was asked', () => {
    expect(verdict(step({ asks: 'nothing' }), ['x'])).toBeNull()
  })
})

describe('a reader', () => {
  test('goes from page to page and from step to step', () => {
    expect(next(lesson, { step: 0, page: 0 })).toEqual({ step: 0, page: 1 })
    expect(next(lesson, { step: 0, page: 2 })).toEqual({ step: 1, page: 0 })
    expect(next(lesson, { step: 1, page: 0 })).toEqual({ step: 2, page: 0 })
  })

  test('goes back to where a step begins', () => {
    expect(previous({ step: 1, page: 2 })).toEqual({ step: 1, page: 0 })
    expect(previous({ step: 1, page: 0 })).toEqual({ step: 0, page: 0 })
    expect(previous({ step: 0, page: 0 })).toEqual({ step: 0, page: 0 })
  })

  test('stays at the table if the next position comes later in the same match', () => {
    expect(between(['a', 'b'], ['a', 'b', 'c', 'd'])).toEqual(['c', 'd'])
    expect(between(['a', 'x'], ['a', 'b', 'c'])).toBeNull()
    expect(between(['a', 'b'], ['a'])).toBeNull()
  })

  test('reads the names of the others', () => {
    expect(withNames('{1} leads, {2} follows', ['Anna', 'Bernie', 'Cecil'])).toBe('Bernie leads, Cecil follows')
  })
})
