import { expect, test } from 'vitest'

import { counted, readNumber } from '../../src/play/count'

test('scores are read as they are written', () => {
  expect(['52', '+3', '−1', '1.3', '0'].map(readNumber)).toEqual([52, 3, -1, 1.3, 0])
  expect(['won', '', '3 royals'].map(readNumber)).toEqual([null, null, null])
})

test('on the way, a score is written like the one it becomes', () => {
  expect(counted(45, 52, 0.5, '52')).toBe('49')
  expect(counted(0.2, 1.3, 0.5, '1.3')).toBe('0.8')
  expect(counted(-2, 2, 0.25, '+2')).toBe('−1')
  expect(counted(-2, 2, 0.5, '+2')).toBe('0')
  expect(counted(-2, 2, 0.75, '+2')).toBe('+1')
})
