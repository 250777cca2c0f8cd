/** The deals of Tweedy Tricksters: hidden cards for each player, and the others in the market, in every round. */
import { bySeat, chosen, pile, UnreadableDeck, without, type Dealer } from '../../play/deal/dealer'
import type { TweedyTrickstersView as View } from '../../protocol/generated/views'

const SEATS = 4
const CARDS = 20
const HIDDEN = 3
/** Every way to share 7 points among the four suits, with at least 1 for each. */
const SHIPPED = Array.from({ length: 4 ** 4 }, (_, n) => [n >> 6, (n >> 4) & 3, (n >> 2) & 3, n & 3].map((extra) => extra + 1))
  .filter((values) => values.reduce((sum, value) => sum + value) === 7)
  .map((values) => values.join(''))

/** A row of the deck file: a number and four values. */
const ROW = /^\s*["']?(\d+)["']?\s*=\s*["']\s*([1-9])\s+([1-9])\s+([1-9])\s+([1-9])\s*["']\s*(?:#.*)?$/

function cardsOf(deck: string): string[] {
  const rows = new Map<string, string>()
  for (const line of deck.split('\n')) {
    const [, number, ...values] = ROW.exec(line.trimEnd()) ?? []
    if (number) rows.set(number, values.join(''))
  }
  if (rows.size !== CARDS) throw new UnreadableDeck()
  return [...rows.values()].sort()
}

export const dealer: Dealer<View> = {
  ruleset: 1,

  shown: (view) => ({
    ...bySeat('hand', view.seats.map(({ hand }) => hand?.map(({ card }) => card) ?? null)),
    market: pile(view.market.map(({ card }) => card)),
    dealer: String(view.dealer),
  }),

  *deal(rng, { deck, options }, moments) {
    const cards = deck === null ? SHIPPED : cardsOf(deck)
    let dealing = rng.below(SEATS)
    let hands: string[][] = []
    let drafted: string[][] = []
    let market: string[] = []
    let round = 0
    for (const [n, { seat, move, view }] of moments.entries()) {
      if (seat !== null) {
        const [verb, named = ''] = move.includes(':') ? move.split(':') : ['play', move]
        if (verb === 'take') {
          market = without(market, named)
          drafted[seat]?.push(named)
        } else if (verb === 'play') {
          // Of two equal cards, the drafted one is played first.
          const from = drafted[seat]?.includes(named) ? drafted : hands
          from[seat] = without(from[seat] ?? [], named)
        }
      }
      if (n === 0 || view.round !== round) {
        if (n > 0) dealing = (dealing + 1) % SEATS
        round = view.round
        market = cards
        hands = Array.from({ length: SEATS }, () => {
          const [hand, left] = rng.someOf(market, chosen(options, 'cards_dealt', HIDDEN))
          market = left
          return hand
        })
        drafted = hands.map(() => [])
      }
      yield { ...bySeat('hand', hands), market: pile(market), dealer: String(dealing) }
    }
  },
}
