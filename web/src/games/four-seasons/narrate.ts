/** 4 Seasons, happening by happening. */
import { copyOf, frameOf, numberOf, trickOf, type Frame, type Narrate, type Telling, type Travel } from '../../play/frames'
import type { Happening } from '../../protocol/messages'
import type { Card, FourSeasonsView, Seat } from './view'

type Token = Seat['tokens'][number]

export const narrate: Narrate = (telling) => new Narrator(telling).frames()

const TOKENS: Record<string, Token> = { discarded: 'autumn', picked_up: 'spring', captured: 'summer', skipped: 'winter' }

class Narrator {
  readonly #view: FourSeasonsView
  readonly #frames: Frame[] = []

  constructor(private readonly telling: Telling) {
    this.#view = copyOf<FourSeasonsView>(telling.before)
    this.#view.to_move = null
  }

  frames(): Frame[] {
    for (const one of this.telling.happened) this.#tell(one)
    return [...this.#frames, frameOf(this.telling.after, [], 0)]
  }

  #tell(one: Happening): void {
    const seat = numberOf(one, 'seat')
    const data = this.#view.seats[seat]
    if (!data) return
    const card = one.parts['card'] as Card
    const token = TOKENS[one.name]
    if (token) this.#token(data, token)
    switch (one.name) {
      case 'led':
        this.#view.lead_suit = card.suit
        return this.#play(seat, data, card)
      case 'followed':
      case 'strayed':
        return this.#play(seat, data, card)
      case 'discarded':
        this.#leave(data, card)
        this.#view.pit.push(card)
        return this.#show([{ from: this.#handOf(seat, card), to: 'pit' }])
      case 'picked_up':
        this.#view.pit = this.#view.pit.filter((other) => other.text !== card.text)
        data.hand?.push(card)
        data.hand_size += 1
        return this.#show(seat === this.telling.seat ? [{ from: 'pit', to: `hand:${card.text}` }] : [])
      case 'captured':
        return this.#capture(data, numberOf(one, 'from'))
      case 'skipped':
        return this.#show([])
      case 'won':
      case 'unwon':
        this.#view.winning = one.name === 'won' ? seat : null
        this.#frames.push(trickOf(this.#view))
        return
    }
  }

  #handOf(seat: number, card: Card): string {
    return seat === this.telling.seat ? `hand:${card.text}` : `seat:${seat}`
  }

  #show(travels: Travel[]): void {
    this.#frames.push(frameOf(this.#view, travels, 300))
  }

  #token(data: Seat, token: Token): void {
    data.token_played = token
    data.tokens = data.tokens.filter((other) => other !== token)
  }

  #leave(data: Seat, card: Card): void {
    data.hand_size -= 1
    if (data.hand) data.hand = data.hand.filter((other) => other.text !== card.text)
  }

  #play(seat: number, data: Seat, card: Card): void {
    this.#leave(data, card)
    data.played = card
    this.#frames.push(frameOf(this.#view, [{ from: this.#handOf(seat, card), to: `played:${seat}` }]))
  }

  #capture(data: Seat, from: number): void {
    const owner = this.#view.seats[from]
    if (owner?.played) data.won[owner.played.suit] = data.won[owner.played.suit] + 1
    if (owner) owner.played = null
    this.#show([])
  }
}
