import { describe, expect, test } from 'vitest'

import { arrow, placed } from '../../src/play/aim'
import { markOf } from '../../src/look/marks'
import { behind, closeCall, lead, lines, ranking, spread, ticks } from '../../src/play/story'
import type { Result, SeatStanding, Story } from '../../src/protocol/messages'

const standing = (score: number, won = false): SeatStanding => ({ score: String(score), note: '', won })
const chapters = [
  { number: 0, step: 0, amounts: [0, 0, 0, 0] },
  { number: 1, step: 9, amounts: [80, 60, 70, 60] },
  { number: 2, step: 20, amounts: [154, 112, 134, 133] },
]
const story: Story = { chapter: 'round', short: 'rd', counted: 'points', shared: false, chapters }
const result = (more: Partial<Result> = {}): Result => ({
  match: 1,
  ending: '',
  result: {},
  returns: [1, -1, -1, -1],
  places: [1, 4, 2, 3],
  story,
  fairness: null,
  ...more,
})

describe('the end', () => {
  test('is ranked, with what each gained round by round', () => {
    const rows = ranking(result(), [standing(154, true), standing(112), standing(134), standing(133)])
    expect(rows.map(({ place, score }) => [place, score])).toEqual([
      [1, '154'],
      [2, '134'],
      [3, '133'],
      [4, '112'],
    ])
    expect(rows[0]?.gains).toEqual([80, 74])
  })

  test('shows winners first where nobody is ranked, and no gains of too many chapters', () => {
    const rows = ranking(result({ places: null, story: { ...story, short: '' } }), [standing(1), standing(2, true), standing(3), standing(4, true)])
    expect(rows.map(({ seat, place, gains }) => [seat, place, gains])).toEqual([
      [1, null, []],
      [3, null, []],
      [0, null, []],
      [2, null, []],
    ])
  })

  test('says by how much', () => {
    expect(lead(result())).toBe(20)
    expect(behind(result(), 3)).toBe(21)
    expect(behind(result(), 0)).toBeNull()
    // A winner by other means is not ahead in what is counted.
    expect(lead(result({ places: [2, 1, 3, 4] }))).toBeNull()
    expect(behind(result({ places: [2, 1, 3, 4] }), 0)).toBeNull()
  })

  test('finds the closest moment of the second half', () => {
    expect(closeCall(result())).toEqual({ chapter: 1, ahead: 0, behind: 2, margin: 10 })
    expect(closeCall(result({ story: null }))).toBeNull()
  })

  test('adds up what all have together', () => {
    expect(lines(result()).map(({ seat }) => seat)).toEqual([0, 1, 2, 3])
    const shared = lines(result({ story: { ...story, shared: true } }))
    expect(shared[0]).toEqual({ seat: null, amounts: [0, 270, 533] })
  })

  test('has round numbers at its axis', () => {
    expect(ticks(0, 79)).toEqual([0, 20, 40, 60, 80])
    expect(ticks(-3, 17, 4)).toEqual([-10, 0, 10, 20])
    expect(ticks(0, 1, 3)).toEqual([0, 0.5, 1])
  })

  test('keeps labels apart and inside', () => {
    expect(spread([10, 11, 50], 15, 0, 100)).toEqual([10, 25, 50])
    expect(spread([99, 98], 15, 0, 100)).toEqual([100, 85])
  })

  test('gives every seat a mark of its own, mine the first', () => {
    for (const mine of [null, 0, 2]) {
      const marks = [0, 1, 2, 3].map((seat) => markOf(seat, mine))
      expect(new Set(marks.map(({ shape }) => shape)).size).toBe(4)
      if (mine !== null) expect(marks[mine]?.colour).toBe('var(--accent)')
    }
  })
})

test('an arrow leaves the edge of a card and stops before the middle of its place', () => {
  const box = (x: number, y: number) => ({ x, y, width: 40, height: 40 })
  expect(arrow(box(0, 200), box(0, 0))?.line).toBe('M20 200L20 52')
  expect(arrow(box(0, 60), box(0, 0))).toBeNull()
  expect(arrow(box(0, 0), box(0, 0))).toBeNull()
})

describe('labels of two moves', () => {
  const region = { x: 0, y: 0, width: 400, height: 300 }
  const aim = (x: number, label: string) => ({ from: { x, y: 250, width: 60, height: 80 }, label })
  const ends = (all: ReturnType<typeof placed<ReturnType<typeof aim>>>) => all.map(({ aim: { label }, x }) => [x, x + 30 + 7.6 * label.length])

  test('stand above their cards', () => {
    expect(placed([aim(20, 'a'), aim(300, 'b')], region).map(({ y }) => y)).toEqual([212, 212])
  })

  test('never cover each other, and stay inside', () => {
    for (const [one, other] of [[100, 130], [340, 330], [0, 20], [300, 340]]) {
      const [first, second] = ends(placed([aim(one ?? 0, 'better · 35%'), aim(other ?? 0, 'you · 26%')], region)).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
      expect(first?.[1]).toBeLessThanOrEqual(second?.[0] ?? 0)
      expect(first?.[0]).toBeGreaterThanOrEqual(0)
      expect(second?.[1]).toBeLessThanOrEqual(400)
    }
  })

  test('stand above each other where both do not fit in a row', () => {
    const [one, other] = placed([aim(100, 'better: a long name of a move · 35%'), aim(130, 'you: another one · 26%')], region)
    expect(Math.abs((one?.y ?? 0) - (other?.y ?? 0))).toBeGreaterThanOrEqual(30)
  })
})

test('who shares the first place stands by what they have', () => {
  const shared = result({ places: [3, 1, 1, 4], returns: [-1, 1, 1, -1] })
  const rows = ranking(shared, [standing(154), standing(112, true), standing(134, true), standing(133)])
  expect(rows.map(({ seat }) => seat)).toEqual([2, 1, 0, 3])
})
