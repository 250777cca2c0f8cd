/** Tradewinds, happening by happening: pile after pile, as the wind takes them. */
import { copyOf, frameOf, numberOf, type Frame, type Narrate, type Telling } from '../../play/frames'
import type { Happening } from '../../protocol/messages'
import type { Letter, Pile, TradewindsView } from './view'

export const narrate: Narrate = (telling) => new Narrator(telling).frames()

class Narrator {
  readonly #view: TradewindsView
  readonly #frames: Frame[] = []

  constructor(private readonly telling: Telling) {
    this.#view = copyOf<TradewindsView>(telling.before)
    this.#view.preview = {}
    this.#view.to_move = null
  }

  frames(): Frame[] {
    for (const one of this.telling.happened) this.#tell(one)
    return [...this.#frames, frameOf(this.telling.after, [], 0)]
  }

  #tell(one: Happening): void {
    const seat = numberOf(one, 'seat')
    const pile = this.#view.piles[numberOf(one, 'pile')]
    delete this.#view.arrived
    switch (one.name) {
      case 'played':
      case 'played_open':
        return this.#play(seat, String(one.parts['complete']))
      case 'blown':
        return this.#blow(one, pile)
      case 'collected':
        return this.#collect(one, seat, pile)
      case 'emptied':
        if (pile) pile.gap = true
        return
      case 'flipped':
        if (pile) this.#flip(pile, one.parts['single'] as Letter)
        return
    }
  }

  #play(seat: number, complete: string): void {
    this.#view.blowing = { seat, complete }
    const data = this.#view.seats[seat]
    if (data?.hand) data.hand = data.hand.filter((card) => card !== complete)
    const from = seat === this.telling.seat ? `hand:${complete}` : `seat:${seat}`
    this.#frames.push(frameOf(this.#view, [{ from, to: 'blowing' }], 350))
  }

  #blow(one: Happening, pile: Pile | undefined): void {
    const [from, onto] = [numberOf(one, 'pile'), numberOf(one, 'onto')]
    const single = pile?.up.pop()
    if (single) this.#view.piles[onto]?.up.push(single)
    this.#frames.push(frameOf(this.#view, [{ from: `pile:${from}`, to: `pile:${onto}` }], 60))
  }

  #collect(one: Happening, seat: number, pile: Pile | undefined): void {
    const points = numberOf(one, 'points') > 0 ? 1 : -1
    const single = pile?.up.pop() ?? String(one.parts['single'])
    this.#view.arrived = { seat, single, points }
    this.#view.score += points
    const data = this.#view.seats[seat]
    if (data) data[points > 0 ? 'scored' : 'deducted'] += 1
    this.#frames.push(frameOf(this.#view, [{ from: `pile:${numberOf(one, 'pile')}`, to: `arrived:${seat}` }], 250))
  }

  #flip(pile: Pile, single: Letter): void {
    pile.down -= 1
    pile.up.push(single)
  }
}
