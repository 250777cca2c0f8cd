/** A value stored in this browser. Without storage (in a private window, for example) it lasts as long as the page. */
export class Remembered<T> {
  readonly #key: string
  #value: T

  constructor(
    key: string,
    otherwise: T,
    private readonly isUsable: (value: unknown) => value is T,
  ) {
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

  /** Follows what other tabs store. */
  follow(): void {
    if (typeof window === 'undefined') return // in a test without a browser
    window.addEventListener('storage', (event) => {
      if (event.key === this.#key) this.#value = this.#stored()
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

  /** Changes the value as stored now: another tab may have changed it, and must not lose what it wrote. */
  update(change: (value: T) => T): void {
    const before = this.#stored()
    const after = change(before)
    if (after !== before) this.value = after
  }

  #stored(): T {
    const found = this.#read()
    return this.isUsable(found) ? found : this.#value
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
