import { expect, test } from 'vitest'

import { parse, replayPath, tablePath, type Route } from '../src/state/routes'

const routeOf = (hash: string): Route => parse(hash).route

test('addresses lead to pages', () => {
  expect(routeOf('')).toEqual({ page: 'door' })
  expect(routeOf('#/learn/tradewinds')).toEqual({ page: 'learn', game: 'tradewinds' })
  expect(routeOf('#/table/abc')).toEqual({ page: 'table', table: 'abc' })
  expect(routeOf('#/watch/abc/W')).toEqual({ page: 'watch', table: 'abc', token: 'W' })
  expect(routeOf('#/join/abc/I')).toEqual({ page: 'join', table: 'abc', token: 'I' })
  expect(routeOf('#/move/abc/M')).toEqual({ page: 'move', table: 'abc', token: 'M' })
  expect(routeOf('#/watch/abc')).toEqual({ page: 'nowhere' })
  expect(routeOf('#/%E0%A4%A/x')).toEqual({ page: 'nowhere' })
})

test('a moment is found again by its own path', () => {
  const moment = { match: 2, seat: 'all', step: 17 }
  const place = { table: 'abc', token: 'T' }
  expect(routeOf(`#${replayPath(place, false, moment)}`)).toEqual({ page: 'replay', table: 'abc', token: 'T', ...moment })
  expect(routeOf(`#${replayPath(place, true, moment)}`)).toEqual({ page: 'replay', table: 'abc', token: null, ...moment })
  expect(routeOf(`#${replayPath(place, true, { match: 3 })}`)).toEqual({ page: 'replay', table: 'abc', token: null, match: 3, seat: null, step: null })
  const review = { ...moment, seat: '1', isReview: true }
  expect(routeOf(`#${replayPath(place, false, review)}`)).toEqual({ page: 'replay', table: 'abc', token: 'T', ...review })
  expect(routeOf(`#${replayPath(place, true, review)}`)).toEqual({ page: 'replay', table: 'abc', token: null, ...review })
  expect(routeOf(`#${replayPath(place, false, { match: 3, seat: null, step: 4 })}`)).toMatchObject({ seat: null, step: 4 })
})

test('no path of a seat has its token', () => {
  const place = { table: 'abc', token: 'SECRET' }
  expect(tablePath(place, true)).toBe('/table/abc')
  expect(replayPath(place, true, { match: 1, seat: '0', step: 3 })).toBe('/replay/abc/1/0/3')
  expect(replayPath(place, true, { match: 1, seat: '0', step: 3, isReview: true })).toBe('/review/abc/1/0/3')
})

test('the token of a link of an earlier version is told apart, to be taken out of the address', () => {
  expect(parse('#/table/abc/SECRET')).toEqual({ route: { page: 'table', table: 'abc' }, secret: 'SECRET' })
  expect(parse('#/replay/abc/SECRET/2/0/5')).toEqual({
    route: { page: 'replay', table: 'abc', token: null, match: 2, seat: '0', step: 5 },
    secret: 'SECRET',
  })
  expect(parse('#/replay/abc/2/0/5').secret).toBeNull()
})
