/** Create or join a table, and remember the seat. */
import { api, type Place } from '../protocol/api'
import type { GameInfo, NewTable } from '../protocol/messages'
import { words } from '../words'
import { mine } from './mine.svelte'
import { here } from './route.svelte'
import { settings } from './settings.svelte'

export interface Level {
  name: string
  help: string
}

/** The bots that can play a game. The random bot is not one of the server's levels. */
export const levelsOf = (game: GameInfo, levels: readonly Level[]): Level[] =>
  game.bots.map((name) => levels.find((level) => level.name === name) ?? { name, help: words.door.randomBot })

/** The requested level, or the best one that can play this game. */
export const levelFor = (game: GameInfo, wished: string): string => (game.bots.includes(wished) ? wished : (game.bots.at(-1) ?? wished))

export const myName = (): string => settings.name.trim() || words.door.defaultName

/** Creates a table and opens it. */
export async function makeTable(wish: NewTable): Promise<void> {
  const made = await api.makeTable({ name: myName(), ...wish })
  const { table, token, invite, watch, seat } = made
  const kind = seat === null ? 'watch' : 'table'
  mine.remember({ table, token }, { game: wish.game, kind, invite, watch })
  here.go(`/${kind}/${table}/${token}`)
}

/** Creates a practice table for a lesson, with the same cards every time. It is not remembered. */
export async function makeLesson(game: string, seed: number, bots: number): Promise<Place> {
  const others = Array.from({ length: bots }, () => ({ kind: 'bot', level: 'club' }) as const)
  const { table, token } = await api.makeTable({ game, name: myName(), seed, seats: [{ kind: 'me' }, ...others], players: bots + 1 })
  return { table, token }
}

/** Joins a table with an invitation and opens it. */
export async function joinTable(table: string, invite: string): Promise<void> {
  const seated = await api.join(table, invite, myName(), null)
  mine.remember({ table, token: seated.token }, { game: seated.info.game, kind: 'table', invite })
  here.go(`/table/${table}/${seated.token}`)
}
