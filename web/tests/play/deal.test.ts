/** The browser's own dealing, against whole games that the rules in Python dealt (scripts/deals.py). */
import { describe, expect, test } from 'vitest'

import { difference, news, nth, pile, type AnyDealer, type Piles, type Setup } from '../../src/play/deal/dealer'
import { Rng } from '../../src/play/deal/rng'
import { DEALERS, momentsOf, readDeals, type Change } from '../deals'

interface Played extends Setup {
  ruleset: number
  seed: string
  moments: Change[]
}

const GAMES = Object.entries(DEALERS).map(([name, dealer]) => ({ name, dealer }))

function dealt(dealer: AnyDealer, played: Played, seed = played.seed): Piles[] {
  return [...dealer.deal(new Rng(seed), played, momentsOf(played.moments))]
}

describe('the random generator', () => {
  test('gives the numbers of the rules', () => {
    for (const { seed, next, below } of readDeals<{ seed: string; next: number[]; below: number[] }[]>('generator')) {
      const [rng, again] = [new Rng(seed), new Rng(seed)]
      expect(next.map(() => rng.next())).toEqual(next)
      expect(below.map((_, n) => again.below(n + 1))).toEqual(below)
    }
  })

  test('refuses what is not a seed of 96 bits', () => {
    for (const seed of ['', '0', '0x0000000000000000000000', `${'0'.repeat(23)}G`, '0'.repeat(25)]) expect(() => new Rng(seed)).toThrow(RangeError)
  })

  test('chooses all cards without a number', () => {
    const [rng, again] = [new Rng('0'.repeat(24)), new Rng('0'.repeat(24))]
    expect(rng.someOf([1, 2, 3], 3)).toEqual([[1, 2, 3], []])
    expect(rng.next()).toBe(again.next())
  })
})

test('every game with a table of its own can be dealt', () => {
  const tables = Object.keys(import.meta.glob('../../src/games/*/index.ts')).map((path) => path.split('/').at(-2) ?? '')
  expect(GAMES.map(({ name }) => name).sort()).toEqual(tables.sort())
})

describe.each(GAMES)('$name', ({ name, dealer }) => {
  const games = readDeals<Played[]>(name)

  test.each(games.map((_, n) => ({ n })))('game $n: all cards are those of the seed', ({ n }) => {
    const played = nth(games, n)
    const found = dealt(dealer, played)
    expect(found).toHaveLength(played.moments.length)
    for (const [step, { view }] of momentsOf(played.moments).entries()) expect(difference(nth(found, step), dealer.shown(view), step)).toBeNull()
  })

  test('the rules are those that the dealer follows', () => {
    // If this fails, the rules have changed: does the dealer still draw what they draw?
    for (const { ruleset } of games) expect(dealer.ruleset).toBe(ruleset)
  })

  test('every hand of every moment is dealt again', () => {
    for (const played of games)
      for (const piles of dealt(dealer, played))
        for (let seat = 0; seat < played.players; seat++) expect(piles).toHaveProperty([`hand:${seat}`])
  })

  test('another seed deals other cards, at once', () => {
    for (const played of games) {
      const { view } = nth(momentsOf(played.moments), 0)
      const seed = played.seed.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
      expect(difference(nth(dealt(dealer, played, seed), 0), dealer.shown(view), 0)).not.toBeNull()
    }
  })

  test('a card that changes places is found wherever it happens', () => {
    const played = nth(games, 0)
    const expected = dealt(dealer, played)
    let swaps = 0
    for (const [step, { view }] of momentsOf(played.moments).entries()) {
      const shown = dealer.shown(view)
      const [one, other] = [shown['hand:0']?.split(' ') ?? [], shown['hand:1']?.split(' ') ?? []]
      if (!one[0] || !other[0] || one[0] === other[0]) continue
      swaps += 1
      const forged = { ...shown, 'hand:0': pile([...one.slice(1), other[0]]), 'hand:1': pile([...other.slice(1), one[0]]) }
      expect(difference(nth(expected, step), forged, step)).toMatchObject({ step, pile: 'hand:0' })
    }
    expect(swaps).toBeGreaterThan(5)
  })
})

test('a deck that cannot be read is not guessed', () => {
  const tweedy = nth(GAMES.filter(({ name }) => name === 'tweedy-tricksters'), 0).dealer
  const played = nth(readDeals<Played[]>('tweedy-tricksters'), 0)
  expect(() => dealt(tweedy, { ...played, deck: '[cards]\n1 = "1 1 1 4"\n' })).toThrow()
})

test('what is kept of a view are the piles that gained a card', () => {
  expect(news({ 'hand:0': '1 2', top: 'R' }, null)).toEqual({ 'hand:0': '1 2', top: 'R' })
  expect(news({ 'hand:0': '1', top: 'G' }, { 'hand:0': '1 2', top: 'R' })).toEqual({ top: 'G' })
  expect(news({ 'hand:0': '1 1' }, { 'hand:0': '1 2' })).toEqual({ 'hand:0': '1 1' })
  expect(news({ 'hand:0': '' }, { 'hand:0': '1 2' })).toEqual({})
})
