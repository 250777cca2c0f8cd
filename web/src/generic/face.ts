/** The face of a piece: what is large on it, its signs, and what else it says. */
import type { Sign } from '../look/art'
import type { Part, Piece } from './layout'

export interface Art {
  /** Of the signs' paths: left, top, width, height. */
  box?: number[] | undefined
  signs?: Record<string, Sign> | undefined
}

export interface Face {
  /** A number or a short name. */
  large: string
  /** The sign that it is named after: drawn instead of the name. */
  sign: Sign | null
  signs: Sign[]
  /** Of the first sign, if there is one. */
  colour: string | null
  lines: { name: string; value: string }[]
  flags: string[]
  /** What needs more room than a card has. */
  more: Part[]
}

/** The signs that a text stands for: by its whole name, or letter by letter. */
export function signsIn(text: string, art: Art | null): Sign[] {
  const signs = art?.signs ?? {}
  const whole = signs[text]
  if (whole) return [whole]
  const letters = [...text].map((letter) => signs[letter])
  return letters.length > 1 && letters.every((one) => one !== undefined) ? letters : []
}

/** All that a piece says, sorted by how it is drawn. */
export function tileOf(piece: Piece, art: Art | null): Face {
  const own = signsIn(piece.value, art)
  const face: Face = { large: piece.value, sign: own.length === 1 ? (own[0] ?? null) : null, signs: own, colour: null, lines: [], flags: [], more: [] }
  for (const part of piece.parts) {
    if (part.is === 'flag') face.flags.push(part.name)
    else if (part.is !== 'text') face.more.push(part)
    else {
      const signs = part.values.map((text) => signsIn(text, art))
      if (signs.length > 0 && signs.every(({ length }) => length > 0)) face.signs.push(...signs.flat())
      // A name made of its numbers says them already.
      else if (part.values.join('') !== piece.value) face.lines.push({ name: part.name, value: part.values.join(' ') })
    }
  }
  const [only] = face.signs
  face.colour = face.signs.length === 1 ? (only?.ink ?? only?.colour ?? null) : null
  return face
}

/** A card has little room: where it has a sign and one number, these say it all (9 of Knowledge). */
export function cardOf(piece: Piece, art: Art | null): Face {
  const face = tileOf(piece, art)
  const numbers = face.lines.filter(({ value }) => /^-?\d+$/.test(value))
  const [number] = numbers
  if (!face.signs.length || numbers.length !== 1 || !number || /^\d+$/.test(piece.value)) return face
  return { ...face, large: number.value, lines: face.lines.filter((line) => line !== number && /\d/.test(line.value)) }
}

const FEW_LINES = 3
const SHORT = 14

/** Whether a piece fits on a card; otherwise it is a tile, with room for words. */
export function isCard(piece: Piece, art: Art | null): boolean {
  const { lines, more } = tileOf(piece, art)
  return more.length === 0 && lines.length <= FEW_LINES && lines.every(({ value }) => value.length <= SHORT)
}

/** All that a piece says, for those who do not see it. */
export function saidOf(piece: Piece): string {
  const said = piece.parts.flatMap((part) => {
    if (part.is === 'text') return [`${part.name} ${part.values.join(' ')}`]
    return part.is === 'flag' ? [part.name] : []
  })
  return [`${piece.kind.replaceAll('_', ' ')} ${piece.value}`, ...said].join(', ')
}
