/** A table for any game, drawn from its view, the view's schema and its art. */
import type { TableParts } from '../games/parts'
import { api } from '../protocol/api'
import Controls from './Controls.svelte'
import Hand from './Hand.svelte'
import { narrator } from './narrate'
import { Schemas } from './schema'
import Table from './Table.svelte'

export async function genericParts(game: string): Promise<TableParts> {
  const [schema, art] = await Promise.all([api.viewSchema(game), api.art(game)])
  const schemas = new Schemas(schema)
  return {
    Table,
    Hand,
    Controls,
    given: { schemas, art },
    narrate: narrator(schemas),
    hasTricks: schemas.slots().length > 0,
    looksAhead: () => true,
  }
}
