/** The backs of each game's cards, from its art.json, for what stands for a game in a list. Each is loaded when it is first needed. */
import type { BackArt } from '../frame/CardBack.svelte'

const found = import.meta.glob<{ back?: BackArt }>('../../../src/weatherdeck/games/*/art.json', { import: 'default' })
const loaders = new Map(Object.entries(found).map(([path, load]) => [(path.split('/').at(-2) ?? '').replaceAll('_', '-'), load]))

/** The back of a game's cards; null for a game of another package, or one that has none. */
export async function backOf(game: string): Promise<BackArt | null> {
  try {
    return (await loaders.get(game)?.())?.back ?? null
  } catch {
    return null // offline: a plain back will do
  }
}
