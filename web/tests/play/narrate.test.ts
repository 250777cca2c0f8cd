import { describe, expect, test } from 'vitest'

import type { Frame, Narrate } from '../../src/play/frames'
import type { View } from '../../src/protocol/messages'
import { narrate as fourSeasons } from '../../src/tables/four-seasons/narrate'
import { narrate as tradewinds } from '../../src/tables/tradewinds/narrate'
import { narrate as tweedyTricksters } from '../../src/tables/tweedy-tricksters/narrate'
import { narrate as weathervanes } from '../../src/tables/weathervanes/narrate'
import { narrate as winterCourt } from '../../src/tables/winter-court/narrate'
import { moments, type Moment } from '../moments'

const GAMES: Record<string, Narrate> = {
  weathervanes,
  tradewinds,
  'winter-court': winterCourt,
  'tweedy-tricksters': tweedyTricksters,
  'four-seasons': fourSeasons,
}

const told = (narrate: Narrate, { before, happened, view, seat }: Moment): Frame[] => narrate({ before, happened, after: view, seat })

/** The hands that a view shows. */
const hands = (view: View): unknown[] => (view['seats'] as { hand: unknown }[]).map(({ hand }) => hand !== null)

describe.each(Object.entries(GAMES))('%s, told step by step', (game, narrate) => {
  const steps = moments(game).filter(({ version }) => version > 0)

  test('ends with how the game stands', () => {
    for (const moment of steps) expect(told(narrate, moment).at(-1)?.view).toEqual(moment.view)
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

describe('a trick', () => {
  const finished = (game: string) => moments(game).filter(({ happened }) => happened.some(({ name }) => name === 'won'))

  test.each(['weathervanes', 'tweedy-tricksters', 'four-seasons'])('of %s is seen whole before it is taken', (game) => {
    const narrate = GAMES[game]
    for (const moment of finished(game)) {
      const trick = narrate && told(narrate, moment).find(({ isTrick }) => isTrick)
      const seats = trick?.view['seats'] as { played: unknown; token_played?: unknown; hand_size: number }[]
      expect(seats.filter(({ played }) => played !== null).length).toBeGreaterThan(0)
      if (game !== 'four-seasons') expect(seats.every(({ played }) => played !== null)).toBe(true)
    }
  })

  test('there are such moments among the fixtures', () => {
    expect(finished('weathervanes').length + finished('tweedy-tricksters').length + finished('four-seasons').length).toBeGreaterThan(0)
  })
})
