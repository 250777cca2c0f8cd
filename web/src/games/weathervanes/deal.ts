/** The deals of Weathervanes: tokens, Displays and hands, and new hands in every round. */
import { bySeat, nth, without, type Dealer } from '../../play/deal/dealer'
import type { WeathervanesView as View } from '../../protocol/generated/views'

const SEATS = 4
const NUMBERS = 24
const SUITS = ['r', 'y', 'g', 'b']
/** Cards in each hand by the rulebook (WV-5). */
const HAND = 11

const all = (): number[] => Array.from({ length: NUMBERS * 2 }, (_, n) => Math.floor(n / 2) + 1)

/** The cards that everyone sees in front of the players; in a new round, all others are shuffled. */
const inFront = (view: View): number[] =>
  view.seats.flatMap(({ display, tableau }) => [...(display ? [display.number] : []), ...tableau.map(({ card }) => card.number)])

export const dealer: Dealer<View> = {
  ruleset: 1,

  shown: (view) => ({
    ...bySeat('hand', view.seats.map(({ hand }) => hand?.map(({ number }) => number) ?? null)),
    // The Displays are random only before the first trick.
    ...(view.seats.every(({ tableau, played }) => !tableau.length && !played)
      ? { display: view.seats.map(({ display }) => display?.number).join(' ') }
      : {}),
    tokens: view.seats.map(({ token }) => token).join(' '),
  }),

  *deal(rng, { options }, moments) {
    const most = typeof options.cards_dealt === 'number' ? options.cards_dealt : HAND
    let tokens = [...SUITS]
    for (let seat = SEATS - 1; seat > 0; seat--) {
      const other = rng.below(seat + 1)
      ;[tokens[seat], tokens[other]] = [nth(tokens, other), nth(tokens, seat)]
    }
    let pool = all()
    const display: number[] = []
    for (let seat = 0; seat < SEATS; seat++) {
      const [[card = 0]] = rng.someOf(pool, 1)
      display.push(card)
      pool = without(pool, card)
    }
    let hands: number[][] = []
    let round = 0
    for (const [n, { seat, move, view }] of moments.entries()) {
      if (seat !== null && !move.startsWith('@')) hands[seat] = without(hands[seat] ?? [], parseInt(move, 10))
      if (n === 0 || view.round !== round) {
        if (n > 0) {
          tokens = [...tokens.slice(-1), ...tokens.slice(0, -1)]
          pool = inFront(view).reduce<number[]>(without, all())
        }
        round = view.round
        const each = Math.min(most, Math.floor(pool.length / SEATS))
        hands = tokens.map(() => {
          const [hand, left] = rng.someOf(pool, each)
          pool = left
          return hand
        })
      }
      yield { ...bySeat('hand', hands), tokens: tokens.join(' '), ...(n === 0 ? { display: display.join(' ') } : {}) }
    }
  },
}

