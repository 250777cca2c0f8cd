import { describe, expect, test } from 'vitest'

import { costly, curve, decisions } from '../../src/play/review'
import type { Reviewed } from '../../src/protocol/messages'

const reviewed = (step: number, move: string, ...values: [string, number][]): Reviewed => ({
  type: 'reviewed',
  id: null,
  match: 1,
  seat: 0,
  step,
  move,
  advice: values.map(([name, value]) => ({ move: name, words: `play ${name}`, things: [], value, share: 0 })),
  decisions: 2,
  left: 0,
})

describe('the review', () => {
  const all = decisions([reviewed(9, 'b', ['a', 0.5], ['b', 0.1]), reviewed(4, 'a', ['a', 0.2], ['c', 0])])

  test('goes through the decisions in the order in which they were made', () => {
    expect(all.map(({ step }) => step)).toEqual([4, 9])
  })

  test('says what would have been better, and how much was lost', () => {
    expect(all[1]).toMatchObject({ played: 'play b', better: 'play a' })
    expect(all[1]?.lost).toBeCloseTo(0.4)
  })

  test('finds no fault with the best move', () => {
    expect(all[0]).toMatchObject({ better: null, lost: 0 })
  })

  test('lists the costly decisions, the worst first', () => {
    const more = decisions([
      reviewed(1, 'b', ['a', 0.5], ['b', 0.3]),
      reviewed(2, 'b', ['a', 0.5], ['b', -0.3]),
      reviewed(3, 'b', ['a', 0.5], ['b', 0.49]),
    ])
    expect(costly(more).map(({ step }) => step)).toEqual([2, 1])
  })

  test('draws a curve from the left to the right, good above bad', () => {
    const [first, second] = curve(all, 100, 10).split(' ')
    expect(first).toBe('0.0,4.0')
    expect(second).toBe('100.0,2.5')
  })
})
