import type { TableParts } from '../parts'
import Chip from './Chip.svelte'
import Controls from './Controls.svelte'
import Hand from './Hand.svelte'
import { narrate } from './narrate'
import Table from './Table.svelte'
import { text } from './words'

export const parts: TableParts = {
  Table,
  Hand,
  Controls,
  Chip,
  narrate,
  thing: text.thing,
  hasTricks: true,
  looksAhead: () => false,
}
