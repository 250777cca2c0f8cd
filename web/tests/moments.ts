/** Real moments of real games, written by scripts/fixtures.py. */
import { readFileSync } from 'node:fs'

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

export function moments(game: string): Moment[] {
  return JSON.parse(readFileSync(new URL(`fixtures/${game}.json`, import.meta.url), 'utf8')) as Moment[]
}
