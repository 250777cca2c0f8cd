import { describe, expect, test } from 'vitest'

import { tables } from '../../src/games'
import type { Frame, Narrate } from '../../src/play/frames'
import { bannerFor } from '../../src/play/narrator'
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

describe.each(GAMES)('the motion of $game', ({ game, narrate, hasTricks }) => {
  const frames = moments(game)
    .filter(({ position }) => position.version > 0)
    .map((moment) => told(narrate, moment))

  test('says in the banner who does what, while it happens', () => {
    const said = frames.flat().map(({ says }) => says ?? '')
    expect(said.filter(Boolean).length).toBeGreaterThan(frames.length / 2)
    for (const text of said) expect(text.length).toBeLessThanOrEqual(40)
  })

  test('never shows a card both before and after it was swept away', () => {
    for (const one of frames) {
      for (const [n, { sweeps = [], view }] of one.entries()) {
        const next = one[n + 1]
        if (!sweeps.length || !next) continue
        expect(next.view).not.toEqual(view)
      }
    }
  })

  test.runIf(hasTricks)('makes the winner of a trick glow, and the others step back', () => {
    const tricks = frames.flat().filter(({ isTrick }) => isTrick)
    expect(tricks.length).toBeGreaterThan(0)
    for (const { glows = [], fades = [] } of tricks) {
      expect(glows.some((spot) => fades.includes(spot))).toBe(false)
      expect(glows.length + fades.length).toBeGreaterThan(0)
    }
  })

  test('lets every gain rise to a seat, with its sign', () => {
    const gains = frames.flat().flatMap(({ gains = [] }) => gains)
    for (const { seat, text } of gains) {
      expect(seat).toBeGreaterThanOrEqual(0)
      expect(text).toMatch(/^([+−]\d+(\.\d)?|0)$/)
    }
    if (game !== 'four-seasons') expect(gains.length).toBeGreaterThan(0) // its one round is won or lost, not scored
  })
})

test('what I do is told to me as in the log, and what others do by name', () => {
  const line = { seat: 1, tag: '', tone: 'who' as const, text: '{Su9|Summer 9} leads', heading: '', then: '' }
  const event = { name: 'led', parts: { seat: 1 }, sentence: null, line, banner: 'Bo leads Summer 9' }
  expect(bannerFor(event, 0)).toBe('Bo leads Summer 9')
  expect(bannerFor(event, 1)).toBe('You: Summer 9 leads')
  expect(bannerFor(event, null)).toBe('Bo leads Summer 9')
})
