/**
 * From things to moves: the player picks things on the table in any order, and the legal choices that name all of them
 * stay open. Nothing here depends on a game.
 */

export interface Choice {
  move: string
  words: string
  /** On a button: verb and object. */
  label: string
  things: string[]
  /** For a step of a longer move: its place in that move. */
  place: number | null
}

/** The place of the step that completes a longer move. */
export const LAST = 99

/**
 * The state of a thing: `picked`; `open`, it can be picked next; `other`, it would start another choice;
 * `closed`, no legal choice names it; `idle`, it is not my turn.
 */
export type Standing = 'picked' | 'open' | 'other' | 'closed' | 'idle'

/** The choices that name all the things. */
export function naming(choices: readonly Choice[], things: readonly string[]): Choice[] {
  return choices.filter((choice) => things.every((thing) => choice.things.includes(thing)))
}

/** The things that can be picked next. */
export function leadingOn(choices: readonly Choice[], picked: readonly string[]): Set<string> {
  return new Set(naming(choices, picked).flatMap((choice) => choice.things))
}

export function standing(choices: readonly Choice[], picked: readonly string[], thing: string): Standing {
  if (choices.length === 0) return 'idle'
  if (picked.includes(thing)) return 'picked'
  if (leadingOn(choices, picked).has(thing)) return 'open'
  return naming(choices, [thing]).length > 0 ? 'other' : 'closed'
}

/**
 * The picks after one more: picking a thing again removes it, a thing that does not fit replaces the last picks that it
 * does not fit, and a thing that no legal choice names changes nothing.
 */
export function pick(choices: readonly Choice[], picked: readonly string[], thing: string): string[] {
  if (picked.includes(thing)) return picked.filter((one) => one !== thing)
  for (let kept = picked.length; kept >= 0; kept--) {
    const things = [...picked.slice(0, kept), thing]
    if (naming(choices, things).length > 0) return things
  }
  return [...picked]
}

/** The choice that names exactly the picked things, if there is one. */
export function complete(choices: readonly Choice[], picked: readonly string[]): Choice | null {
  if (picked.length === 0) return null
  return naming(choices, picked).find((choice) => choice.things.length === picked.length) ?? null
}

/** Whether the picked things complete a choice and no other choice is still open. */
export function isUnmistakable(choices: readonly Choice[], picked: readonly string[]): boolean {
  return complete(choices, picked) !== null && naming(choices, picked).length === 1
}

/** The name that counts now, for something with several names (a card to play or to discard). */
export function meant(choices: readonly Choice[], picked: readonly string[], names: readonly string[]): string {
  const by = (wanted: Standing) => names.find((name) => standing(choices, picked, name) === wanted)
  return by('picked') ?? by('open') ?? by('other') ?? names[0] ?? ''
}

/** A line in the list of moves: one choice, or a thing that several choices name. */
export interface Row {
  thing: string | null
  choices: Choice[]
}

/** Up to this many choices are listed one by one; more are grouped by the first thing they name. */
export const FEW = 8

export function rows(choices: readonly Choice[], picked: readonly string[]): Row[] {
  const open = naming(choices, picked)
  const alone = (some: readonly Choice[]): Row[] => some.map((choice) => ({ thing: null, choices: [choice] }))
  const groups = new Map<string | null, Choice[]>()
  for (const choice of open) {
    const first = choice.things.find((thing) => !picked.includes(thing)) ?? null
    groups.set(first, [...(groups.get(first) ?? []), choice])
  }
  if (open.length <= FEW || groups.size === 1 || groups.size === open.length) return alone(open)
  return [...groups].flatMap(([thing, some]) =>
    thing === null || some.length === 1 ? alone(some) : [{ thing, choices: some }],
  )
}
