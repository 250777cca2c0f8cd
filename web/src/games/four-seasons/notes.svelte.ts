/** What I think of the others: who may be what, and who surely is not. Private: it never leaves this browser. */
import { Remembered } from '../../state/remembered.svelte'
import type { Role } from './view'

export type Guess = 'maybe' | 'not'
type Guesses = Partial<Record<Role, Guess>>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isGuesses = (value: unknown): value is Record<string, Guesses> => isObject(value) && Object.values(value).every(isObject)

/** By the address of the table and the round, because roles are dealt anew. */
const keyOf = (round: number, seat: number): string => `${location.hash.split('/')[2] ?? ''}:${round}:${seat}`

/** Tapped once: maybe; twice: surely not; again: nothing. */
const AFTER: Record<string, Guess | undefined> = { none: 'maybe', maybe: 'not' }

class Notes {
  readonly #guesses = new Remembered<Record<string, Guesses>>('guesses', {}, isGuesses)

  of(round: number, seat: number): Guesses {
    return this.#guesses.value[keyOf(round, seat)] ?? {}
  }

  tap(round: number, seat: number, role: Role): void {
    const { [role]: before, ...others } = this.of(round, seat)
    const after = AFTER[before ?? 'none']
    this.#guesses.value = { ...this.#guesses.value, [keyOf(round, seat)]: after ? { ...others, [role]: after } : others }
  }
}

export const notes = new Notes()
