import type { TableParts } from '../parts'
import Chip from './Chip.svelte'
import Hand from './Hand.svelte'
import { missing, offers } from './strip'
import { narrate } from './narrate'
import Table from './Table.svelte'
import { text } from './words'

export const parts: TableParts = {
  Table,
  Hand,
  Controls: null,
  Chip,
  narrate,
  missing,
  offers,
  thing: text.thing,
  looksAhead: () => false,
}
