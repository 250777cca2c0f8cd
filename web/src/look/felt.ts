/** The felt of each game's table and the colour of its card backs, from its art.json; little else of that file is loaded. */

interface Felt {
  light: string[]
  dark: string[]
}

const PLAIN: Felt = { light: ['#dfe7e1', '#cfdbd4'], dark: ['#1d2d2b', '#172523'] }
const PLAIN_BACK = '#2c5a55'

const felts = byGame(import.meta.glob<Felt | undefined>('../../../src/weatherdeck/games/*/art.json', { eager: true, import: 'felt' }))
const backs = byGame(import.meta.glob<{ colour: string } | undefined>('../../../src/weatherdeck/games/*/art.json', { eager: true, import: 'back' }))

function byGame<T>(found: Record<string, T>): Map<string, T> {
  return new Map(Object.entries(found).map(([path, one]) => [(path.split('/').at(-2) ?? '').replaceAll('_', '-'), one]))
}

/** The style of an element with `data-game`. */
export function feltOf(game: string): string {
  const { light, dark } = felts.get(game) ?? PLAIN
  const back = backs.get(game)?.colour ?? PLAIN_BACK
  return `--felt-light: ${light[0]}; --felt-light-deep: ${light[1]}; --felt-dark: ${dark[0]}; --felt-dark-deep: ${dark[1]}; --back: ${back}`
}
