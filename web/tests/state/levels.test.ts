import { describe, expect, test } from 'vitest'

import type { GameInfo } from '../../src/protocol/messages'
import { levelsOf } from '../../src/state/levels'

const ALL = [
  { name: 'club', help: 'a good club player' },
  { name: 'expert', help: 'thinks ahead' },
]
const GAME = {
  bots: ['club', 'expert'],
  levels: [
    { name: 'club', players: 2, help: 'a good club player', strength: null, deals: null },
    { name: 'expert', players: 2, help: 'has learned', strength: 'beats a good club player four times in five', deals: 400 },
    { name: 'expert', players: 3, help: 'thinks ahead', strength: null, deals: null },
  ],
} as Partial<GameInfo> as GameInfo

describe('what a level is', () => {
  const helpOf = (players: number, isUsual: boolean, name: string) => levelsOf(GAME, ALL, players, isUsual).find((level) => level.name === name)?.help

  test('is said with its measured strength first', () => {
    expect(helpOf(2, true, 'expert')).toBe('Beats a good club player four times in five. Has learned.')
    expect(helpOf(2, true, 'club')).toBe('A good club player.')
  })

  test('has no figures where it was not measured with these players, options or deck', () => {
    expect(helpOf(3, true, 'expert')).toBe('Thinks ahead.')
    expect(helpOf(2, false, 'expert')).toBe('Thinks ahead.')
    expect(helpOf(4, true, 'expert')).toBe('Thinks ahead.')
  })

  test('of the random bot is known without the server', () => {
    expect(levelsOf({ ...GAME, bots: ['random'], levels: [] }, ALL, 2, true)).toEqual([{ name: 'random', help: 'Plays any legal move.' }])
  })
})
