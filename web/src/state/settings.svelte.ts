/** Preferences, stored in this browser. */
import { isFlag, isOneOf, isText, Remembered } from './remembered.svelte'

export type Theme = 'system' | 'light' | 'dark'
export type Pace = 'calm' | 'quick' | 'none'

const PACES: Record<Pace, number> = { calm: 1, quick: 0.5, none: 0 }
const matches = (query: string): boolean => window.matchMedia(query).matches

class Settings {
  readonly #name = new Remembered('name', '', isText)
  readonly #theme = new Remembered<Theme>('theme', 'system', isOneOf('system', 'light', 'dark'))
  readonly #pace = new Remembered<Pace>('pace', 'calm', isOneOf('calm', 'quick', 'none'))
  readonly #confirm = new Remembered('confirm', true, isFlag)
  readonly #isPlain = new Remembered('plain', false, isFlag)
  readonly #sound = new Remembered('sound', false, isFlag)

  get name(): string {
    return this.#name.value
  }
  set name(name: string) {
    this.#name.value = name
  }

  get theme(): Theme {
    return this.#theme.value
  }
  set theme(theme: Theme) {
    this.#theme.value = theme
    this.dress()
  }

  get pace(): Pace {
    return this.#pace.value
  }
  set pace(pace: Pace) {
    this.#pace.value = pace
  }

  get confirm(): boolean {
    return this.#confirm.value
  }
  set confirm(confirm: boolean) {
    this.#confirm.value = confirm
  }

  get sound(): boolean {
    return this.#sound.value
  }
  set sound(sound: boolean) {
    this.#sound.value = sound
  }

  /** Whether every game is drawn by the generic table. */
  get isPlain(): boolean {
    return this.#isPlain.value
  }
  set isPlain(isPlain: boolean) {
    this.#isPlain.value = isPlain
  }

  /** The duration of animations: 1 is normal, 0 is none. */
  get tempo(): number {
    return matches('(prefers-reduced-motion: reduce)') ? 0 : PACES[this.pace]
  }

  /** Whether nothing moves, but what matters stands still for a while: for readers who want less motion. */
  get isStill(): boolean {
    return matches('(prefers-reduced-motion: reduce)') && this.pace !== 'none'
  }

  /** Applies the theme to the page. */
  dress(): void {
    const isDark = this.theme === 'dark' || (this.theme === 'system' && matches('(prefers-color-scheme: dark)'))
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  }
}

export const settings = new Settings()
