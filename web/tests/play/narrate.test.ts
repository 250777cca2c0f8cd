import { describe, expect, test } from 'vitest'

import { tables } from '../../src/games'
import type { Frame, Narrate } from '../../src/play/frames'
import type { View } from '../../src/protocol/messages'
import { moments, type Moment } from '../moments'

const GAMES = await Promise.all(
  Object.entries(tables).map(async ([game, load]) => {
    const { narrate, hasTricks = false } = (await load()).parts
    return { game, narrate, hasTricks }
  }),
)

const told = (narrate: Narrate, { before, happened, position, seat }: Moment): Frame[] => narrate({ before, happened, after: position.view, seat })

/** The hands that a view shows. */
const hands = (view: View): unknown[] => (view['seats'] as { hand: unknown }[]).map(({ hand }) => hand !== null)

describe.each(GAMES)('$game, told step by step', ({ game, narrate }) => {
  const steps = moments(game).filter(({ position }) => position.version > 0)

  test('ends with how the game stands', () => {
    for (const moment of steps) expect(told(narrate, moment).at(-1)?.view).toEqual(moment.position.view)
  })

  test('never changes the view it begins with', () => {
    for (const moment of steps) {
      const kept = structuredClone(moment.before)
      told(narrate, moment)
      expect(moment.before).toEqual(kept)
    }
  })

  test('shows no hand on the way that was not shown before', () => {
    for (const moment of steps) {
      for (const frame of told(narrate, moment).slice(0, -1)) expect(hands(frame.view)).toEqual(hands(moment.before))
    }
  })

  test('each frame keeps what it shows, whatever happens after it', () => {
    for (const moment of steps) {
      const views = told(narrate, moment).map(({ view }) => view)
      expect(new Set(views).size).toBe(views.length)
    }
  })
})

describe.each(GAMES.filter(({ hasTricks }) => hasTricks))('a trick of $game', ({ game, narrate }) => {
  const finished = moments(game).filter(({ happened }) => happened.some(({ name }) => name === 'won'))

  test('is among the fixtures', () => {
    expect(finished.length).toBeGreaterThan(0)
  })

  test('is seen whole before it is taken', () => {
    const played = (view: View | undefined) => ((view?.['seats'] ?? []) as { played: unknown }[]).filter((seat) => seat.played !== null).length
    for (const moment of finished) {
      const trick = told(narrate, moment).find(({ isTrick }) => isTrick)
      // The last step adds a card to the trick; a token may also have won one out of it.
      expect(played(trick?.view)).toBeGreaterThanOrEqual(Math.max(1, played(moment.before) - 1))
    }
  })
})
