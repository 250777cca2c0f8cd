/** Whole games with all cards open, written by scripts/deals.py with the rules in Python. */
import { readFileSync } from 'node:fs'

import type { AnyDealer, Moment } from '../src/play/deal/dealer'

/** Seat, move, and what changed since the moment before. */
export type Change = [seat: number | null, move: string, changed: unknown]

export const readDeals = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`fixtures/deals/${name}.json`, import.meta.url), 'utf8')) as T

const found = import.meta.glob<{ dealer: AnyDealer }>('../src/games/*/deal.ts', { eager: true })

export const DEALERS = Object.fromEntries(Object.entries(found).map(([path, { dealer }]) => [path.split('/').at(-2) ?? '', dealer]))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function changed(before: unknown, change: unknown): unknown {
  if (Array.isArray(before) && isRecord(change) && isRecord(change['#'])) {
    const some = change['#']
    return before.map((one: unknown, n) => (String(n) in some ? changed(one, some[n]) : one))
  }
  if (!isRecord(before) || !isRecord(change)) return change
  return { ...before, ...Object.fromEntries(Object.entries(change).map(([key, one]) => [key, changed(before[key], one)])) }
}

export function momentsOf(changes: readonly Change[]): Moment<unknown>[] {
  let view: unknown = null
  return changes.map(([seat, move, change]) => {
    view = changed(view, change)
    return { seat, move, view }
  })
}
