/** The deals of 4 Seasons: hands, roles and the Pit, in every round. */
import { bySeat, nth, pile, without, type Dealer } from '../../play/deal/dealer'
import type { FourSeasonsView as View } from '../../protocol/generated/views'

const HAND = 9
const TOKENS = 4
const SUITS = ['Au', 'Wi', 'Sp', 'Su']
/** The role cards in the order of the rules; two of them are Darkness. */
const ROLES = ['autumn', 'winter', 'spring', 'summer', 'darkness', 'light', 'darkness']
const FEWEST = 3
/** What is in the game with three to six players: suits, the highest number, wilds, role cards. */
const DECKS: [suits: string[], highest: number, wilds: number, roles: number[]][] = [
  [['Au', 'Sp', 'Su'], 9, 4, [0, 2, 3, 4]],
  [SUITS, 9, 4, [0, 1, 2, 3, 4]],
  [SUITS, 11, 5, [0, 1, 2, 3, 4, 5]],
  [SUITS, 13, 6, [0, 1, 2, 3, 4, 5, 6]],
]

const numbered = (suit: string, highest: number): string[] => Array.from({ length: highest }, (_, n) => `${suit}${n + 1}`)

/** Whether nothing has been played in this round yet, so that the Pit is as it was dealt. */
const isFresh = ({ seats }: View): boolean => seats.every((seat) => seat.hand_size === HAND && seat.tokens.length === TOKENS)

export const dealer: Dealer<View> = {
  ruleset: 1,

  shown: (view) => ({
    ...bySeat('hand', view.seats.map(({ hand }) => hand?.map(({ text }) => text) ?? null)),
    ...bySeat('role', view.seats.map(({ role }) => (role ? [role] : null))),
    ...(isFresh(view) ? { pit: pile(view.pit.map(({ text }) => text)) } : {}),
  }),

  *deal(rng, { players }, moments) {
    const [suits, highest, wilds, roleCards] = nth(DECKS, players - FEWEST)
    const cards = [...suits.flatMap((suit) => numbered(suit, highest)), ...numbered('Wd', wilds)]
    const hands: string[][] = []
    const roles: string[][] = []
    let pit: string[] = []
    let round = 0
    for (const [n, { seat, move, view }] of moments.entries()) {
      if (seat !== null) {
        const [verb, named = ''] = move.includes(':') ? move.split(':') : ['play', move]
        if (verb === 'spring') hands[seat]?.push(named)
        else if (verb !== 'summer') hands[seat] = without(hands[seat] ?? [], named)
      }
      const isDealt = n === 0 || view.round !== round
      if (isDealt) {
        round = view.round
        pit = cards
        let aside = roleCards
        for (let one = 0; one < players; one++) {
          const [hand, left] = rng.someOf(pit, HAND)
          const [[role = 0], others] = rng.someOf(aside, 1)
          ;[hands[one], pit, roles[one], aside] = [hand, left, [nth(ROLES, role)], others]
        }
      }
      yield { ...bySeat('hand', hands), ...bySeat('role', roles), ...(isDealt ? { pit: pile(pit) } : {}) }
    }
  },
}
