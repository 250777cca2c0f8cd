/**
 * The part of JSON Schema that views use, with the hints of `weatherdeck.games.seen`: what a piece is called
 * (`thing`), what is a seat, how many columns a list has, what can be folded away (`aside`).
 */
export interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
  thing?: string
  seat?: boolean
  columns?: number
  aside?: boolean
}

type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the schema of one game. */
export class Schemas {
  readonly root: Schema
  readonly #definitions: Record<string, Schema>

  constructor(root: Schema) {
    this.#definitions = root.$defs ?? {}
    this.root = this.named(root)
  }

  /** Without references; hints beside a reference count. */
  named(schema: Schema | undefined): Schema {
    if (!schema?.$ref) return schema ?? {}
    const { $ref, ...hints } = schema
    return { ...this.named(this.#definitions[$ref.split('/').at(-1) ?? '']), ...hints }
  }

  /** The schema that fits a value, where there are several; hints of the whole count for each. */
  of(schema: Schema | undefined, value: unknown): Schema {
    const { anyOf, ...own } = this.named(schema)
    const fitting = anyOf?.map((one) => this.named(one)).find((one) => fits(one, value))
    return fitting ? { ...this.of(fitting, value), ...own } : own
  }

  /** What a field is when it is not null, and whether it may be. */
  filled(schema: Schema | undefined): { schema: Schema; isOptional: boolean } {
    const { anyOf, ...own } = this.named(schema)
    if (!anyOf) return { schema: own, isOptional: false }
    const others = anyOf.map((one) => this.named(one)).filter(({ type }) => type !== 'null')
    return { schema: { ...others[0], ...own }, isOptional: others.length < anyOf.length }
  }

  /** The kind of a piece and, for an object, the field that names it; null for what is no piece. */
  piece(schema: Schema): { kind: string; field: string | null } | null {
    const fields = Object.entries(schema.properties ?? {})
    for (const [field, one] of fields) {
      const kind = this.named(one).thing
      if (kind) return { kind: schema.thing ?? kind, field }
    }
    return schema.thing && schema.type !== 'array' && !fields.length ? { kind: schema.thing, field: null } : null
  }

  /** What one player's part of the view is. */
  seat(): Schema {
    return this.filled(this.named(this.root.properties?.['seats']).items).schema
  }

  /** The fields of a seat that hold one piece or none: what was played, say. */
  slots(): string[] {
    return Object.entries(this.seat().properties ?? {}).flatMap(([field, declared]) => {
      const { schema, isOptional } = this.filled(declared)
      return isOptional && this.piece(schema) ? [field] : []
    })
  }

  /** The kinds of things that a view can draw. */
  kinds(): Set<string> {
    const found = new Set<string>()
    const look = (schema: unknown): void => {
      if (Array.isArray(schema)) return schema.forEach(look)
      if (!isFields(schema)) return
      if (typeof schema['thing'] === 'string') found.add(schema['thing'])
      Object.values(schema).forEach(look)
    }
    look([this.root, this.#definitions])
    return found
  }
}

function fits(schema: Schema, value: unknown): boolean {
  if (value === null) return schema.type === 'null'
  if (Array.isArray(value)) return schema.type === 'array'
  if (isFields(value)) {
    const { properties } = schema
    return schema.type === 'object' && (!properties || Object.keys(value).every((key) => key in properties))
  }
  if (typeof value === 'number') return schema.type === 'integer' || schema.type === 'number'
  return schema.type === typeof value
}
