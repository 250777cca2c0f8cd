import { describe, expect, test } from 'vitest'

import { curve, mistakes, points } from '../../src/play/review'
import type { Reviewed } from '../../src/protocol/messages'

const around = (mean: number, width = 0.1) => ({ mean, low: mean - width, high: mean + width })

function reviewed(step: number, outlook: number, more: Partial<Reviewed> = {}): Reviewed {
  const advice = ['a', 'b'].map((move) => ({ move, words: `play ${move}`, label: `Play ${move}`, things: [], value: null, share: 0.5 }))
  return {
    ...{ type: 'reviewed', id: null, match: 1, seat: 0, step, move: 'b', unit: 'points', outlook: around(outlook) },
    ...{ best: null, loss: null, advice, even: null, compared: null, decisions: 3, left: 0, ...more },
  } as Reviewed
}

describe('the review', () => {
  test('goes through the steps in the order in which they were made', () => {
    expect(points([reviewed(9, 1), reviewed(4, 2)]).map(({ step }) => step)).toEqual([4, 9])
  })

  test('tells what would have been better, the worst first', () => {
    const all = [reviewed(1, 0, { best: 'a', loss: around(0.3) }), reviewed(2, 0, { best: 'a', loss: around(0.8) })]
    expect(mistakes(all)).toEqual([
      { step: 2, played: 'play b', better: 'play a', lost: 0.8 },
      { step: 1, played: 'play b', better: 'play a', lost: 0.3 },
    ])
  })

  test('blames nobody for what may be chance, nor for the best move', () => {
    const chance = reviewed(1, 0, { best: 'a', loss: around(0.05) })
    const best = reviewed(2, 0, { move: 'a', best: 'a', loss: around(0.9) })
    expect(mistakes([chance, best])).toEqual([])
  })

  test('draws a curve from the left to the right, good above bad, with its interval', () => {
    const { line, band, places } = curve(points([reviewed(1, 0), reviewed(2, 0.8)]), 100, 10)
    expect(line).toBe('0,9 100,1')
    expect(band).toBe('0,8 100,0 100,2 0,10')
    expect(places.map(({ step }) => step)).toEqual([1, 2])
  })
})
