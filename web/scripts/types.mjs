// Makes TypeScript types from the schema that the server publishes (web/schema).
// `npm run types` writes them; `npm run types -- --check` only says whether they are fresh.
import { existsSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { compile } from 'json-schema-to-typescript'

const web = dirname(dirname(fileURLToPath(import.meta.url)))
const target = join(web, 'src', 'protocol', 'generated')
const banner = '// Made by `npm run types` from web/schema. Not to be edited.\n'
const options = { bannerComment: banner, additionalProperties: false, ignoreMinAndMaxItems: true, format: true, style: { singleQuote: true, semi: false } }

const read = (name) => JSON.parse(readFileSync(join(web, 'schema', name), 'utf8'))

/** Pydantic gives every field a title, which would become a type of its own. */
function withoutTitles(value, isSchema = true) {
  if (Array.isArray(value)) return value.map((one) => withoutTitles(one))
  if (value === null || typeof value !== 'object') return value
  // A description or a hint (games/seen.py) beside a reference would make a second type of it.
  if (isSchema && typeof value.$ref === 'string') return { $ref: value.$ref }
  const entries = Object.entries(value).filter(([key, one]) => !(isSchema && key === 'title' && typeof one === 'string'))
  return Object.fromEntries(
    entries.map(([key, one]) => [key, withoutTitles(one, !['properties', '$defs', 'definitions', 'schemas'].includes(key))]),
  )
}

/** What the server sends always has all its fields, also those with a default. */
function withAllRequired(schema, names) {
  for (const name of names) {
    const one = schema[name]
    if (one?.properties) one.required = Object.keys(one.properties)
  }
}

function namesOf(union) {
  return union.oneOf.map((one) => one.$ref.split('/').at(-1))
}

async function socketTypes() {
  const schema = withoutTitles(read('socket.json'))
  // The table of a game knows the type of its view (views.ts); the frame around it takes any.
  schema.$defs.View = { tsType: 'Record<string, unknown>' }
  withAllRequired(schema.$defs, namesOf(schema.properties.server).filter((name) => name !== 'AskUndo'))
  return compile(schema, 'Socket', options)
}

async function apiTypes() {
  const { schemas } = withoutTitles(read('openapi.json')).components
  const text = JSON.stringify({ definitions: schemas, type: 'object', properties: {} })
  const schema = JSON.parse(text.replaceAll('#/components/schemas/', '#/definitions/'))
  for (const name of Object.keys(schemas)) schema.properties[name] = { $ref: `#/definitions/${name}` }
  return compile(schema, 'Api', options)
}

/** The view of each game, and its parts, under the name of its game: GameNameView, GameNameCard, and so on. */
async function viewTypes() {
  return compile(withoutTitles(read('views.json')), 'Views', options)
}

const made = { 'socket.ts': await socketTypes(), 'api.ts': await apiTypes(), 'views.ts': await viewTypes() }
const path = (name) => join(target, name)
if (process.argv.includes('--check')) {
  const stale = Object.entries(made).filter(([name, text]) => !existsSync(path(name)) || readFileSync(path(name), 'utf8') !== text)
  if (stale.length) {
    console.error(`not fresh: ${stale.map(([name]) => name).join(', ')}; run: npm run types`)
    process.exit(1)
  }
} else {
  mkdirSync(target, { recursive: true })
  for (const [name, text] of Object.entries(made)) writeFileSync(path(name), text)
}
