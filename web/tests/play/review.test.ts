import { describe, expect, test } from 'vitest'

import { costly, decisions, insight, points, scale } from '../../src/play/review'
import type { Reviewed, Story } from '../../src/protocol/messages'

const around = (mean: number, width = 0.1) => ({ mean, low: mean - width, high: mean + width })
const story: Story = {
  chapter: 'round',
  short: 'rd',
  counted: 'points',
  shared: false,
  chapters: [
    { number: 0, step: 0, amounts: [0, 0] },
    { number: 1, step: 4, amounts: [3, 1] },
    { number: 2, step: 9, amounts: [4, 6] },
  ],
}

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

  test('numbers the decisions of a seat by chapter, and leaves out what others did', () => {
    const all = [reviewed(1, 0, { best: 'b', loss: around(0) }), reviewed(2, 0), reviewed(4, 0, { best: 'a', loss: around(0.3) }), reviewed(5, 0, { best: 'a', loss: around(0.8) })]
    expect(decisions(all, story).map(({ number, played, better }) => [number, played, better])).toEqual([
      ['1.1', 'Play b', null],
      ['1.2', 'Play b', 'Play a'],
      ['2.1', 'Play b', 'Play a'],
    ])
  })

  test('tells what cost something, the worst first', () => {
    const all = [reviewed(1, 0, { best: 'a', loss: around(0.3) }), reviewed(2, 0, { best: 'a', loss: around(0.8) })]
    expect(costly(decisions(all, story)).map(({ step, lost }) => [step, lost])).toEqual([
      [2, 0.8],
      [1, 0.3],
    ])
  })

  test('blames nobody for what may be chance, nor for the best move', () => {
    const chance = reviewed(1, 0, { best: 'a', loss: around(0.05) })
    const best = reviewed(2, 0, { move: 'a', best: 'a', loss: around(0.9) })
    const found = decisions([chance, best], story)
    expect(costly(found)).toEqual([])
    expect(found.map(({ lost }) => lost)).toEqual([0.05, 0])
  })

  test('finds the best decision, the costliest and the turning point', () => {
    const all = [
      reviewed(0, 1),
      reviewed(1, 3, { best: 'b', loss: around(0) }), // rose by 2, and nothing was better
      reviewed(2, 0.5), // somebody else's move changed the most
      reviewed(3, 3.4, { best: 'a', loss: around(1.5) }), // rose as well, but something else was better
    ]
    const { best, costliest, turning } = insight(all, story)
    expect(best?.step).toBe(1)
    expect(costliest?.step).toBe(3)
    expect(turning).toEqual({ step: 3, change: 3.4 - 0.5 })
    expect(insight([reviewed(0, 1), reviewed(1, 1)], story)).toEqual({ best: null, costliest: null, turning: null })
  })

  test('shows chances from 0, up to a half or the whole', () => {
    const chances = [0.2, 0.4].map((mean, step) => ({ step, ...around(mean, 0.01) }))
    const at = scale(chances, 10, 'chance of winning', 100, 50, 0.25)
    expect([at.low, at.high]).toEqual([0, 0.5])
    expect([at.x(0), at.x(10), at.y(0), at.y(0.5)]).toEqual([0, 100, 50, 0])
    expect(scale([...chances, { step: 2, ...around(0.7) }], 10, 'chance of winning', 100, 50, 0.25).high).toBe(1)
  })

  test('shows points with the line of zero', () => {
    expect(scale([{ step: 0, ...around(4.2) }], 4, 'points', 100, 50, null)).toMatchObject({ low: 0, high: 5 })
    expect(scale([{ step: 0, ...around(-2.3) }], 4, 'points', 100, 50, null)).toMatchObject({ low: -3, high: 1 })
  })
})
