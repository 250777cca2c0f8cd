import { words } from '../../words'
import type { TableParts } from '..'
import Controls from './Controls.svelte'
import Hand from './Hand.svelte'
import { narrate } from './narrate'
import Table from './Table.svelte'

export const parts: TableParts = {
  Table,
  Hand,
  Controls,
  narrate,
  status: words.fourSeasons.status,
  hasTricks: true,
  looksAhead: () => false,
}
