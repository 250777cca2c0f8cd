import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { namesOf, offers } from '../src/generic/choices'
import { cardOf, isCard, saidOf } from '../src/generic/face'
import { layoutOf, tablePieces, zonesOf } from '../src/generic/layout'
import { narrator, travels } from '../src/generic/narrate'
import { Schemas, type Schema } from '../src/generic/schema'
import type { Choice } from '../src/play/choosing'
import { GAMES, moments } from './moments'

const choice = (move: string, ...things: string[]): Choice => ({ move, words: `do ${move}`, things, label: '', place: null })

/** A game that is not ours: numbered cards, a trick, and a market. */
const CARD: Schema = { type: 'integer', thing: 'card' }
const SCHEMAS = new Schemas({
  $defs: {
    Seat: {
      type: 'object',
      properties: {
        hand: { anyOf: [{ type: 'array', items: CARD }, { type: 'null' }] },
        hand_size: { type: 'integer' },
        played: { anyOf: [CARD, { type: 'null' }] },
        tricks: { type: 'integer' },
      },
    },
    Ware: { type: 'object', properties: { name: { type: 'string', thing: 'ware' }, price: { type: 'integer' }, sold: { type: 'boolean' } } },
  },
  type: 'object',
  properties: {
    to_move: { anyOf: [{ type: 'integer', seat: true }, { type: 'null' }] },
    winning: { anyOf: [{ type: 'integer', seat: true }, { type: 'null' }] },
    seats: { type: 'array', items: { $ref: '#/$defs/Seat' } },
    market: { type: 'array', items: { $ref: '#/$defs/Ware' }, columns: 2 },
    gone: { type: 'array', items: CARD, aside: true },
  },
})

const seat = (hand: number[] | null, played: number | null, size = hand?.length ?? 0) => ({ hand, hand_size: size, played, tricks: 0 })
const VIEW = {
  to_move: 0,
  winning: 1,
  seats: [seat([3, 7, 7], null), seat(null, 7, 2)],
  market: [
    { name: 'silk', price: 4, sold: false },
    { name: 'salt', price: 1, sold: true },
  ],
  gone: [1, 2],
}

describe('the layout of a view', () => {
  const layout = layoutOf(VIEW, SCHEMAS)

  test('has the hand of whoever looks as pieces, and counts the hands that are hidden', () => {
    expect(layout.seats[0]?.hand.map(({ thing }) => thing)).toEqual(['card:3', 'card:7', 'card:7'])
    expect(new Set(layout.seats[0]?.hand.map(({ spot }) => spot)).size).toBe(3)
    expect(layout.seats.map(({ hidden }) => hidden)).toEqual([0, 2])
  })

  test('has what each has played in a slot', () => {
    expect(layout.slots).toEqual(['played'])
    expect(layout.seats.map(({ slots }) => slots[0]?.thing)).toEqual([undefined, 'card:7'])
  })

  test('marks the seats that the view names', () => {
    expect(layout.seats.map(({ marks }) => marks)).toEqual([[], ['winning']])
    expect(layout.toMove).toBe(0)
  })

  test('lays out lists as they are hinted, and tells what is only for reference', () => {
    const [market, gone] = layout.parts
    expect(market).toMatchObject({ is: 'pieces', columns: 2, isAside: false })
    expect(gone).toMatchObject({ is: 'pieces', isAside: true })
    expect(tablePieces(layout).map(({ thing }) => thing)).toEqual(['card:7', 'ware:silk', 'ware:salt'])
  })

  test('says all that a piece is', () => {
    const salt = tablePieces(layout).find(({ value }) => value === 'salt')
    expect(salt && saidOf(salt)).toBe('ware salt, price 1, sold')
    expect(salt && isCard(salt, null)).toBe(true)
  })
})

describe('a face', () => {
  test('with a sign and one number shows these', () => {
    const piece = { spot: 's', kind: 'card', value: 'Kn9', thing: 'card:Kn9', parts: [
      { name: 'suit', isAside: false, is: 'text' as const, values: ['Kn'] },
      { name: 'rank', isAside: false, is: 'text' as const, values: ['9'] },
    ] }
    const art = { signs: { Kn: { letters: 'Kn', colour: '#00f' } } }
    expect(cardOf(piece, art)).toMatchObject({ large: '9', colour: '#00f', lines: [] })
    expect(cardOf(piece, null)).toMatchObject({ large: 'Kn9', colour: null })
  })
})

