/** The deal of Winter Court, and every card that is drawn. The moves alone say who draws how many. */
import { bySeat, nth, pile, without, type Dealer } from '../../play/deal/dealer'
import type { WinterCourtView as View } from '../../protocol/generated/views'

const SEATS = 2
const RANKS = 10
const FIRST_HAND = 5
const SECOND_HAND = 6
const SUITS = ['La', 'Mi', 'We', 'Kn', 'De', 'Wi']
const CARDS = SUITS.flatMap((suit) => Array.from({ length: RANKS }, (_, n) => `${suit}${n + 1}`))
const DRAWS: Record<string, number> = { steward: 2, pass1: 1, draw1: 1, pass2: 2 }

export const dealer: Dealer<View> = {
  ruleset: 1,

  shown: (view) => ({
    ...bySeat('hand', view.seats.map(({ hand }) => hand?.map(({ card }) => card) ?? null)),
    ...(view.drawn?.cards ? { [`drawn:${view.drawn.seat}`]: pile(view.drawn.cards.map(({ card }) => card)) } : {}),
  }),

  *deal(rng, { options }, moments) {
    const first = typeof options.first === 'number' ? options.first : rng.below(SEATS)
    const [firstHand, rest] = rng.someOf(CARDS, FIRST_HAND)
    const [secondHand, left] = rng.someOf(rest, SECOND_HAND)
    const hands = first === 0 ? [firstHand, secondHand] : [secondHand, firstHand]
    let stock = left
    /** The two cards of which one is to be discarded. */
    let drawn: string[] = []
    const draw = () => {
      const card = nth(stock, rng.below(stock.length))
      stock = without(stock, card)
      return card
    }
    for (const { seat, move } of moments) {
      if (seat !== null) {
        const [verb = '', named = ''] = move.includes('>') ? ['play', move.split('>')[0]] : move.split(':')
        const cards = Array.from({ length: Math.min(DRAWS[verb] ?? 0, stock.length) }, draw)
        let hand = hands[seat] ?? []
        if (verb === 'discard') {
          hand = [...hand, ...without(drawn, named)]
          drawn = []
        } else if (verb === 'sage') hand = [...hand, named]
        else if (verb === 'pass2' && stock.length > 0) drawn = cards
        else hand = [...without(hand, named), ...cards]
        hands[seat] = hand
      }
      yield { ...bySeat('hand', hands), ...(drawn.length ? { [`drawn:${seat}`]: pile(drawn) } : {}) }
    }
  },
}
