/** Moments of real games, written by scripts/fixtures.py with the server's own code. */
import { readdirSync, readFileSync } from 'node:fs'

import type { Happening, Position, View } from '../src/protocol/messages'

export interface Moment {
  seat: number
  names: string[]
  /** How the table looked before the last step. */
  before: View
  happened: Happening[]
  position: Position
}

const FOLDER = new URL('fixtures/', import.meta.url)

/** The games of which there are moments. */
export const GAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''))

export function moments(game: string): Moment[] {
  return JSON.parse(readFileSync(new URL(`${game}.json`, FOLDER), 'utf8')) as Moment[]
}
