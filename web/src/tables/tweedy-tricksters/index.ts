import { words } from '../../words'
import type { TableParts } from '..'
import Hand from './Hand.svelte'
import { narrate } from './narrate'
import Table from './Table.svelte'

export const parts: TableParts = {
  Table,
  Hand,
  Controls: null,
  narrate,
  status: words.tweedy.status,
  hasTricks: true,
  looksAhead: () => false,
}
