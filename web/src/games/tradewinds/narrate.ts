/** Tradewinds, happening by happening: pile after pile, as the wind takes them. */
import { numberOf, type Gain, type Narrate, type Telling } from '../../play/frames'
import { Narrator } from '../../play/narrator'
import type { Happening } from '../../protocol/messages'
import { words } from '../../words'
import type { Letter, Pile, TradewindsView } from './view'

export const narrate: Narrate = (telling) => new WindNarrator(telling).frames()

class WindNarrator extends Narrator<TradewindsView> {
  /** What the wind has brought to whom so far: it rises to the score when the wind is over. */
  readonly #brought = new Map<number, number>()

  constructor(telling: Telling) {
    super(telling)
    this.view.preview = {}
  }

  protected override gained(): Gain[] {
    return [...this.#brought].map(([seat, points]) => ({ seat, text: words.signed(points) }))
  }

  protected tell(one: Happening, seat: number): void {
    const pile = this.view.piles[numberOf(one, 'pile')]
    delete this.view.arrived
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
    this.view.blowing = { seat, complete }
    this.leaveHand(seat, (card) => card === complete)
    this.show([{ from: this.handSpot(seat, complete), to: 'blowing' }], 350)
  }

  #blow(one: Happening, pile: Pile | undefined): void {
    const [from, onto] = [numberOf(one, 'pile'), numberOf(one, 'onto')]
    const single = pile?.up.pop()
    if (single) this.view.piles[onto]?.up.push(single)
    this.show([{ from: `pile:${from}`, to: `pile:${onto}` }], 60)
  }

  #collect(one: Happening, seat: number, pile: Pile | undefined): void {
    const points = numberOf(one, 'points') > 0 ? 1 : -1
    const single = pile?.up.pop() ?? String(one.parts['single'])
    this.view.arrived = { seat, single, points }
    this.view.score += points
    this.#brought.set(seat, (this.#brought.get(seat) ?? 0) + points)
    const data = this.view.seats[seat]
    if (data) data[points > 0 ? 'scored' : 'deducted'] += 1
    this.show([{ from: `pile:${numberOf(one, 'pile')}`, to: `arrived:${seat}` }], 250)
  }

  #flip(pile: Pile, single: Letter): void {
    pile.down -= 1
    pile.up.push(single)
  }
}
