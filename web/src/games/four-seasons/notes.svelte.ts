/** What I think of the others: "I think X is ...". Private: it never leaves this browser. */
import { Remembered } from '../../state/remembered.svelte'

type Guesses = Record<string, string>

const isGuesses = (value: unknown): value is Guesses => typeof value === 'object' && value !== null && !Array.isArray(value)

/** By the address of the table, so that each table has its own. */
const keyOf = (seat: number): string => `${location.hash.split('/')[2] ?? ''}:${seat}`

class Notes {
  readonly #guesses = new Remembered<Guesses>('guesses', {}, isGuesses)

  of(seat: number): string {
    return this.#guesses.value[keyOf(seat)] ?? ''
  }

  set(seat: number, role: string): void {
    this.#guesses.value = { ...this.#guesses.value, [keyOf(seat)]: role }
  }
}

export const notes = new Notes()
