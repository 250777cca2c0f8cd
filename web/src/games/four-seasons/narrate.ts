/** 4 Seasons, happening by happening. */
import { numberOf, type Narrate } from '../../play/frames'
import { Narrator } from '../../play/narrator'
import type { Happening } from '../../protocol/messages'
import type { Card, FourSeasonsView, Seat } from './view'

type Token = Seat['tokens'][number]

export const narrate: Narrate = (telling) => new SeasonsNarrator(telling).frames()

const TOKENS: Record<string, Token> = { discarded: 'autumn', picked_up: 'spring', captured: 'summer', skipped: 'winter' }
const REST = 300

class SeasonsNarrator extends Narrator<FourSeasonsView> {
  protected tell(one: Happening, seat: number): void {
    const data = this.view.seats[seat]
    if (!data) return
    const card = one.parts['card'] as Card
    const token = TOKENS[one.name]
    if (token) this.#token(data, token)
    switch (one.name) {
      case 'led':
        this.view.lead_suit = card.suit
        return this.#play(seat, data, card)
      case 'followed':
      case 'strayed':
        return this.#play(seat, data, card)
      case 'discarded':
        this.#leave(seat, card)
        this.view.pit.push(card)
        return this.show([{ from: this.handSpot(seat, card.text), to: 'pit' }], REST)
      case 'picked_up':
        this.view.pit = this.view.pit.filter((other) => other.text !== card.text)
        data.hand?.push(card)
        data.hand_size += 1
        return this.show(seat === this.telling.seat ? [{ from: 'pit', to: `hand:${card.text}` }] : [], REST)
      case 'captured':
        return this.#capture(data, numberOf(one, 'from'))
      case 'skipped':
        return this.show([], REST)
      case 'won':
      case 'unwon':
        this.view.winning = one.name === 'won' ? seat : null
        return this.showTrick()
    }
  }

  #token(data: Seat, token: Token): void {
    data.token_played = token
    data.tokens = data.tokens.filter((other) => other !== token)
  }

  #leave(seat: number, card: Card): void {
    this.leaveHand(seat, (other) => other.text === card.text)
  }

  #play(seat: number, data: Seat, card: Card): void {
    this.#leave(seat, card)
    data.played = card
    this.show([{ from: this.handSpot(seat, card.text), to: `played:${seat}` }])
  }

  #capture(data: Seat, from: number): void {
    const owner = this.view.seats[from]
    if (owner?.played) data.won[owner.played.suit] += 1
    if (owner) owner.played = null
    this.show([], REST)
  }
}
