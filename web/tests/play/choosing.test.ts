import { describe, expect, test } from 'vitest'

import { complete, isUnmistakable, leadingOn, meant, naming, pick, rows, standing, type Choice } from '../../src/play/choosing'
import { GAMES, moments } from '../moments'

const choice = (move: string, ...things: string[]): Choice => ({ move, words: move, things, label: '', place: null })

const LEAD = [
  choice('5r', 'card:5', 'corner:r'),
  choice('5b', 'card:5', 'corner:b'),
  choice('9b', 'card:9', 'corner:b'),
]

describe('picking things', () => {
  test('a card and then its corner name one action', () => {
    const picked = pick(LEAD, pick(LEAD, [], 'card:5'), 'corner:b')
    expect(complete(LEAD, picked)?.move).toBe('5b')
  })

  test('the order does not matter', () => {
    const picked = pick(LEAD, pick(LEAD, [], 'corner:b'), 'card:5')
    expect(complete(LEAD, picked)?.move).toBe('5b')
  })

  test('a thing named again is taken back', () => {
    expect(pick(LEAD, ['card:5', 'corner:b'], 'card:5')).toEqual(['corner:b'])
  })

  test('a thing that does not go together with the others begins afresh', () => {
    expect(pick(LEAD, ['card:9'], 'corner:r')).toEqual(['corner:r'])
  })

  test('a thing that does not go together with the last pick replaces only that', () => {
    expect(pick(LEAD, ['card:5', 'corner:r'], 'corner:b')).toEqual(['card:5', 'corner:b'])
    expect(pick(LEAD, ['card:5', 'corner:b'], 'card:9')).toEqual(['card:9'])
  })

  test('a thing that no action names changes nothing', () => {
    expect(pick(LEAD, ['card:9'], 'card:7')).toEqual(['card:9'])
  })

  test('an action is not complete before all its things are named', () => {
    expect(complete(LEAD, ['card:9'])).toBeNull()
    expect(complete(LEAD, [])).toBeNull()
  })

  test('a complete action that could become a longer one is not unmistakable', () => {
    const both = [choice('a', 'x'), choice('b', 'x', 'y')]
    expect(complete(both, ['x'])?.move).toBe('a')
    expect(isUnmistakable(both, ['x'])).toBe(false)
    expect(isUnmistakable(both, ['x', 'y'])).toBe(true)
  })
})

describe('how a thing stands', () => {
  test('what leads on is open, what begins something else is other, what nothing names is closed', () => {
    expect(standing(LEAD, ['card:9'], 'card:9')).toBe('picked')
    expect(standing(LEAD, ['card:9'], 'corner:b')).toBe('open')
    expect(standing(LEAD, ['card:9'], 'corner:r')).toBe('other')
    expect(standing(LEAD, ['card:9'], 'card:1')).toBe('closed')
  })

  test('nothing is asked of me when there is no choice', () => {
    expect(standing([], [], 'card:9')).toBe('idle')
  })

  test('of two names of one card, the one that fits what is picked is meant', () => {
    const tokens = [choice('Au4', 'card:Au4'), choice('autumn:Au4', 'token:autumn', 'drop:Au4')]
    expect(meant(tokens, [], ['card:Au4', 'drop:Au4'])).toBe('card:Au4')
    expect(meant(tokens, ['token:autumn'], ['card:Au4', 'drop:Au4'])).toBe('drop:Au4')
  })
})

describe('the list of moves', () => {
  test('few choices are listed one by one', () => {
    expect(rows(LEAD, []).map((row) => row.thing)).toEqual([null, null, null])
  })

  test('many choices are listed by what they name first', () => {
    const many = Array.from({ length: 12 }, (_, n) => choice(`${n}`, `card:${n % 3}`, `corner:${n}`))
    expect(rows(many, []).map((row) => row.thing)).toEqual(['card:0', 'card:1', 'card:2'])
    expect(rows(many, ['card:1']).map((row) => row.choices[0]?.move)).toEqual(['1', '4', '7', '10'])
  })
})

describe.each(GAMES)('in %s', (game) => {
  test('every legal action can be named by its things in any order, and means no other', () => {
    for (const { position: { choices } } of moments(game)) {
      for (const one of choices) {
        for (const things of [one.things, one.things.slice().reverse()]) {
          const picked = things.reduce<string[]>((before, thing) => pick(choices, before, thing), [])
          expect(complete(choices, picked)?.move).toBe(one.move)
        }
      }
    }
  })

  test('whatever leads on is part of a legal action', () => {
    for (const { position: { choices } } of moments(game)) {
      for (const thing of leadingOn(choices, [])) expect(naming(choices, [thing]).length).toBeGreaterThan(0)
    }
  })
})
