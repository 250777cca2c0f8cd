import type { TableParts } from '../parts'
import Hand from './Hand.svelte'
import { narrate } from './narrate'
import Table from './Table.svelte'
import { text } from './words'

export const parts: TableParts = {
  Table,
  Hand,
  Controls: null,
  narrate,
  status: text.status,
  looksAhead: () => false,
}
