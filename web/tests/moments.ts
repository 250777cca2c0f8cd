/** Real moments of real games, written by scripts/fixtures.py. */
import { readdirSync, readFileSync } from 'node:fs'

import type { Choice } from '../src/play/choosing'

export interface Moment {
  version: number
  seat: number
  names: string[]
  before: Record<string, unknown>
  view: Record<string, unknown>
  happened: { name: string; parts: Record<string, unknown>; sentence: string | null }[]
  legal: Choice[]
  prompt: string
}

const FOLDER = new URL('fixtures/', import.meta.url)

/** The games of which there are moments. */
export const GAMES = readdirSync(FOLDER).map((file) => file.replace('.json', ''))

export function moments(game: string): Moment[] {
  return JSON.parse(readFileSync(new URL(`${game}.json`, FOLDER), 'utf8')) as Moment[]
}
