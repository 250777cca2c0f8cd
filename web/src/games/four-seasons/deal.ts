/** The deals of 4 Seasons: hands, roles and the Pit, in every round. */
import { bySeat, chosen, nth, pile, without, type Dealer } from '../../play/deal/dealer'
import type { FourSeasonsView as View } from '../../protocol/generated/views'

const HAND = 9
const TOKENS = 4
const SUITS = ['Au', 'Wi', 'Sp', 'Su']
/** The role cards in the order of the rules; two of them are Darkness, and two Light. */
const ROLES = ['autumn', 'winter', 'spring', 'summer', 'darkness', 'light', 'darkness', 'light']
const [FIRST_DARKNESS, FIRST_LIGHT, OTHER_DARKNESS, OTHER_LIGHT] = [4, 5, 6, 7]
const FEWEST = 3
/** What is in the game with three to six players: suits, the highest number, wilds, role cards. */
const DECKS: [suits: string[], highest: number, wilds: number, roles: number[]][] = [
  [['Au', 'Sp', 'Su'], 9, 4, [0, 2, 3, 4]],
  [SUITS, 9, 4, [0, 1, 2, 3, 4]],
  [SUITS, 11, 5, [0, 1, 2, 3, 4, 5]],
  [SUITS, 13, 6, [0, 1, 2, 3, 4, 5, 6]],
]

const numbered = (suit: string, highest: number): string[] => Array.from({ length: highest }, (_, n) => `${suit}${n + 1}`)

/** The role cards with so many of Darkness; the rest of those without a season are Light. */
const withDarknesses = (roleCards: number[], darknesses: number): number[] =>
  [
    ...roleCards.filter((role) => role < FIRST_DARKNESS),
    ...[FIRST_DARKNESS, OTHER_DARKNESS].slice(0, darknesses),
    ...[FIRST_LIGHT, OTHER_LIGHT].slice(0, roleCards.filter((role) => role >= FIRST_DARKNESS).length - darknesses),
  ].sort((a, b) => a - b)

const darknessesOf = (roleCards: number[]): number => roleCards.filter((role) => ROLES[role] === 'darkness').length

/** Whether nothing has been played in this round yet, so that the Pit is as it was dealt. */
const isFresh = ({ seats, cards_dealt }: View): boolean =>
  seats.every((seat) => seat.hand_size === cards_dealt && seat.tokens.length === TOKENS)

export const dealer: Dealer<View> = {
  ruleset: 1,

  shown: (view) => ({
    ...bySeat('hand', view.seats.map(({ hand }) => hand?.map(({ text }) => text) ?? null)),
    ...bySeat('role', view.seats.map(({ role }) => (role ? [role] : null))),
    ...(isFresh(view) ? { pit: pile(view.pit.map(({ text }) => text)) } : {}),
  }),

  *deal(rng, { players, options }, moments) {
    const [suits, highest, wilds, usualRoles] = nth(DECKS, players - FEWEST)
    const season = (suit: string) => numbered(suit, chosen(options, 'season_cards', highest))
    const cards = [...suits.flatMap(season), ...numbered('Wd', chosen(options, 'wilds', wilds))]
    const each = chosen(options, 'cards_dealt', HAND)
    const roleCards = withDarknesses(usualRoles, chosen(options, 'darknesses', darknessesOf(usualRoles)))
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
          const [hand, left] = rng.someOf(pit, each)
          const [[role = 0], others] = rng.someOf(aside, 1)
          ;[hands[one], pit, roles[one], aside] = [hand, left, [nth(ROLES, role)], others]
        }
      }
      yield { ...bySeat('hand', hands), ...bySeat('role', roles), ...(isDealt ? { pit: pile(pit) } : {}) }
    }
  },
}
