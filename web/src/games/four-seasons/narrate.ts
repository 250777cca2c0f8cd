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
        return this.#capture(seat, data, numberOf(one, 'from'))
      case 'skipped':
        return this.show([], REST)
      case 'won':
      case 'unwon':
        return this.#end(one.name === 'won' ? seat : null)
      case 'scored':
        return this.showGains([{ seat, text: `+${(numberOf(one, 'tenths') / 10).toFixed(1)}` }])
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

  #capture(seat: number, data: Seat, from: number): void {
    const owner = this.view.seats[from]
    this.showSweep([{ from: `played:${from}`, to: `seat:${seat}` }])
    if (owner?.played) data.won[owner.played.suit] += 1
    if (owner) owner.played = null
    this.show([], REST)
  }

  /** The trick is over: whoever won it takes cards and tokens; without a winner the cards go to the Pit. */
  #end(winner: number | null): void {
    this.view.winning = winner
    const cards = this.view.seats.flatMap(({ played }, seat) => (played ? [seat] : []))
    const tokens = this.view.seats.flatMap(({ token_played }, seat) => (token_played && winner !== null ? [`token:${seat}`] : []))
    const rest = cards.filter((seat) => seat !== winner).map((seat) => `played:${seat}`)
    this.showTrick(winner === null ? [] : [`played:${winner}`], rest)
    const to = winner === null ? 'pit' : `seat:${winner}`
    this.showSweep([...cards.map((seat) => `played:${seat}`), ...tokens].map((from) => ({ from, to })))
    for (const data of this.view.seats) data.played = data.token_played = null
    this.view.winning = null
  }
}
