import { beforeEach, describe, expect, test } from 'vitest'

import type { AnyDealer, Piles } from '../../src/play/deal/dealer'
import { forgetOthers, seenIn, Witness } from '../../src/state/seen'

/** A view is what it shows. */
const dealer = Promise.resolve<AnyDealer>({ ruleset: 1, shown: (view: Piles) => view, deal: () => [] })

/** Enough of a browser's storage: its keys are its own properties. */
class Storage {
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string>)[key] ?? null
  }

  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value })
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

beforeEach(() => {
  Object.assign(globalThis, { localStorage: new Storage() })
})

describe('what this browser keeps of the cards', () => {
  test('are new cards, not those that were played', async () => {
    const witness = new Witness('t', 1, dealer)
    witness.saw(0, { 'hand:0': '1 2 3' })
    witness.saw(1, { 'hand:0': '1 3' })
    witness.saw(2, { 'hand:0': '1 3 9' })
    await dealer
    expect(seenIn('t', 1)).toEqual({ 0: { 'hand:0': '1 2 3' }, 2: { 'hand:0': '1 3 9' } })
  })

  test('survives a reload, and belongs to its match', async () => {
    new Witness('t', 1, dealer).saw(0, { 'hand:0': '1 2' })
    new Witness('t', 2, dealer).saw(0, { 'hand:0': '5 6' })
    new Witness('t', 1, dealer).jumped(4, { 'hand:0': '2' })
    await dealer
    expect(seenIn('t', 1)).toEqual({ 0: { 'hand:0': '1 2' }, 4: { 'hand:0': '2' } })
    expect(seenIn('t', 2)).toEqual({ 0: { 'hand:0': '5 6' } })
  })

  test('does not hold what was taken back', async () => {
    const witness = new Witness('t', 1, dealer)
    witness.saw(0, { 'hand:0': '1' })
    witness.saw(1, { 'hand:0': '1 2' })
    witness.wentBack(0, { 'hand:0': '1' })
    witness.saw(1, { 'hand:0': '1 7' })
    await dealer
    expect(seenIn('t', 1)).toEqual({ 0: { 'hand:0': '1' }, 1: { 'hand:0': '1 7' } })
  })

  test('is nothing for a game that cannot be dealt here, and goes with its table', async () => {
    const none = Promise.resolve(null)
    new Witness('t', 1, none).saw(0, { 'hand:0': '1' })
    new Witness('u', 1, dealer).saw(0, { 'hand:0': '1' })
    await Promise.all([none, dealer])
    expect(seenIn('t', 1)).toEqual({})
    expect(seenIn('u', 1)).not.toEqual({})
    forgetOthers() // nothing is remembered here
    expect(seenIn('u', 1)).toEqual({})
  })

  test('is nothing if the storage holds something else', () => {
    localStorage.setItem('weatherdeck:seen:t:1', '{"0": 7')
    expect(seenIn('t', 1)).toEqual({})
    localStorage.setItem('weatherdeck:seen:t:1', '[7]')
    expect(seenIn('t', 1)).toEqual({})
  })
})
