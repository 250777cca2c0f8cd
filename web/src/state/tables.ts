/** Create, join and share tables, and remember the seats. */
import { api, type Place } from '../protocol/api'
import type { LessonInfo, LinkInfo, NewTable } from '../protocol/messages'
import { words } from '../words'
import { mine, type Shared } from './mine.svelte'
import { here } from './route.svelte'
import { tablePath } from './routes'
import { settings } from './settings.svelte'

export const myName = (): string => settings.name.trim() || words.door.defaultName

/** Creates a table and opens it. */
export async function makeTable(wish: NewTable): Promise<void> {
  const made = await api.makeTable({ name: myName(), ...wish })
  const { table, token, invite, watch, seat } = made
  const kind = seat === null ? 'watch' : 'table'
  const links = Object.fromEntries(made.links.map((link) => [link.kind, link.id]))
  mine.remember({ table, token }, { game: wish.game, kind, invite, watch, links })
  here.go(tablePath({ table, token }, seat !== null))
}

/** Creates a practice table for a position of a lesson, at which the others wait. It is not listed. */
export async function makeLesson(game: string, lesson: LessonInfo, seed: number, opening: readonly string[]): Promise<Place> {
  const { players, options } = lesson
  const seats = Array.from({ length: players }, (_, seat) => ({ kind: seat === lesson.seat ? 'me' : 'guided' }) as const)
  const { table, token } = await api.makeTable({ game, name: myName(), players, options, seats, seed, opening: [...opening], hints: false, undo: false })
  mine.remember({ table, token }, { game, isPractice: true })
  return { table, token }
}

/** Joins a table with an invitation, on a seat or on the first free one, and opens it. */
export async function joinTable(table: string, invite: string, seat: number | null, hints: boolean): Promise<void> {
  const seated = await api.join(table, invite, myName(), seat, hints)
  mine.remember({ table, token: seated.token }, { game: seated.info.game, kind: 'table' })
  here.replace(`/table/${table}`)
}

/** Watches a table that one is invited to. */
export async function watchInstead(place: Place, game: string): Promise<void> {
  const { token } = await api.watch(place)
  mine.remember({ table: place.table, token }, { game, kind: 'watch' })
  here.go(tablePath({ table: place.table, token }, false))
}

/** Takes a seat to this device with a link that works once, and opens it. */
export async function moveHere(table: string, link: string): Promise<void> {
  const seated = await api.move(table, link)
  mine.remember({ table, token: seated.token }, { game: seated.info.game, kind: 'table' })
  here.replace(`/table/${table}`)
}

/** Makes a link that can be shared, and remembers it. */
export async function shareTable(place: Place, kind: Shared): Promise<void> {
  const made = await api.makeLink(place, kind)
  const links = mine.tables.find(({ table, token }) => table === place.table && token === place.token)?.links
  mine.remember(place, { [kind]: made.token, links: { ...links, [kind]: made.id } })
}

/** The links of a table that work. Those that this browser made and that no longer work are forgotten. */
export async function readLinks(place: Place): Promise<LinkInfo[]> {
  const found = await api.links(place)
  mine.keepLinks(place, found)
  return found
}
