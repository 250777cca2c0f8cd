/** The log's lines: the cards marked in them, the tags before them, and the headings above them. */
import type { Line, LogLine } from '../protocol/messages'

/** A card in a text: its notation and its name. */
export interface Mark {
  code: string
  name: string
}

const MARK = /\{([^{}|]+)(?:\|([^{}|]+))?\}/g

/** A text as words and cards. */
export function pieces(text: string): (string | Mark)[] {
  const found: (string | Mark)[] = []
  let end = 0
  for (const mark of text.matchAll(MARK)) {
    const [whole, code = '', name = code] = mark
    if (mark.index > end) found.push(text.slice(end, mark.index))
    found.push({ code, name })
    end = mark.index + whole.length
  }
  return end < text.length ? [...found, text.slice(end)] : found
}

/** A text in which cards are called by their names. */
export function plain(text: string): string {
  return pieces(text)
    .map((one) => (typeof one === 'string' ? one : one.name))
    .join('')
}

export interface Entry {
  line: Line
  at: LogLine
}

/** What stands under one heading: the lines, and the moves that began there. */
export interface Group {
  heading: string
  entries: Entry[]
  moves: LogLine[]
}

/**
 * The log by headings. A heading with a # opens a group each time, and its number counts them since the last heading
 * without one; a heading without a # opens a group unless that group is open already. `then` is the heading of the
 * next line that has none.
 */
export function grouped(log: readonly LogLine[]): Group[] {
  const groups: Group[] = []
  let [shown, coming, number] = ['', '', 0]
  const open = (heading: string): Group => {
    shown = heading
    const group: Group = { heading, entries: [], moves: [] }
    groups.push(group)
    return group
  }
  for (const at of log) {
    let first: Group | undefined
    for (const line of at.lines) {
      const wanted = line.heading || coming
      coming = line.then
      let group = groups.at(-1) ?? open('')
      if (wanted.includes('#')) {
        number += 1
        group = open(wanted.replace('#', String(number)))
      } else if (wanted && wanted !== shown) {
        number = 0
        group = open(wanted)
      }
      first ??= group
      group.entries.push({ line, at })
    }
    if (at.seat !== null) (first ?? groups.at(-1) ?? open('')).moves.push(at)
  }
  return groups.filter(({ entries, moves }) => entries.length + moves.length > 0)
}

/** What stands before a line: what it brought, and who; the reader is "You". */
export function tagOf(line: Line, nameOf: (seat: number) => string): string {
  return [line.tag, line.seat === null ? '' : nameOf(line.seat)].filter(Boolean).join(' ')
}
