import type { TableParts } from '../parts'
import Chip from './Chip.svelte'
import Hand from './Hand.svelte'
import { narrate } from './narrate'
import Table from './Table.svelte'
import { SEASONS } from './view'
import { text } from './words'

export const parts: TableParts = {
  Table,
  Hand,
  Controls: null,
  Chip,
  narrate,
  thing: text.thing,
  hasTricks: true,
  missing: (_, scene) => text.missing(SEASONS.find((season) => scene.picked.includes(`token:${season}`))),
  // After the card, the turn ends without a token unless I choose one.
  offers: (_, scene) => scene.choices.find(({ move }) => move === 'done'),
  looksAhead: () => true,
}
