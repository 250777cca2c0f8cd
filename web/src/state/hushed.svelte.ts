/** Whom I have muted for myself: what they say at a table is not shown in this browser. Nobody else hears of it. */
import { Remembered } from './remembered.svelte'

const MOST = 200
const isUsable = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')

/** A seat of a table, or all its spectators. */
const keyOf = (table: string, seat: number | null): string => `${table}/${seat ?? 'spectators'}`

class Hushed {
  readonly #keys = new Remembered<string[]>('hushed', [], isUsable)

  has(table: string, seat: number | null): boolean {
    return this.#keys.value.includes(keyOf(table, seat))
  }

  set(table: string, seat: number | null, isHushed: boolean): void {
    const key = keyOf(table, seat)
    const others = this.#keys.value.filter((one) => one !== key)
    this.#keys.value = isHushed ? [key, ...others].slice(0, MOST) : others
  }
}

export const hushed = new Hushed()
