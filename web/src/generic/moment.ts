/** What a table that knows no game is drawn from, and how this moment reads. */
import type { Scene } from '../play/scene.svelte'
import type { View } from '../protocol/messages'
import { namesOf, type Names } from './choices'
import type { Art } from './face'
import { layoutOf, zonesOf, type Layout } from './layout'
import type { Schemas } from './schema'

export interface Given {
  schemas: Schemas
  art: Art | null
}

export interface Moment {
  layout: Layout
  names: Names
}

export function momentOf(view: View, scene: Scene, { schemas }: Given): Moment {
  const layout = layoutOf(view, schemas)
  return { layout, names: namesOf(zonesOf(layout, scene.seat), scene.choices, schemas.kinds()) }
}
