/** What can be chosen at a table that knows no game: which piece stands for which thing, and what needs a button. */
import { naming, type Choice } from '../play/choosing'
import type { Piece } from './layout'

const valueOf = (thing: string): string => thing.slice(thing.indexOf(':') + 1)
const kindOf = (thing: string): string => thing.slice(0, Math.max(0, thing.indexOf(':')))

/** Which names each piece has in the moves of this moment, by its spot; a piece without any is only looked at. */
export type Names = Map<string, string[]>

/**
 * A piece has its own name. Where a move names a thing of a kind that no view draws (`drop:7`), the piece that shows
 * the same value stands for it. A thing that is also in my hand is chosen there.
 */
export function namesOf(hand: readonly Piece[], table: readonly Piece[], choices: readonly Choice[], drawn: ReadonlySet<string>): Names {
  const things = [...new Set(choices.flatMap((choice) => choice.things))]
  const kinds = new Set(things.map(kindOf))
  const mine = new Set(hand.map(({ thing }) => thing))
  const myKinds = new Set(hand.map(({ kind }) => kind))
  const strange = things.filter((thing) => thing.includes(':') && !drawn.has(kindOf(thing)))
  const asked = new Set(things)
  const names: Names = new Map()
  for (const piece of hand) names.set(piece.spot, [piece.thing, ...strange.filter((thing) => valueOf(thing) === piece.value)])
  const inHand = new Set([...names.values()].flat())
  for (const piece of table) {
    const own = mine.has(piece.thing) ? [] : [piece.thing]
    const more = strange.filter((thing) => valueOf(thing) === piece.value && !inHand.has(thing))
    // What cannot be chosen now still says why, where others of its kind can.
    const isAsked = [...own, ...more].some((thing) => asked.has(thing)) || (own.length > 0 && kinds.has(piece.kind) && !myKinds.has(piece.kind))
    if (isAsked) names.set(piece.spot, [...own, ...more])
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
