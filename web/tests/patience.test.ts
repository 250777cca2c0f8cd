import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patiently, Refusal } from '../src/protocol/api'
import { nextWait } from '../src/protocol/patience'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('waits grow, up to the longest one, and are spread', () => {
  const waits = { first: 400, longest: 8000 }
  expect([0, 1, 2, 6, 1000].map((failed) => nextWait(failed, waits, () => 0.5))).toEqual([400, 800, 1600, 8000, 8000])
  expect(nextWait(0, waits, () => 0)).toBeCloseTo(280)
  expect(nextWait(0, waits, () => 1)).toBeCloseTo(520)
})

test('a busy server is asked again, with growing waits, and its sentence is shown meanwhile', async () => {
  const told: [string, number][] = []
  let asked = 0
  const work = (): Promise<string> => {
    asked += 1
    return asked < 4 ? Promise.reject(new Refusal('busy', 'This server is full.', 10)) : Promise.resolve('made')
  }
  const made = patiently(work, ({ message }, seconds) => told.push([message, seconds]), () => true)
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(await made).toBe('made')
  expect(told.map(([message]) => message)).toEqual(Array(3).fill('This server is full.'))
  const seconds = told.map(([, one]) => one)
  expect(seconds[0]).toBeGreaterThanOrEqual(7)
  expect(seconds[2]).toBeGreaterThan(seconds[0] ?? 0)
})

test('other refusals are not repeated, and nobody waits for what is not wanted any more', async () => {
  await expect(patiently(() => Promise.reject(new Refusal('too_fast', 'wait')), vi.fn(), () => true)).rejects.toThrow('wait')
  await expect(patiently(() => Promise.reject(new Refusal('busy', 'full')), vi.fn(), () => false)).rejects.toThrow('full')
})
