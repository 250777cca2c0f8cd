import type { TableParts } from '../games/parts'
import type { SeatStanding, View } from '../protocol/messages'
import { meant, standing, type Choice, type Standing } from './choosing'

/** A player, as shown on a plate. */
export interface Player {
  name: string
  note: string
  here: boolean
  /** Seconds left; null without a time limit. */
  clock: number | null
}

/** What a table is drawn from besides its view: the viewer's seat, the choices, and the picks. */
export class Scene {
  seat = $state<number | null>(null)
  players = $state.raw<Player[]>([])
  choices = $state.raw<readonly Choice[]>([])
  picked = $state.raw<readonly string[]>([])
  /** The thing under the pointer or the keyboard's focus. */
  pointed = $state<string | null>(null)
  /** The things of the hinted move. */
  hinted = $state.raw<readonly string[]>([])
  /** The view after the choice that the player points at. */
  ahead = $state.raw<View | null>(null)
  /** Progress of the game, as shown in the bar. */
  status = $state('')
  /** The standing of each seat; empty if not known. */
  standings = $state.raw<readonly SeatStanding[]>([])
  /** Draws a card in a line of text. */
  Chip = $state.raw<TableParts['Chip']>()
  /** What the reader has looked at by themselves, such as a role that lies face down; a lesson may ask for it. */
  looked = $state.raw<readonly string[]>([])
  /** A thing on the table, in words. */
  nameOf: (thing: string) => string = (thing) => thing

  readonly #named: (thing: string) => void
  readonly #made: (choice: Choice) => void

  constructor(named: (thing: string) => void = () => undefined, made: (choice: Choice) => void = () => undefined) {
    this.#named = named
    this.#made = made
  }

  /** A part of the table tells that the reader has looked at something. */
  look(what: string): void {
    if (!this.looked.includes(what)) this.looked = [...this.looked, what]
  }

  /** The seat drawn at the bottom: the viewer's. */
  get bottom(): number {
    return this.seat ?? 0
  }

  get isMyTurn(): boolean {
    return this.choices.length > 0
  }

  name(seat: number): string {
    return this.players[seat]?.name ?? ''
  }

  /** The place of a seat on the screen: 0 is the bottom, then clockwise. */
  placeOf(seat: number, seats: number): number {
    return (seat - this.bottom + seats) % seats
  }

  seatAt(place: number, seats: number): number {
    return (this.bottom + place) % seats
  }

  meant(names: readonly string[]): string {
    return meant(this.choices, this.picked, names)
  }

  standing(names: readonly string[]): Standing {
    return standing(this.choices, this.picked, this.meant(names))
  }

  isHinted(names: readonly string[]): boolean {
    return names.some((name) => this.hinted.includes(name))
  }

  choose(names: readonly string[]): void {
    this.#named(this.meant(names))
  }

  /** Makes a choice that names no thing. */
  make(choice: Choice): void {
    this.#made(choice)
  }

  point(names: readonly string[] | null): void {
    this.pointed = names && this.meant(names)
  }
}
