/**
 * The games that have a folder here. Nothing lists them: a folder with an `index.ts` has a table of its own,
 * one with a `deal.ts` can be dealt again by the browser, one with a `Picture.svelte` has a
 * picture. Tables and dealers load when needed.
 */
import type { Component } from 'svelte'

import type { AnyDealer } from '../play/deal/dealer'
import { words } from '../words'
import type { TableParts } from './parts'

function byGame<T>(found: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(found).map(([path, one]) => [path.split('/')[1] ?? path, one]))
}

export const tables = byGame(import.meta.glob<{ parts: TableParts }>('./*/index.ts'))
const dealers = byGame(import.meta.glob<{ dealer: AnyDealer }>('./*/deal.ts'))
export const pictures = byGame(import.meta.glob<Component>('./*/Picture.svelte', { eager: true, import: 'default' }))

/** A thing on the table, in words. */
export function nameOf(parts: TableParts, thing: string): string {
  const [kind = '', ...rest] = thing.split(':')
  const name = rest.join(':')
  return parts.thing?.(kind, name) ?? words.thing(kind, name)
}

/** What deals a game again from its seed; null if it has no `deal.ts`, or it cannot be loaded. */
export async function dealerOf(game: string): Promise<AnyDealer | null> {
  try {
    return (await dealers[game]?.())?.dealer ?? null
  } catch {
    return null
  }
}

/** The parts of a game's table; a game without its own, or a reader who wants a plain one, gets the generic table. */
export async function partsOf(game: string, isPlain: boolean): Promise<TableParts> {
  const load = isPlain ? undefined : tables[game]
  if (load) return (await load()).parts
  const { genericParts } = await import('../generic')
  return genericParts(game)
}
