import type { SeatStanding, View } from '../protocol/messages'
import { meant, standing, type Choice, type Standing } from './choosing'

/** Who sits on a seat, as a plate shows it. */
export interface Player {
  name: string
  note: string
  here: boolean
  /** Seconds left, as of now; null where there is no limit. */
  clock: number | null
}

/** What a table is drawn from besides its view: who looks, what may be chosen, and what is chosen. */
export class Scene {
  seat = $state<number | null>(null)
  players = $state.raw<Player[]>([])
  choices = $state.raw<readonly Choice[]>([])
  picked = $state.raw<readonly string[]>([])
  /** The thing under the pointer or the keyboard's focus. */
  pointed = $state<string | null>(null)
  /** What a strong player would choose, where a hint was asked for. */
  hinted = $state.raw<readonly string[]>([])
  /** How the table would look after the choice that is pointed at. */
  ahead = $state.raw<View | null>(null)
  /** How far the game is, as the bar says it. */
  status = $state('')
  /** How each seat stands, as of what is drawn; empty where that is not known. */
  standings = $state.raw<readonly SeatStanding[]>([])
  /** A thing on the table, in words. */
  nameOf: (thing: string) => string = (thing) => thing

  readonly #named: (thing: string) => void
  readonly #made: (choice: Choice) => void

  constructor(named: (thing: string) => void = () => undefined, made: (choice: Choice) => void = () => undefined) {
    this.#named = named
    this.#made = made
  }

  /** The seat that is drawn at the bottom: mine. */
  get bottom(): number {
    return this.seat ?? 0
  }

  get isMyTurn(): boolean {
    return this.choices.length > 0
  }

  name(seat: number): string {
    return this.players[seat]?.name ?? ''
  }

  /** Where a seat is drawn: 0 at the bottom, then clockwise. */
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
