/**
 * The games that have a folder here. Nothing lists them: a folder with an `index.ts` has a table of its own,
 * one with a `lesson.ts` a lesson, one with a `Picture.svelte` a picture. Tables and lessons load when needed.
 */
import type { Component } from 'svelte'

import type { AnyLesson } from '../play/lesson'
import type { TableParts } from './parts'

function byGame<T>(found: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(found).map(([path, one]) => [path.split('/')[1] ?? path, one]))
}

export const tables = byGame(import.meta.glob<{ parts: TableParts }>('./*/index.ts'))
export const lessons = byGame(import.meta.glob<{ lesson: AnyLesson }>('./*/lesson.ts'))
export const pictures = byGame(import.meta.glob<Component>('./*/Picture.svelte', { eager: true, import: 'default' }))

/** The parts of a game's table; a game without its own gets the generic one. */
export async function partsOf(game: string): Promise<TableParts> {
  const { parts } = await (tables[game] ?? (() => import('../generic')))()
  return parts
}
