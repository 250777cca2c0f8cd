/** The felt of each game's table and the colour of its card backs, from its art.json; no other part of that file is loaded. */

interface Felt {
  light: string[]
  dark: string[]
  back: string
}

const found = import.meta.glob<Felt | undefined>('../../../src/weatherdeck/games/*/art.json', { eager: true, import: 'felt' })
const felts = new Map(Object.entries(found).map(([path, felt]) => [(path.split('/').at(-2) ?? '').replaceAll('_', '-'), felt]))
const PLAIN: Felt = { light: ['#dfe7e1', '#cfdbd4'], dark: ['#1d2d2b', '#172523'], back: '#2c5a55' }

/** The style of an element with `data-game`. */
export function feltOf(game: string): string {
  const { light, dark, back } = felts.get(game) ?? PLAIN
  return `--felt-light: ${light[0]}; --felt-light-deep: ${light[1]}; --felt-dark: ${dark[0]}; --felt-dark-deep: ${dark[1]}; --back: ${back}`
}
