/** A value stored in this browser. Without storage (in a private window, for example) it lasts as long as the page. */
export class Remembered<T> {
  readonly #key: string
  #value: T

  constructor(key: string, otherwise: T, isUsable: (value: unknown) => value is T) {
    this.#key = `weatherdeck:${key}`
    const found = this.#read()
    this.#value = $state.raw(isUsable(found) ? found : otherwise)
    // Another tab wrote it: writing an older value over it would lose what it added.
    globalThis.addEventListener?.('storage', ({ key }) => {
      if (key !== this.#key) return
      const written = this.#read()
      if (isUsable(written)) this.#value = written
    })
  }

  get value(): T {
    return this.#value
  }

  set value(value: T) {
    this.#value = value
    try {
      localStorage.setItem(this.#key, JSON.stringify(value))
    } catch {
      // Storage is full or not allowed. Nothing depends on it.
    }
  }

  #read(): unknown {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? 'null')
    } catch {
      return null
    }
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
export const isOneOf =
  <T extends string>(...values: readonly T[]) =>
  (value: unknown): value is T =>
    values.includes(value as T)
