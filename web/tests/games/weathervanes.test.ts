import { describe, expect, test } from 'vitest'

import { GAP, rowsOf } from '../../src/games/weathervanes/tray'
import { centreOf, extentOf, neighbourOf } from '../../src/games/weathervanes/view'

const card = (number: number, suits: string) => ({ number, suits })
const TWO = { cell: 4, place: null, card: card(2, 'bryg') }
const RIGHT = { cell: 5, place: 'e' as const, card: card(22, 'rbgy') }

describe('the cards of a hand', () => {
  test('fit into its room, in as many rows as make them largest', () => {
    for (let count = 1; count <= 11; count++) {
      for (const [width, height] of [[336, 148], [366, 188], [166, 188], [330, 260], [846, 152], [1100, 180]] as const) {
        const { columns, size } = rowsOf(count, width, height, 120)
        const rows = Math.ceil(count / columns)
        expect(columns * size + (columns - 1) * GAP).toBeLessThanOrEqual(width)
        expect(rows * size + (rows - 1) * GAP).toBeLessThanOrEqual(height)
        expect(size, `${count} cards in ${width} x ${height}`).toBeGreaterThanOrEqual(40)
      }
    }
  })

  test('lie in two rows on a phone when there are more than six, and in one where there is room', () => {
    expect(rowsOf(11, 366, 188, 120).columns).toBe(6)
    expect(rowsOf(11, 1100, 180, 120).columns).toBe(11)
  })
})

describe('a tableau', () => {
  test('is drawn from its first cell', () => {
    expect(extentOf([4, 5, 1, 8])).toEqual({ top: 0, left: 1, rows: 3, columns: 2 })
  })

  test('has its centre where the inner corners meet in its suit', () => {
    expect(centreOf([TWO, RIGHT], ['y'])).toEqual({ x: 2, y: 2 })
    expect(centreOf([TWO, RIGHT], ['r'])).toEqual({ x: 2, y: 1 })
    expect(centreOf([TWO, RIGHT], ['r', 'y'])).toBeNull()
    expect(centreOf([TWO, RIGHT, { cell: 7, card: card(10, 'gybr') }], ['y'])).toEqual({ x: 2, y: 2 })
  })

  test('tells a place by the card beside it', () => {
    expect(neighbourOf(7, [TWO, RIGHT])).toEqual({ card: TWO.card, side: 'below' })
    expect(neighbourOf(2, [TWO, RIGHT])).toEqual({ card: RIGHT.card, side: 'above' })
    expect(neighbourOf(3, [TWO])).toEqual({ card: TWO.card, side: 'left' })
    expect(neighbourOf(6, [RIGHT])).toBeNull()
  })
})
