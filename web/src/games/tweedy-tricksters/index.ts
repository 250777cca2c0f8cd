import type { TableParts } from '../parts'
import Hand from './Hand.svelte'
import { narrate } from './narrate'
import Table from './Table.svelte'

export const parts: TableParts = {
  Table,
  Hand,
  Controls: null,
  narrate,
  hasTricks: true,
  looksAhead: () => false,
}
