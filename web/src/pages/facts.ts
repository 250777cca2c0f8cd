/** What was agreed for a table, as short facts. */
import type { IconName } from '../look/Icon.svelte'
import type { GameInfo, Invitation } from '../protocol/messages'
import { words } from '../words'

export interface Fact {
  icon: IconName
  text: string
  /** Whether it makes another game of the one in the rulebook: whoever is invited must not overlook it. */
  isUnusual?: boolean
}

type Agreed = Pick<Invitation, 'players' | 'clock' | 'undo' | 'hints' | 'absence' | 'deck' | 'options'>

/** How a game is usually played. */
export const factsOfGame = (game: GameInfo): Fact[] => [
  { icon: 'people', text: [words.door.players(game.players), game.cooperative && words.door.together].filter(Boolean).join(', ') },
  { icon: 'clock', text: words.door.minutes(game.minutes) },
]

/** How a table is played: only options that differ from what is usual are worth a line. */
export function factsOf({ players, clock, undo, hints, absence, deck, options }: Agreed, game: GameInfo | undefined): Fact[] {
  const changed = (game?.options ?? []).filter(({ name, default: usual }) => name in options && options[name] !== usual)
  return [
    { icon: 'people', text: [words.door.players([players]), game?.cooperative && words.door.together].filter(Boolean).join(', ') },
    ...(game ? [{ icon: 'clock', text: [words.door.minutes(game.minutes), words.settings.clock(clock)].join(', ') } as const] : []),
    { icon: 'back', text: words.settings.undo(undo) },
    { icon: 'hint', text: words.settings.hints(hints) },
    { icon: 'eye', text: words.settings.absence(absence) },
    ...(deck ? [{ icon: 'cards', text: words.deck(deck.title), isUnusual: true } as const] : []),
    ...changed.map(({ name, help, default: usual, is_parameter }) => {
      const value = options[name] ?? null
      return { icon: 'list', isUnusual: is_parameter, text: is_parameter ? words.settings.parameter(help, value, usual) : words.settings.option(help, value) } as const
    }),
  ]
}
