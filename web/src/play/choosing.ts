/**
 * From things to actions: a person names things on the table in any order, and the legal actions that name all of them
 * stay open. Nothing here knows a game.
 */

export interface Choice {
  move: string
  words: string
  things: string[]
  /** Of a step of a longer move: where it belongs in it. */
  place: number | null
}

/** The place of the step that completes a longer move. */
export const LAST = 99

/**
 * How a thing stands: `picked`; `open`, it leads on from what is picked; `other`, it begins another action;
 * `closed`, no legal action names it; `idle`, nothing is asked of me.
 */
export type Standing = 'picked' | 'open' | 'other' | 'closed' | 'idle'

/** The choices that name all the things. */
export function naming(choices: readonly Choice[], things: readonly string[]): Choice[] {
  return choices.filter((choice) => things.every((thing) => choice.things.includes(thing)))
}

/** The things that lead on from what is picked. */
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
 * What is picked once a thing is named: the same thing again is taken back; what does not go together with the rest
 * begins afresh; what no legal action names changes nothing.
 */
export function pick(choices: readonly Choice[], picked: readonly string[], thing: string): string[] {
  if (picked.includes(thing)) return picked.filter((one) => one !== thing)
  for (const things of [[...picked, thing], [thing]]) {
    if (naming(choices, things).length > 0) return things
  }
  return [...picked]
}

/** The choice that names exactly what is picked, if there is one. */
export function complete(choices: readonly Choice[], picked: readonly string[]): Choice | null {
  if (picked.length === 0) return null
  return naming(choices, picked).find((choice) => choice.things.length === picked.length) ?? null
}

/** Whether a complete choice is the only one that is still open: nothing more could be meant. */
export function isUnmistakable(choices: readonly Choice[], picked: readonly string[]): boolean {
  return complete(choices, picked) !== null && naming(choices, picked).length === 1
}

/** Of the names of one thing on the screen (a card to play, or to drop), the one that is meant now. */
export function meant(choices: readonly Choice[], picked: readonly string[], names: readonly string[]): string {
  const by = (wanted: Standing) => names.find((name) => standing(choices, picked, name) === wanted)
  return by('picked') ?? by('open') ?? by('other') ?? names[0] ?? ''
}

/** A line of the list of moves: one choice, or the thing that several of them name. */
export interface Row {
  thing: string | null
  choices: Choice[]
}

/** So many choices are listed one by one; more are listed by the first thing that they name. */
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
