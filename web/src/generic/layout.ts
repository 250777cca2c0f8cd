/** Where everything in a view goes on a table that knows no game: read from the view and its schema alone. */
import type { Zones } from './choices'
import { isFields, type Schema, type Schemas } from './schema'

/** Something that lies on the table and may be named in a move: a card, a tile, a place. */
export interface Piece {
  /** Where it is in the view: unique, and the same for as long as it lies there. */
  spot: string
  kind: string
  value: string
  thing: string
  /** What else it says. */
  parts: Part[]
}

/** A named part of the view. */
export type Part = { name: string; isAside: boolean } & Content

export type Content =
  | { is: 'text'; values: string[] }
  | { is: 'flag' }
  | { is: 'seats'; seats: number[] }
  | { is: 'pieces'; pieces: Piece[]; columns: number | null }
  | { is: 'groups'; groups: Part[][]; columns: number | null }

/** What one player has. */
export interface SeatLayout {
  /** Cards of the hand that this viewer does not see. */
  hidden: number
  hand: Piece[]
  /** One piece each, or none: what was played, say. In the order of the layout's `slots`. */
  slots: (Piece | null)[]
  /** What the view says about the seat at the top: who leads, who is winning. */
  marks: string[]
  parts: Part[]
}

export interface Layout {
  seats: SeatLayout[]
  /** The fields of a seat that hold one piece or none. */
  slots: string[]
  parts: Part[]
  toMove: number | null
}

const HAND = ['hand', 'hand_size']
export const captionOf = (name: string): string => name.replaceAll('_', ' ')

export function layoutOf(view: Record<string, unknown>, schemas: Schemas): Layout {
  return new Reading(schemas).layout(view)
}

class Reading {
  constructor(private readonly schemas: Schemas) {}

  layout(view: Record<string, unknown>): Layout {
    const { root } = this.schemas
    const { to_move: toMove, seats, ...rest } = view
    const item = this.schemas.seat()
    const slots = this.schemas.slots()
    const parts = this.parts(rest, root, '')
    return {
      seats: (Array.isArray(seats) ? seats.filter(isFields) : []).map((seat, number) => this.#seat(seat, item, slots, number, parts)),
      slots,
      parts: parts.filter((part) => !isMark(part)),
      toMove: typeof toMove === 'number' ? toMove : null,
    }
  }

  #seat(seat: Record<string, unknown>, schema: Schema, slots: string[], number: number, top: Part[]): SeatLayout {
    const spot = `seats/${number}`
    const own = Object.fromEntries(Object.entries(seat).filter(([field]) => !HAND.includes(field) && !slots.includes(field)))
    const hand = this.#part('hand', seat['hand'] ?? null, schema.properties?.['hand'], spot)
    const size = seat['hand_size']
    return {
      hidden: seat['hand'] === null && typeof size === 'number' ? size : 0,
      hand: hand?.is === 'pieces' ? hand.pieces : [],
      slots: slots.map((field) => this.#piece(seat[field], schema.properties?.[field], `${spot}/${field}`)),
      marks: top.flatMap((part) => (isMark(part) && part.seats.includes(number) && part.name !== 'winners' ? [part.name] : [])),
      parts: this.parts(own, schema, spot),
    }
  }

  /** The parts of an object; what is empty says nothing. */
  parts(fields: Record<string, unknown>, schema: Schema, spot: string): Part[] {
    return Object.entries(fields).flatMap(([field, value]) => {
      const part = this.#part(field, value, schema.properties?.[field] ?? additional(schema), spot)
      return part ? [part] : []
    })
  }

  #part(field: string, value: unknown, declared: Schema | undefined, spot: string): Part | null {
    if (value === null || value === undefined || value === false) return null
    const schema = this.schemas.of(declared, value)
    const named = { name: captionOf(field), isAside: schema.aside ?? false }
    const here = spot ? `${spot}/${field}` : field
    if (value === true) return { ...named, is: 'flag' }
    if (Array.isArray(value)) return { ...named, ...this.#list(value, schema, here) }
    const piece = this.#piece(value, schema, here)
    if (piece) return { ...named, is: 'pieces', pieces: [piece], columns: null }
    if (isFields(value)) return { ...named, is: 'groups', groups: [this.parts(value, schema, here)], columns: null }
    if (schema.seat && typeof value === 'number') return { ...named, is: 'seats', seats: [value] }
    return { ...named, is: 'text', values: [String(value)] }
  }

  #list(values: unknown[], schema: Schema, spot: string): Content {
    const columns = schema.columns ?? null
    const item: Schema = { ...this.schemas.filled(schema.items).schema, ...(schema.thing ? { thing: schema.thing } : {}) }
    if (item.seat) return { is: 'seats', seats: values.filter((one) => typeof one === 'number') }
    const pieces = values.map((value, n) => this.#piece(value, item, `${spot}/${n}`))
    if (this.#isPiece(item) || pieces.some(Boolean)) return { is: 'pieces', pieces: numbered(pieces, spot), columns }
    if (values.some(isFields)) return { is: 'groups', groups: values.map((one, n) => (isFields(one) ? this.parts(one, this.schemas.of(item, one), `${spot}/${n}`) : [])), columns }
    return { is: 'text', values: values.map((one) => (typeof one === 'boolean' ? (one ? '✓' : '–') : String(one))) }
  }

  #isPiece(schema: Schema): boolean {
    return this.schemas.piece(schema) !== null || this.#carries(schema) !== null
  }

  /** The one piece that an object holds besides plain facts: a card with its place, say. */
  #carries(schema: Schema): string | null {
    const fields = Object.entries(schema.properties ?? {})
    const held = fields.filter(([, one]) => this.schemas.piece(this.schemas.filled(one).schema))
    const isPlain = fields.every(([, one]) => !['array', 'object'].includes(this.schemas.filled(one).schema.type ?? '') || one === held[0]?.[1])
    return held.length === 1 && isPlain ? (held[0]?.[0] ?? null) : null
  }

