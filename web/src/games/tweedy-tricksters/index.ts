import type { TableParts } from '../parts'
import Chip from './Chip.svelte'
import Hand from './Hand.svelte'
import { narrate } from './narrate'
import Table from './Table.svelte'
import type { TweedyView } from './view'
import { text } from './words'

export const parts: TableParts = {
  Table,
  Hand,
  Controls: null,
  Chip,
  narrate,
  hasTricks: true,
  looksAhead: () => false,
  missing: (view: TweedyView) => text.missing[view.phase] ?? text.missing.play,
}
