/** Tweedy Tricksters, happening by happening. */
import { numberOf, type Narrate } from '../../play/frames'
import { Narrator } from '../../play/narrator'
import type { Happening } from '../../protocol/messages'
import { SUITS, type Card, type TweedyView } from './view'

export const narrate: Narrate = (telling) => new TweedyNarrator(telling).frames()

class TweedyNarrator extends Narrator<TweedyView> {
  protected tell(one: Happening, seat: number): void {
    const card = one.parts['card'] as Card
    switch (one.name) {
      case 'drafted':
        return this.#draft(seat, card)
      case 'led':
      case 'followed':
        return this.#play(seat, card, String(one.parts['suit']))
      case 'won':
        return this.#win(seat, numberOf(one, 'partner'))
      case 'scored':
        return this.#score([seat, numberOf(one, 'partner')], numberOf(one, 'points'))
    }
  }

  #win(seat: number, partner: number): void {
    this.view.won_by = [seat, partner]
    const spots = this.view.seats.map((_, n) => `played:${n}`)
    this.showTrick(
      spots.filter((_, n) => n === seat || n === partner),
      spots.filter((_, n) => n !== seat && n !== partner),
    )
    this.showSweep(spots.map((from) => ({ from, to: `seat:${seat}` })))
    for (const data of this.view.seats) data.played = data.value = null
    delete this.view.won_by
  }

  #score(seats: number[], points: number): void {
    for (const seat of seats) {
      const data = this.view.seats[seat]
      if (data) data.score += points
    }
    if (points > 0) this.showGains(seats.map((seat) => ({ seat, text: `+${points}` })))
  }

  #draft(seat: number, card: Card): void {
    const index = this.view.market.findIndex((other) => other.card === card.card)
    if (index >= 0) this.view.market.splice(index, 1)
    this.view.seats[seat]?.drafted.push(card)
    this.show([{ from: `market:${card.card}`, to: `drafted:${seat}:${card.card}` }], 200)
  }

  #play(seat: number, card: Card, suit: string): void {
    const data = this.view.seats[seat]
    if (!data) return
    const isIt = (other: Card) => other.card === card.card
    const drafted = data.drafted.findIndex(isIt)
    // Of two equal cards, my hidden one goes first; of another player, only the drafted ones are known.
    const wasDrafted = drafted >= 0
    if (wasDrafted && !data.hand?.some(isIt)) data.drafted.splice(drafted, 1)
    else this.leaveHand(seat, isIt)
    data.played = card
    data.value = card.values[SUITS.indexOf(suit as (typeof SUITS)[number])] ?? 0
    for (const pair of this.view.partnerships ?? []) if (pair.seats.includes(seat)) pair.sum += data.value
    const mine = seat === this.telling.seat
    const from = !mine && wasDrafted ? `drafted:${seat}:${card.card}` : this.handSpot(seat, card.card)
    this.show([{ from, to: `played:${seat}` }])
  }
}
