/**
 * Dealing a match again, in the browser, from its seed. A game's `deal.ts` offers a `Dealer`. It follows the moves and draws
 * what the rules draw, in their order, so that nothing the server says about the cards is taken on trust.
 */
import type { Rng } from './rng'

/** What lies where: the cards of each pile as a sorted text. `hand:2` is what seat 2 holds. */
export type Piles = Readonly<Record<string, string>>

export interface Setup {
  players: number
  options: Readonly<Record<string, unknown>>
  /** The text of a deck of the host's own; null: the deck as shipped. */
  deck: string | null
}

/** A step of a replay with all cards open, and the table after it. */
export interface Moment<V> {
  /** Null for the deal. */
  seat: number | null
  move: string
  view: V
}

export interface Dealer<V> {
  /** The version of the rules whose draws it follows. */
  ruleset: number
  /** The piles that a view shows: everything that chance decides, as far as this viewer may see it. */
  shown: (view: V) => Piles
  /** What must lie there after each moment. A pile is left out where chance did not decide it. */
  deal: (rng: Rng, setup: Setup, moments: readonly Moment<V>[]) => Iterable<Piles>
}

/** The dealer of any game, known only by its name. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyDealer = Dealer<any>

/** A place where the cards are not those of the seed. */
export interface Difference {
  step: number
  pile: string
  expected: string
  found: string
}

/** A deck that the browser cannot read. `weatherdeck verify` can. */
export class UnreadableDeck extends Error {}

/** Cards as a pile: sorted, so that only which cards they are matters. */
export const pile = (cards: readonly (string | number)[]): string => cards.map(String).sort().join(' ')

/** The n-th of a list that has so many: a replay that asks for more is damaged. */
export function nth<T>(list: readonly T[], n: number): T {
  if (!(n in list)) throw new RangeError(`there is no number ${n} in a list of ${list.length}`)
  return list[n] as T
}

/** A number that the host may have set; without it, the rules' own. */
export function chosen(options: Setup['options'], name: string, usual: number): number {
  const value = options[name]
  return typeof value === 'number' ? value : usual
}

/** Piles by seat, for those that can be seen. */
export function bySeat(name: string, piles: readonly (readonly (string | number)[] | null)[]): Record<string, string> {
  return Object.fromEntries(piles.flatMap((cards, seat) => (cards ? [[`${name}:${seat}`, pile(cards)]] : [])))
}

/** The cards without one copy of a card. */
export function without<T>(cards: readonly T[], card: T): T[] {
  const place = cards.indexOf(card)
  return place < 0 ? [...cards] : cards.toSpliced(place, 1)
}

/** Whether every card of a pile was already in an earlier state of it. */
function hasNothingNew(now: string, before: string | undefined): boolean {
  if (before === undefined) return false
  let left = before.split(' ')
  for (const card of now.split(' ').filter(Boolean)) {
    if (!left.includes(card)) return false
    left = without(left, card)
  }
  return true
}

/** The piles that gained something: enough to know what chance brought, and much less than all of them. */
export function news(now: Piles, before: Piles | null): Piles {
  return Object.fromEntries(Object.entries(now).filter(([name, cards]) => !hasNothingNew(cards, before?.[name])))
}

/** The first pile that is not as it must be. Hands have to be there; another pile may be hidden. */
export function difference(expected: Piles, found: Piles, step: number): Difference | null {
  for (const [name, cards] of Object.entries(expected)) {
    const shown = found[name] ?? (name.startsWith('hand:') ? '' : cards)
    if (shown !== cards) return { step, pile: name, expected: cards, found: shown }
  }
  return null
}