describe('what can be chosen', () => {
  const layout = layoutOf(VIEW, SCHEMAS)
  const names = (choices: Choice[]) => namesOf(zonesOf(layout, 0), choices, SCHEMAS.kinds())

  test('is chosen in the hand, where the same thing also lies on the table', () => {
    const found = names([choice('7', 'card:7')])
    expect(found.get('seats/0/hand/card:7/0')).toEqual(['card:7'])
    expect(found.has('seats/1/played')).toBe(false)
  })

  test('on the table answers for its whole kind, so that it can say why not', () => {
    const found = names([choice('buy silk', 'ware:silk')])
    expect([...found.keys()].filter((spot) => spot.startsWith('market'))).toHaveLength(2)
    expect([...names([choice('7', 'card:7')]).keys()].filter((spot) => spot.startsWith('market'))).toHaveLength(0)
  })

  test('a card of the hand also stands for things that no view draws', () => {
    expect(names([choice('drop 3', 'drop:3')]).get('seats/0/hand/card:3/0')).toEqual(['card:3', 'drop:3'])
  })

  test('what nothing stands for becomes a button, once all that is named before it is picked', () => {
    const choices = [choice('3 red', 'card:3', 'corner:r'), choice('3 blue', 'card:3', 'corner:b'), choice('pass', 'pass')]
    expect(offers(choices, [], names(choices)).map(({ thing }) => thing)).toEqual(['pass'])
    const next = offers(choices, ['card:3'], names(choices))
    expect(next.map(({ thing, choice: whole }) => [thing, whole?.move])).toEqual([['corner:r', '3 red'], ['corner:b', '3 blue']])
  })

  test('a choice that names nothing is a button too', () => {
    const only = choice('go on')
    expect(offers([only], [], new Map())).toEqual([{ thing: null, choice: only }])
  })
})

describe('a step', () => {
  test('moves a card from the hand to where it is played', () => {
    const after = { ...VIEW, to_move: 1, seats: [seat([7, 7], 3), VIEW.seats[1]] }
    expect(travels(VIEW, after, SCHEMAS)).toEqual([{ from: 'seats/0/hand/card:3/0', to: 'seats/0/played' }])
  })

  test('shows the whole trick before it is taken', () => {
    const after = { ...VIEW, seats: [seat([3, 7], null), seat(null, null, 2)] }
    const happened = [{ name: 'played', parts: { seat: 0, card: 7 }, sentence: null, line: null, banner: '' }]
    const [trick, last] = narrator(SCHEMAS)({ before: VIEW, happened, after, seat: 0 })
    expect((trick?.view['seats'] as { played: number }[]).map(({ played }) => played)).toEqual([7, 7])
    expect(trick?.isTrick).toBe(true)
    expect(last?.view).toEqual(after)
  })
})

describe.each(GAMES)('%s at the generic table', (game) => {
  const views = JSON.parse(readFileSync(new URL('../schema/views.json', import.meta.url), 'utf8')) as Schema
  const schemas = new Schemas({ ...views.properties?.[game], ...(views.$defs ? { $defs: views.$defs } : {}) })

  test('every legal action can be made by what is drawn and by buttons', () => {
    for (const { position, seat: mine } of moments(game)) {
      const { view, choices: legal } = position
      const layout = layoutOf(view, schemas)
      const found = namesOf(zonesOf(layout, mine), legal, schemas.kinds())
      const drawn = new Set([...found.values()].flat())
      for (const one of legal) {
        const picked: string[] = []
        for (const thing of one.things) {
          expect(drawn.has(thing) || offers(legal, picked, found).some((offer) => offer.thing === thing), `${one.move}: ${thing}`).toBe(true)
          picked.push(thing)
        }
      }
    }
  })

  test('every hand is drawn, and no hidden card is', () => {
    for (const { position, seat: mine } of moments(game)) {
      const { view } = position
      const seats = view['seats'] as { hand: unknown[] | null; hand_size: number }[]
      const layout = layoutOf(view, schemas)
      expect(layout.seats[mine]?.hand.length).toBe(seats[mine]?.hand?.length)
      expect(layout.seats.map(({ hidden }) => hidden)).toEqual(seats.map(({ hand, hand_size }) => (hand === null ? hand_size : 0)))
    }
  })

  test('a step ends with how the game stands', () => {
    for (const { before, happened, position, seat: mine } of moments(game)) {
      const { view: after } = position
      expect(narrator(schemas)({ before, happened, after, seat: mine }).at(-1)?.view).toEqual(after)
    }
  })
})
