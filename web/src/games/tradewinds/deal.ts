/** The deal of Tradewinds, and every Single that is turned up. */
import { bySeat, chosen, nth, pile, without, type Dealer, type Piles, type Setup } from '../../play/deal/dealer'
import type { Rng } from '../../play/deal/rng'
import type { TradewindsView as View } from '../../protocol/generated/views'

const SEATS = 4
const PILES = 9
const HAND = 6
const COVERING = 3
const SINGLES = ['F', 'P', 'H', 'R', 'G', 'B', 'C', 'S', 'T']
const COPIES = 4
const TRUES = 10
const FALSES = 10
const SIDES = ['N', 'E', 'S', 'W']
/** The orders of three values. */
const ORDERS = ['012', '021', '102', '120', '201', '210'].map((text) => [...text].map(Number))
const COMPLETES = Array.from({ length: 27 }, (_, n) => nameOf(Math.floor(n / 9), Math.floor(n / 3) % 3, n % 3))

function nameOf(pattern: number, colour: number, shape: number): string {
  return nth(SINGLES, pattern) + nth(SINGLES, 3 + colour) + nth(SINGLES, 6 + shape)
}

/** Three Completes that show everything once, or some of them, with True or False on each of their sides. */
function layOut(rng: Rng, options: Setup['options']): Map<string, boolean[]> {
  const triple = rng.below(36)
  const laid = chosen(options, 'completes_laid', COVERING)
  const [patterns] = laid < COVERING ? rng.someOf([0, 1, 2], laid) : [[0, 1, 2]]
  let trues = chosen(options, 'trues', TRUES)
  let cards = trues + chosen(options, 'falses', FALSES)
  const covering = new Map<string, boolean[]>()
  for (const n of patterns.toSorted((a, b) => a - b)) {
    const complete = nameOf(n, nth(nth(ORDERS, Math.floor(triple / 6)), n), nth(nth(ORDERS, triple % 6), n))
    const sides = SIDES.map(() => {
      const isTrue = rng.below(cards) < trues
      if (isTrue) trues -= 1
      cards -= 1
      return isTrue
    })
    covering.set(complete, sides)
  }
  return covering
}

const covers = (complete: string, sides: readonly boolean[]): string => `${complete}:${sides.map(Number).join('')}`

export const dealer: Dealer<View> = {
  ruleset: 1,

  shown: (view) => ({
    ...bySeat('hand', view.seats.map(({ hand }) => hand)),
    ...bySeat('top', view.piles.map(({ up }) => up.slice(-1))),
    covering: pile(view.covering.map(({ complete, true: sides }) => covers(complete, sides))),
    ...(view.turn === 1 ? { first: String(view.to_move) } : {}),
  }),

  *deal(rng, { options }, moments) {
    let unseen = SINGLES.flatMap((single) => Array<string>(COPIES).fill(single))
    const turnUp = () => {
      const single = nth(unseen, rng.below(unseen.length))
      unseen = without(unseen, single)
      return single
    }
    const tops = Array.from({ length: PILES }, turnUp)
    const covering = layOut(rng, options)
    let pool = COMPLETES.filter((complete) => !covering.has(complete))
    let hands = SIDES.map(() => {
      const [hand, left] = rng.someOf(pool, chosen(options, 'cards_dealt', HAND))
      pool = left
      return hand
    })
    const first = typeof options.first === 'string' ? SIDES.indexOf(options.first) : rng.below(SEATS)
    const laidOut = pile([...covering].map(([complete, sides]) => covers(complete, sides)))
    let before: View | null = null
    for (const { seat, move, view } of moments) {
      if (seat !== null) hands = hands.map((hand, one) => (one === seat ? without(hand, move) : hand))
      const found: Piles = { ...bySeat('hand', hands), covering: laidOut }
      if (before === null) yield { ...found, ...bySeat('top', tops.map((top) => [top])), first: String(first) }
      else yield { ...found, ...turned(before, view, turnUp) }
      before = view
    }
  },
}

/** The piles of which the uppermost card that lay face down was turned up, with what is on top of them now. */
function turned(before: View, now: View, turnUp: () => string): Record<string, string> {
  return Object.fromEntries(now.piles.flatMap(({ down }, n) => (down < (before.piles[n]?.down ?? 0) ? [[`top:${n}`, turnUp()]] : [])))
}
