import { describe, expect, test } from 'vitest'

import { bannerOf, type Tellable } from '../../src/play/banner'

const NAMES = ['Anna', 'Bernie']
const table = (more: Partial<Tellable> = {}, isMyTurn = false): Tellable => ({
  connection: 'open',
  refusal: null,
  isAdvising: false,
  advice: null,
  past: null,
  telling: '',
  result: null,
  prompt: 'Bernie: lead any card',
  info: {},
  position: { to_move: isMyTurn ? 0 : 1 },
  me: { name: 'Anna' },
  scene: { isMyTurn, seat: 0, name: (seat) => NAMES[seat] ?? '' },
  ...more,
})

describe('the banner', () => {
  test('says who is thinking, not what they are asked to do', () => {
    expect(bannerOf(table())).toEqual({ kind: 'waits', text: 'Bernie is thinking' })
  })

  test('says what happens while it happens', () => {
    expect(bannerOf(table({ telling: 'Bernie follows with 23' }))).toEqual({ kind: 'told', text: 'Bernie follows with 23' })
  })

  test('on my turn, says what to do', () => {
    const said = bannerOf(table({ prompt: 'Anna: follow Summer with 5 or 9' }, true))
    expect(said).toEqual({ kind: 'turn', text: 'Your turn: follow Summer with 5 or 9' })
  })

  test('tells a spectator who is thinking, too', () => {
    const said = bannerOf(table({ me: undefined, scene: { isMyTurn: false, seat: null, name: (seat) => NAMES[seat] ?? '' } }))
    expect(said.text).toBe('Bernie is thinking')
  })

  test('hints, refusals and a lost connection speak in it, the most urgent first', () => {
    const hint = { advice: [{ words: 'play Summer 9' }] }
    expect(bannerOf(table(hint, true))).toEqual({ kind: 'hint', text: 'Hint: play Summer 9' })
    const refusal = { ...hint, refusal: { message: 'Summer was led' } }
    expect(bannerOf(table(refusal, true)).kind).toBe('refusal')
    expect(bannerOf(table({ ...refusal, connection: 'lost' }, true)).kind).toBe('lost')
    expect(bannerOf(table({ isAdvising: true }, true)).text).toBe('A strong player is thinking …')
  })

  test('after the game, says how it ended, once the last card has landed', () => {
    const over = { result: { ending: 'Anna wins with 52 points, because of her tokens.' }, prompt: 'Anna wins', position: { to_move: null } }
    expect(bannerOf(table(over))).toEqual({ kind: 'over', text: 'Anna wins' })
    expect(bannerOf(table({ ...over, result: { ending: 'Bo resigned.' }, position: { to_move: 1 } })).text).toBe('Bo resigned.')
    expect(bannerOf(table({ ...over, telling: '+7 for Anna' })).kind).toBe('told')
  })
})
