/** What this browser saw of the cards, kept until the end of the match so that the deal can be compared with it. */
import { news, type AnyDealer, type Piles } from '../play/deal/dealer'
import type { View } from '../protocol/messages'
import { mine } from './mine.svelte'

type BySteps = Record<number, Piles>

const PREFIX = 'weatherdeck:seen:'
const keyOf = (table: string, match: number): string => `${PREFIX}${table}:${match}`

function isUsable(value: unknown): value is BySteps {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'object' && one !== null)
}

/** Everything seen in a match, by step. */
export function seenIn(table: string, match: number): BySteps {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(table, match)) ?? '{}')
    return isUsable(found) ? found : {}
  } catch {
    return {}
  }
}

/** Forgets the tables that this browser no longer remembers. */
export function forgetOthers(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && !mine.find(key.slice(PREFIX.length).split(':')[0] ?? '')) localStorage.removeItem(key)
  } catch {
    // Storage is not allowed, so there is nothing to forget.
  }
}

/** Keeps what a match shows. Only piles that gain a card are written down, which is a few hundred bytes for most games. */
export class Witness {
  #before: Piles | null = null

  constructor(
    readonly table: string,
    readonly match: number,
    /** Loaded when needed; null for a game that the browser cannot deal. */
    readonly dealer: Promise<AnyDealer | null>,
  ) {}

  /** The table after a step. Calls are carried out in their order. */
  saw(step: number, view: View): void {
    void this.dealer.then((dealer) => {
      if (!dealer) return
      const now = dealer.shown(view)
      const fresh = news(now, this.#before)
      this.#before = now
      if (Object.keys(fresh).length) this.#write((all) => ({ ...all, [step]: { ...all[step], ...fresh } }))
    })
  }

  /** The match went back to a step: what came after it did not happen. */
  wentBack(step: number, view: View): void {
    void this.dealer.then((dealer) => {
      this.#before = dealer?.shown(view) ?? null
      if (dealer) this.#write((all) => Object.fromEntries(Object.entries(all).filter(([one]) => Number(one) <= step)))
    })
  }

  /** Somewhere else in the match, for example after a reload. */
  jumped(step: number, view: View): void {
    void this.dealer.then(() => (this.#before = null))
    this.saw(step, view)
  }

  #write(change: (all: BySteps) => BySteps): void {
    try {
      localStorage.setItem(keyOf(this.table, this.match), JSON.stringify(change(seenIn(this.table, this.match))))
    } catch {
      // Storage is full or not allowed. The deal is then compared only with the replay.
    }
  }
}
