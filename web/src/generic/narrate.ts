/** A step at a table that knows no game: pieces travel from where they lay to where they lie. */
import { copyOf, frameOf, trickOf, type Frame, type Narrate, type Telling, type Travel } from '../play/frames'
import type { View } from '../protocol/messages'
import { layoutOf, tablePieces, type Layout, type Piece } from './layout'
import { isFields, type Schemas } from './schema'

type Seats = Record<string, unknown>[]

/** So many things travel at once at most; more would be a flurry. */
const MOST = 12

export function narrator(schemas: Schemas): Narrate {
  return (telling) => {
    const whole = wholeTrick(telling, schemas)
    const frames: Frame[] = whole ? [trickOf(whole, travels(telling.before, whole, schemas))] : []
    return [...frames, frameOf(telling.after, travels(whole ?? telling.before, telling.after, schemas), 0)]
  }
}

const seatsOf = (view: View): Seats => (Array.isArray(view['seats']) ? view['seats'].filter(isFields) : [])

function pieces(layout: Layout): Piece[] {
  return [...layout.seats.flatMap(({ hand }) => hand), ...tablePieces(layout)]
}

/** What came to lie somewhere: from where a piece like it vanished, or from the player whose hidden hand got smaller. */
export function travels(before: View, after: View, schemas: Schemas): Travel[] {
  const [old, now] = [layoutOf(before, schemas), layoutOf(after, schemas)]
  const [were, are] = [pieces(old), pieces(now)]
  const stay = new Set(are.map(({ spot }) => spot))
  const known = new Set(were.map(({ spot }) => spot))
  const gone = were.filter(({ spot }) => !stay.has(spot))
  const found = are
    .filter(({ spot }) => !known.has(spot))
    .flatMap(({ spot, value }) => {
      const index = gone.findIndex((one) => one.value === value)
      if (index >= 0) return gone.splice(index, 1).map((one) => ({ from: one.spot, to: spot }))
      const seat = old.seats.findIndex(({ hidden }, n) => spot.startsWith(`seats/${n}/`) && hidden > (now.seats[n]?.hidden ?? 0))
      return seat >= 0 ? [{ from: `seat:${seat}`, to: spot }] : []
    })
  return found.length > MOST ? [] : found
}

/**
 * When the last card of a trick is played, the view after it shows the trick taken already. So the card is put where
 * its player's others were, and the whole trick is shown first.
 */
function wholeTrick({ before, happened, after }: Telling, schemas: Schemas): View | null {
  const mover = before['to_move']
  if (typeof mover !== 'number') return null
  const [old, now] = [seatsOf(before), seatsOf(after)]
  const isEmpty = (seat: Record<string, unknown> | undefined, field: string) => seat?.[field] === null
  for (const field of schemas.slots()) {
    const taken = old.filter((seat, n) => !isEmpty(seat, field) && isEmpty(now[n], field))
    const sample = taken[0]?.[field]
    if (sample === undefined || !isEmpty(old[mover], field) || !isEmpty(now[mover], field)) continue
    const parts = happened.filter((one) => one.parts['seat'] === mover).flatMap((one) => Object.entries(one.parts))
    const played = parts.find(([name, value]) => name !== 'seat' && isLike(value, sample))?.[1]
    if (played !== undefined) return withPlayed(before, mover, field, played)
  }
  return null
}

function isLike(value: unknown, sample: unknown): boolean {
  if (!isFields(sample) || !isFields(value)) return typeof value === typeof sample && !isFields(value)
  return Object.keys(sample).join() === Object.keys(value).join()
}

function withPlayed(before: View, mover: number, field: string, played: unknown): View {
  const view = copyOf<View>(before)
  const seat = seatsOf(view)[mover]
  if (!seat) return view
  seat[field] = played
  if (typeof seat['hand_size'] === 'number') seat['hand_size'] -= 1
  if (Array.isArray(seat['hand'])) {
    const index = seat['hand'].findIndex((one) => JSON.stringify(one) === JSON.stringify(played))
    if (index >= 0) seat['hand'].splice(index, 1)
  }
  return { ...view, to_move: null }
}
