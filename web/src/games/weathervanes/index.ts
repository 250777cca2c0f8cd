import type { TableParts } from '../parts'
import Controls from './Corners.svelte'
import Hand from './Hand.svelte'
import { narrate } from './narrate'
import Table from './Table.svelte'
import type { WeathervanesView } from './view'
import { text } from './words'

/** A follower's card can lie only one way. */
function meant(thing: string, view: WeathervanesView, seat: number): string | null {
  const mine = view.seats[seat]
  const card = mine?.hand?.find(({ number }) => thing === `card:${number}`)
  if (!card || view.heading === null || typeof mine?.corner !== 'number') return null
  return `${card.number}${card.suits[mine.corner] ?? ''}`
}

export const parts: TableParts = {
  Table,
  Hand,
  Controls,
  narrate,
  status: text.status,
  thing: text.thing,
  meant,
  hasTricks: true,
  looksAhead: (view: WeathervanesView) => view.phase === 'play' && view.heading === null,
}
