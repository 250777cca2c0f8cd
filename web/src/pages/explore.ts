/** What games of a study are looked for, as the page edits it and as the server is asked. */
import type { Explored, ExploredField, Search } from '../protocol/messages'

type Wanted = string | number | boolean

/** A condition about the game, about a seat, or about a card that the seat had. */
export type Condition =
  | { of: 'game' | 'seat'; name: string; low: number | null; high: number | null; anyOf: Wanted[] }
  | { of: 'card'; set: string; card: string }

export interface Filter {
  /** Numbers of runs; none: all. */
  runs: number[]
  conditions: Condition[]
  sort: string
  isDescending: boolean
  offset: number
}

export const fieldOf = (study: Explored, of: string, name: string): ExploredField | undefined =>
  study.fields.find((field) => field.of === of && field.name === name)

/** A new condition, which leaves everything open where it can. */
export function condition(study: Explored, kind: string, name: string): Condition {
  if (kind === 'card') return { of: 'card', set: name, card: study.cards[0] ?? '' }
  const field = fieldOf(study, kind, name)
  const anyOf = field?.kind === 'choice' ? field.choices.slice(0, 1).map(({ value }) => value) : []
  return { of: kind === 'seat' ? 'seat' : 'game', name, low: null, high: null, anyOf }
}

/** The server's question for a filter. */
export function searchOf({ runs, conditions, sort, isDescending, offset }: Filter, study: Explored, limit: number): Search {
  return {
    runs: runs.filter((run) => run < study.runs.length),
    conditions: conditions.flatMap((one) => {
      if (one.of === 'card') return []
      const isChoice = fieldOf(study, one.of, one.name)?.kind === 'choice'
      if (!isChoice && one.low === null && one.high === null) return [] // nothing is asked yet
      return [{ of: one.of, name: one.name, low: one.low, high: one.high, any_of: one.anyOf }]
    }),
    cards: conditions.flatMap((one) => (one.of === 'card' ? [{ set: one.set, card: one.card }] : [])),
    sort: sort || null,
    descending: isDescending,
    offset,
    limit,
  }
}
