/** Weathervanes, happening by happening. */
import { numberOf, type Frame, type Narrate, type Travel } from '../../play/frames'
import { Narrator } from '../../play/narrator'
import type { Happening } from '../../protocol/messages'
import { words } from '../../words'
import type { Card, WeathervanesView } from './view'

export const narrate: Narrate = (telling) => new VaneNarrator(telling).frames()

class VaneNarrator extends Narrator<WeathervanesView> {
  /** Where a card that was taken came from, until it is placed. */
  #takenFrom: string | null = null
  /** The cards of a finished trick, which all go to their Displays at once. */
  readonly #settling: Travel[] = []

  override frames(): Frame[] {
    if (this.telling.happened.some(({ name }) => name === 'dealt')) this.view.placing = null
    return super.frames()
  }

  protected override arriving(): Travel[] {
    const isMine = this.after.placing?.seat === this.telling.seat
    const taking = this.#takenFrom && isMine ? [{ from: this.#takenFrom, to: 'placing' }] : []
    return [...this.#settling, ...taking]
  }

  protected tell(one: Happening, seat: number): void {
    const card = one.parts['card'] as Card
    switch (one.name) {
      case 'led':
        return this.#lead(seat, card)
      case 'followed':
      case 'discarded':
        return this.#play(seat, card)
      case 'won':
        this.view.winning = seat
        return this.#win(seat)
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
    const data = this.view.seats[seat]
    if (data) change(data)
  }

  /** The first card of a trick turns all others; how, the view after it says. */
  #lead(seat: number, card: Card): void {
    const { heading, lead_suit, winning } = this.after
    Object.assign(this.view, { heading, lead_suit, winning })
    this.view.seats.forEach((data, other) => (data.corner = this.after.seats[other]?.corner ?? null))
    this.#play(seat, card)
  }

  #play(seat: number, card: Card): void {
    this.leaveHand(seat, (other) => other.number === card.number)
    this.#change(seat, (data) => (data.played = card))
    this.show([{ from: this.handSpot(seat, `${card.number}-0`), to: `played:${seat}` }])
  }

  #take(from: number): void {
    this.#change(from, (data) => (data.display = null))
    this.#takenFrom = `display:${from}`
  }

  #place(seat: number, card: Card, cell: number): void {
    this.view.placing = null
    this.#change(seat, (data) => data.tableau.push({ cell, place: null, card }))
    const isMine = seat === this.telling.seat
    const from = this.#takenFrom ?? (isMine ? 'placing' : `seat:${seat}`)
    this.#takenFrom = null
    this.show([{ from, to: `tableau:${seat}:${cell}` }])
  }

  #win(seat: number): void {
    const others = this.view.seats.flatMap((data, other) => (data.played && other !== seat ? [`played:${other}`] : []))
    this.showTrick([`played:${seat}`], others)
  }

  #score(seat: number, points: number): void {
    this.#change(seat, (data) => (data.score += points))
    this.showGains([{ seat, text: words.signed(points) }])
  }
}