  #piece(value: unknown, declared: Schema | undefined, spot: string): Piece | null {
    if (value === null || value === undefined) return null
    const schema = this.schemas.of(declared, value)
    const found = this.schemas.piece(schema)
    if (found && found.field === null) return piece(spot, found.kind, value, [])
    if (!isFields(value)) return null
    if (found?.field) {
      const { [found.field]: name, ...rest } = value
      return piece(spot, found.kind, name, this.parts(rest, schema, spot))
    }
    const field = this.#carries(schema)
    const carried = field === null ? null : this.#piece(value[field], schema.properties?.[field], spot)
    if (!carried || field === null) return null
    const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== field))
    return { ...carried, parts: [...carried.parts, ...this.parts(rest, schema, spot)] }
  }
}

const additional = ({ additionalProperties }: Schema): Schema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined

const isMark = (part: Part): part is Part & { is: 'seats' } => part.is === 'seats' && !part.isAside

function piece(spot: string, kind: string, value: unknown, parts: Part[]): Piece {
  return { spot, kind, value: String(value), thing: `${kind}:${String(value)}`, parts }
}

/** Pieces of a list keep their spot while others come and go: it is made of what they are, not of where they lie. */
function numbered(pieces: readonly (Piece | null)[], spot: string): Piece[] {
  const count: Record<string, number> = {}
  return pieces.flatMap((one) => {
    if (!one) return []
    const copy = (count[one.thing] = (count[one.thing] ?? -1) + 1)
    return [{ ...one, spot: `${spot}/${one.thing}/${copy}` }]
  })
}

/** What is said in a word or two. */
export const isFact = ({ is }: Part): boolean => is === 'text' || is === 'flag' || is === 'seats'

/** All pieces of some parts, with those that lie on others. */
export function piecesOf(parts: readonly Part[]): Piece[] {
  return parts.flatMap((part) => {
    if (part.is === 'pieces') return part.pieces.flatMap((one) => [one, ...piecesOf(one.parts)])
    return part.is === 'groups' ? part.groups.flatMap(piecesOf) : []
  })
}

/** Everything that lies on the table outside the hands; what is folded away is only for reference. */
export function tablePieces(layout: Layout): Piece[] {
  return [...layout.seats.flatMap(seatPieces), ...openPieces(layout.parts)]
}

const openPieces = (parts: readonly Part[]): Piece[] => piecesOf(parts.filter(({ isAside }) => !isAside))
const seatPieces = ({ slots, parts }: SeatLayout): Piece[] => [...slots.flatMap((one) => one ?? []), ...openPieces(parts)]

/** What lies where, as one player sees it; a spectator has nothing. */
export function zonesOf(layout: Layout, seat: number | null): Zones {
  const mine = seat === null ? undefined : layout.seats[seat]
  return {
    hand: mine?.hand ?? [],
    mine: mine ? seatPieces(mine) : [],
    table: openPieces(layout.parts),
    others: layout.seats.filter((one) => one !== mine).flatMap(seatPieces),
  }
}
