/** Any game, drawn from its view alone; it is played by the list of moves. */
import { plainly } from '../play/frames'
import type { TableParts } from '../games/parts'
import Hand from './Hand.svelte'
import Table from './Table.svelte'

export const parts: TableParts = {
  Table,
  Hand,
  Controls: null,
  narrate: plainly,
  status: () => '',
  looksAhead: () => false,
}
