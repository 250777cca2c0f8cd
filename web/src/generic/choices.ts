/** What can be chosen at a table that knows no game: which piece stands for which thing, and what needs a button. */
import { naming, type Choice } from '../play/choosing'
import type { Piece } from './layout'

const valueOf = (thing: string): string => thing.slice(thing.indexOf(':') + 1)
const kindOf = (thing: string): string => thing.slice(0, Math.max(0, thing.indexOf(':')))

/** Which names each piece has in the moves of this moment, by its spot; a piece without any is only looked at. */
export type Names = Map<string, string[]>

/** What lies where, as seen by one player. */
export interface Zones {
  hand: readonly Piece[]
  /** Before this player. */
  mine: readonly Piece[]
  table: readonly Piece[]
  /** Before the other players. */
  others: readonly Piece[]
}

/**
 * A piece has its own name. Where a move names a thing of a kind that no view draws (`drop:7`), the piece that shows
 * the same value stands for it. A thing that lies in several zones is chosen in the nearest one.
 */
export function namesOf(zones: Zones, choices: readonly Choice[], drawn: ReadonlySet<string>): Names {
  const asked = new Set(choices.flatMap((choice) => choice.things))
  const kinds = new Set([...asked].map(kindOf))
  const myKinds = new Set(zones.hand.map(({ kind }) => kind))
  const strange = [...asked].filter((thing) => thing.includes(':') && !drawn.has(kindOf(thing)))
  const names: Names = new Map()
  const taken = new Set<string>()
  for (const zone of ['hand', 'mine', 'table', 'others'] as const) {
    const found = zones[zone].map((piece) => {
      const all = [piece.thing, ...strange.filter((thing) => valueOf(thing) === piece.value)]
      return { piece, things: all.filter((thing) => !taken.has(thing)) }
    })
    for (const { piece, things } of found) {
      // What cannot be chosen now still says why, where others of its kind can.
      const isAnswering = things.length > 0 && zone !== 'others' && kinds.has(piece.kind) && !myKinds.has(piece.kind)
      if (zone === 'hand' || isAnswering || things.some((thing) => asked.has(thing))) names.set(piece.spot, things)
    }
    for (const thing of found.flatMap(({ things }) => things)) taken.add(thing)
  }
  return names
}

/** Something to choose that nothing on the table stands for. */
export interface Offer {
  thing: string | null
  /** The choice that it would complete; null where something more has to be named. */
  choice: Choice | null
}

/**
 * The buttons: things that no piece stands for, as soon as everything that is named before them is picked. What is
 * picked already stays, so that it can be taken back.
 */
export function offers(choices: readonly Choice[], picked: readonly string[], names: Names): Offer[] {
  const drawn = new Set([...names.values()].flat())
  const found = new Map<string, Choice[]>()
  const alone: Offer[] = []
  for (const choice of naming(choices, picked)) {
    const next = choice.things.find((thing) => !picked.includes(thing))
    if (choice.things.length === 0) alone.push({ thing: null, choice })
    else if (next !== undefined && !drawn.has(next)) found.set(next, [...(found.get(next) ?? []), choice])
  }
  const back = picked.filter((thing) => !drawn.has(thing)).map((thing) => ({ thing, choice: null }))
  const open = [...found].map(([thing, some]) => {
    const whole = some.find((choice) => choice.things.every((one) => one === thing || picked.includes(one)))
    return { thing, choice: some.length === 1 && whole ? whole : null }
  })
  return [...back, ...open, ...alone]
}
