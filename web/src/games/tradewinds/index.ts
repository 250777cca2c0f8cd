import type { TableParts } from '../parts'
import Chip from './Chip.svelte'
import Forecast from './Forecast.svelte'
import Hand from './Hand.svelte'
import { narrate } from './narrate'
import Table from './Table.svelte'
import { text } from './words'

export const parts: TableParts = {
  Table,
  Hand,
  Controls: Forecast,
  Chip,
  isHandAside: true,
  narrate,
  missing: () => text.missing,
  looksAhead: () => false,
}
