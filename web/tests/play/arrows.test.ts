import { describe, expect, test } from 'vitest'

import { nearest, type Box } from '../../src/play/arrows'

const at = (left: number, top: number): Box => ({ left, top, width: 10, height: 10 })

describe('arrow keys', () => {
  const boxes = [at(100, 0), at(20, 0), at(0, 50), at(-30, 2)]

  test('go to the nearest thing in their direction', () => {
    expect(nearest(at(0, 0), boxes, 'ArrowRight')).toBe(1)
    expect(nearest(at(0, 0), boxes, 'ArrowLeft')).toBe(3)
    expect(nearest(at(0, 0), boxes, 'ArrowDown')).toBe(2)
  })

  test('go nowhere where nothing lies', () => {
    expect(nearest(at(0, 0), boxes, 'ArrowUp')).toBe(-1)
    expect(nearest(at(0, 0), boxes, 'Enter')).toBe(-1)
  })

  test('prefer what lies straight ahead to what is nearer but aside', () => {
    expect(nearest(at(0, 0), [at(15, 40), at(60, 0)], 'ArrowRight')).toBe(1)
  })
})
