import type { TableParts } from '../parts'
import Chip from './Chip.svelte'
import Hand from './Hand.svelte'
import { narrate } from './narrate'
import Table from './Table.svelte'

export const parts: TableParts = {
  Table,
  Hand,
  Controls: null,
  Chip,
  narrate,
  looksAhead: () => false,
}
