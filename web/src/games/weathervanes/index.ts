import type { Scene } from '../../play/scene.svelte'
import type { TableParts } from '../parts'
import Chip from './Chip.svelte'
import Hand from './Hand.svelte'
import { narrate } from './narrate'
import Table from './Table.svelte'
import type { WeathervanesView } from './view'
import { text } from './words'

export const parts: TableParts = {
  Table,
  Hand,
  Controls: null,
  Chip,
  narrate,
  thing: text.thing,
  hasTricks: true,
  looksAhead: (view: WeathervanesView) => view.phase === 'play',
  missing: (view: WeathervanesView, scene: Scene) => {
    if (view.phase === 'place') return text.choosePlace
    return view.heading === null && scene.picked.length ? text.chooseCorner : undefined
  },
}
