/** The levels of bots, and what they are in a game. */
import type { GameInfo } from '../protocol/messages'
import { words } from '../words'

export interface Level {
  name: string
  help: string
}

/** The bots that can play a game, and what somebody meets who plays against them.
 *
 * Their strength was measured with the shipped deck and the usual options: with others they are described without it.
 * The random bot is not one of the server's levels. */
export function levelsOf(game: GameInfo, levels: readonly Level[], players: number, isUsual: boolean): Level[] {
  return game.bots.map((name) => {
    const here = isUsual ? game.levels.find((level) => level.name === name && level.players === players) : undefined
    const help = here?.help ?? levels.find((level) => level.name === name)?.help ?? words.door.randomBot
    return { name, help: [here?.strength, help].filter((said) => typeof said === 'string').map(words.sentence).join(' ') }
  })
}

/** The requested level, or the best one that can play this game. */
export const levelFor = (game: GameInfo, wished: string): string => (game.bots.includes(wished) ? wished : (game.bots.at(-1) ?? wished))
