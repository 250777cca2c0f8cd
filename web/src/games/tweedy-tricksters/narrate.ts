/** Tweedy Tricksters, happening by happening. */
import { copyOf, frameOf, numberOf, trickOf, type Frame, type Narrate, type Telling } from '../../play/frames'
import type { Happening } from '../../protocol/messages'
import { SUITS, type Card, type TweedyView } from './view'

export const narrate: Narrate = (telling) => new Narrator(telling).frames()

class Narrator {
  readonly #view: TweedyView
  readonly #frames: Frame[] = []

  constructor(private readonly telling: Telling) {
    this.#view = copyOf<TweedyView>(telling.before)
    this.#view.to_move = null
  }

  frames(): Frame[] {
    for (const one of this.telling.happened) this.#tell(one)
    return [...this.#frames, frameOf(this.telling.after, [], 0)]
  }

  #tell(one: Happening): void {
    const seat = numberOf(one, 'seat')
    const card = one.parts['card'] as Card
    switch (one.name) {
      case 'drafted':
        return this.#draft(seat, card)
      case 'led':
      case 'followed':
        return this.#play(seat, card, String(one.parts['suit']))
      case 'won':
        this.#view.won_by = [seat, numberOf(one, 'partner')]
        this.#frames.push(trickOf(this.#view))
        return
    }
  }

  #draft(seat: number, card: Card): void {
    const index = this.#view.market.findIndex((other) => other.card === card.card)
    if (index >= 0) this.#view.market.splice(index, 1)
    this.#view.seats[seat]?.drafted.push(card)
    this.#frames.push(frameOf(this.#view, [{ from: `market:${card.card}`, to: `drafted:${seat}:${card.card}` }], 200))
  }

  #play(seat: number, card: Card, suit: string): void {
    const data = this.#view.seats[seat]
    if (!data) return
    const wasDrafted = data.drafted.some((other) => other.card === card.card)
    for (const cards of [data.hand, data.drafted]) {
      const index = cards?.findIndex((other) => other.card === card.card) ?? -1
      if (index < 0) continue
      cards?.splice(index, 1)
      break
    }
    if (!wasDrafted) data.hand_size -= 1
    data.played = card
    data.value = card.values[SUITS.indexOf(suit as (typeof SUITS)[number])] ?? 0
    for (const pair of this.#view.partnerships ?? []) if (pair.seats.includes(seat)) pair.sum += data.value
    const from = seat === this.telling.seat ? `hand:${card.card}` : wasDrafted ? `drafted:${seat}:${card.card}` : `seat:${seat}`
    this.#frames.push(frameOf(this.#view, [{ from, to: `played:${seat}` }]))
  }
}
