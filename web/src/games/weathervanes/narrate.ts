/** Weathervanes, happening by happening. */
import { copyOf, frameOf, numberOf, TRICK_RESTS, trickOf, type Frame, type Narrate, type Telling, type Travel } from '../../play/frames'
import type { Happening } from '../../protocol/messages'
import type { Card, WeathervanesView } from './view'

export const narrate: Narrate = (telling) => new Narrator(telling).frames()

class Narrator {
  readonly #view: WeathervanesView
  readonly #after: WeathervanesView
  readonly #frames: Frame[] = []
  /** Where a card that was taken came from, until it is placed. */
  #takenFrom: string | null = null
  /** The cards of a finished trick, which all go to their Displays at once. */
  readonly #settling: Travel[] = []

  constructor(private readonly telling: Telling) {
    this.#view = copyOf<WeathervanesView>(telling.before)
    this.#after = telling.after as unknown as WeathervanesView
    this.#view.to_move = null
  }

  frames(): Frame[] {
    if (this.telling.happened.some(({ name }) => name === 'dealt')) this.#view.placing = null
    for (const one of this.telling.happened) this.#tell(one)
    const isMine = this.#after.placing?.seat === this.telling.seat
    const taking = this.#takenFrom && isMine ? [{ from: this.#takenFrom, to: 'placing' }] : []
    return [...this.#frames, frameOf(this.#after, [...this.#settling, ...taking], 0)]
  }

  #tell(one: Happening): void {
    const seat = numberOf(one, 'seat')
    const card = one.parts['card'] as Card
    switch (one.name) {
      case 'led':
        return this.#lead(seat, card)
      case 'followed':
      case 'discarded':
        return this.#play(seat, card)
      case 'won':
        this.#view.winning = seat
        this.#frames.push(trickOf(this.#view))
        return
      case 'took':
        return this.#take(numberOf(one, 'from'))
      case 'placed':
        return this.#place(seat, card, numberOf(one, 'cell'))
      case 'scored':
        return this.#score(seat, numberOf(one, 'points'))
      case 'cleared':
        return this.#change(seat, (data) => (data.tableau = []))
      case 'displayed':
        this.#settling.push({ from: `played:${seat}`, to: `display:${seat}` })
    }
  }

  #change(seat: number, change: (data: WeathervanesView['seats'][number]) => void): void {
    const data = this.#view.seats[seat]
    if (data) change(data)
  }

  #show(travels: Travel[] = [], rest?: number): void {
    this.#frames.push(frameOf(this.#view, travels, rest))
  }

  /** The first card of a trick turns all others; how, the view after it says. */
  #lead(seat: number, card: Card): void {
    const { heading, lead_suit, winning } = this.#after
    Object.assign(this.#view, { heading, lead_suit, winning })
    this.#view.seats.forEach((data, other) => (data.corner = this.#after.seats[other]?.corner ?? null))
    this.#play(seat, card)
  }

  #play(seat: number, card: Card): void {
    this.#change(seat, (data) => {
      data.played = card
      data.hand_size -= 1
      const index = data.hand?.findIndex((other) => other.number === card.number) ?? -1
      if (index >= 0) data.hand?.splice(index, 1)
    })
    const from = seat === this.telling.seat ? `hand:${card.number}-0` : `seat:${seat}`
    this.#show([{ from, to: `played:${seat}` }])
  }

  #take(from: number): void {
    this.#change(from, (data) => (data.display = null))
    this.#takenFrom = `display:${from}`
  }

  #place(seat: number, card: Card, cell: number): void {
    this.#view.placing = null
    this.#change(seat, (data) => data.tableau.push({ cell, place: null, card }))
    const isMine = seat === this.telling.seat
    const from = this.#takenFrom ?? (isMine ? 'placing' : `seat:${seat}`)
    this.#takenFrom = null
    this.#show([{ from, to: `tableau:${seat}:${cell}` }])
  }

  #score(seat: number, points: number): void {
    this.#change(seat, (data) => (data.score += points))
    this.#show([], TRICK_RESTS)
  }
}
