import { describe, expect, test } from 'vitest'

import { grouped, pieces, plain, tagOf } from '../../src/play/lines'
import type { Line, LogLine } from '../../src/protocol/messages'
import { GAMES, moments } from '../moments'

const line = (text: string, more: Partial<Line> = {}): Line => ({ seat: null, tag: '', tone: 'who', text, heading: '', then: '', ...more })
const step = (number: number, ...lines: Line[]): LogLine => ({ step: number, seat: number % 2, move: `m${number}`, sentences: [], lines })

describe('a line', () => {
  test('has words and cards', () => {
    expect(pieces('{Su9|Summer 9} to {5}')).toEqual([{ code: 'Su9', name: 'Summer 9' }, ' to ', { code: '5', name: '5' }])
  })

  test('is read with the names of the cards', () => {
    expect(plain('token Autumn: {Sp3|Spring 3} to the Pit')).toBe('token Autumn: Spring 3 to the Pit')
  })

  test('keeps braces that mark nothing, as a name may have them', () => {
    expect(plain('{Anna}{ and {}')).toBe('Anna{ and {}')
  })

  test('says what it brought and to whom', () => {
    const nameOf = (seat: number) => ['Anna', 'You'][seat] ?? ''
    expect(tagOf(line('x', { seat: 1, tag: '+7' }), nameOf)).toBe('+7 You')
    expect(tagOf(line('x', { tag: 'Won' }), nameOf)).toBe('Won')
    expect(tagOf(line('x'), nameOf)).toBe('')
  })
})

describe('the log by headings', () => {
  test('counts tricks from one in every round', () => {
    const trick = { heading: 'Trick #' }
    const log = [
      step(0, line('deal', { heading: 'Round 1' })),
      step(1, line('a', trick)),
      step(2, line('b')),
      step(3, line('c', trick), line('deal', { heading: 'Round 2' })),
      step(4, line('d', trick)),
    ]
    expect(grouped(log).map(({ heading }) => heading)).toEqual(['Round 1', 'Trick 1', 'Trick 2', 'Round 2', 'Trick 1'])
    expect(grouped(log)[1]?.moves.map(({ step }) => step)).toEqual([1, 2])
    expect(grouped(log)[2]?.moves.map(({ step }) => step)).toEqual([3])
  })

  test('does not repeat a heading that is open, and waits for a line that follows', () => {
    const log = [step(1, line('a', { heading: 'Ann', then: 'Trick #' })), step(2, line('b', { heading: 'Ann' })), step(3, line('c'))]
    expect(grouped(log).map(({ heading }) => heading)).toEqual(['Ann'])
    expect(grouped([step(1, line('a', { then: 'Trick #' })), step(2), step(3, line('b'))]).map(({ heading }) => heading)).toEqual(['', 'Trick 1'])
  })

  test('has no rows for steps that need no words, but keeps their moves', () => {
    const [group] = grouped([step(1, line('a')), step(2)])
    expect(group?.entries.map(({ at }) => at.step)).toEqual([1])
    expect(group?.moves.map(({ step }) => step)).toEqual([1, 2])
  })
})

describe.each(GAMES)('%s', (game) => {
  test('tells every moment in lines without leftover marks, and banners in plain words', () => {
    const told = moments(game).flatMap(({ happened }) => happened)
    expect(told.some(({ line }) => line !== null)).toBe(true)
    for (const { line, banner } of told) {
      expect(line ? plain(line.text) : '').not.toMatch(/[{}|]/)
      expect(banner).not.toMatch(/[{}|]/)
    }
  })
})
