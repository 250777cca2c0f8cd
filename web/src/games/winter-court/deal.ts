/** The deal of Winter Court, and every card that is drawn. The moves alone say who draws how many. */
import { bySeat, nth, pile, without, type Dealer } from '../../play/deal/dealer'
import type { WinterCourtView as View } from '../../protocol/generated/views'

const SEATS = 2
const RANKS = 10
/** Cards in the hands, cards left out of the draw pile, and what may be drawn, by the rulebook (WC-4, WC-5, WC-16). */
const RULEBOOK = { first_hand: 5, second_hand: 6, left_out: 0, play_draws: 1, steward_draws: 2 }
const SUITS = ['La', 'Mi', 'We', 'Kn', 'De', 'Wi']
const CARDS = SUITS.flatMap((suit) => Array.from({ length: RANKS }, (_, n) => `${suit}${n + 1}`))

export const dealer: Dealer<View> = {
  ruleset: 1,

  shown: (view) => ({
    ...bySeat('hand', view.seats.map(({ hand }) => hand?.map(({ card }) => card) ?? null)),
    ...(view.drawn?.cards ? { [`drawn:${view.drawn.seat}`]: pile(view.drawn.cards.map(({ card }) => card)) } : {}),
  }),

  *deal(rng, { options }, moments) {
    const number = (name: keyof typeof RULEBOOK) => (typeof options[name] === 'number' ? options[name] : RULEBOOK[name])
    const draws: Record<string, number> = { steward: number('steward_draws'), pass1: 1, draw1: number('play_draws'), pass2: 2 }
    const first = typeof options.first === 'number' ? options.first : rng.below(SEATS)
    const [firstHand, rest] = rng.someOf(CARDS, number('first_hand'))
    const [secondHand, left] = rng.someOf(rest, number('second_hand'))
    const hands = first === 0 ? [firstHand, secondHand] : [secondHand, firstHand]
    /** The draw pile, and under it what is left out: nobody knows which cards these are. */
    let stock = left
    const toDraw = () => stock.length - number('left_out')
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
        const cards = Array.from({ length: Math.min(draws[verb] ?? 0, toDraw()) }, draw)
        let hand = hands[seat] ?? []
        if (verb === 'discard') {
          hand = [...hand, ...without(drawn, named)]
          drawn = []
        } else if (verb === 'sage') hand = [...hand, named]
        else if (verb === 'pass2' && toDraw() > 0) drawn = cards
        else hand = [...without(hand, named), ...cards]
        hands[seat] = hand
      }
      yield { ...bySeat('hand', hands), ...(drawn.length ? { [`drawn:${seat}`]: pile(drawn) } : {}) }
    }
  },
}
