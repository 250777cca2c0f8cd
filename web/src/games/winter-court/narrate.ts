/** Winter Court, happening by happening. */
import { copyOf, frameOf, numberOf, type Frame, type Narrate, type Telling } from '../../play/frames'
import type { Happening } from '../../protocol/messages'
import type { Card, Member, WinterCourtView } from './view'

export const narrate: Narrate = (telling) => new Narrator(telling).frames()

class Narrator {
  readonly #view: WinterCourtView
  readonly #frames: Frame[] = []

  constructor(private readonly telling: Telling) {
    this.#view = copyOf<WinterCourtView>(telling.before)
  }

  frames(): Frame[] {
    for (const one of this.telling.happened) this.#tell(one)
    return [...this.#frames, frameOf(this.telling.after, [], 0)]
  }

  #tell(one: Happening): void {
    const seat = numberOf(one, 'seat')
    const card = one.parts['card'] as Card | null
    const member = this.#view.members.find(({ letter }) => letter === one.parts['member'])
    switch (one.name) {
      case 'played':
        if (card && member) this.#play(seat, card, member)
        return
      case 'added':
      case 'boosted':
        if (card && member) this.#add(seat, card, member)
        return
      case 'returned':
        if (member) this.#shift(member, null)
        return
      case 'shifted':
        if (member) this.#shift(member, numberOf(one, 'claimed') ? seat : null)
        return
      case 'took':
        if (card) this.#takeOld(seat, card)
        return
    }
  }

  #leaveHand(seat: number, card: Card): string {
    const data = this.#view.seats[seat]
    if (data) data.hand_size -= 1
    if (data?.hand) data.hand = data.hand.filter((other) => other.card !== card.card)
    return seat === this.telling.seat ? `hand:${card.card}` : `seat:${seat}`
  }

  #play(seat: number, card: Card, member: Member): void {
    const from = this.#leaveHand(seat, card)
    member.influence = { seat, cards: [card], rank: card.rank }
    this.#frames.push(frameOf(this.#view, [{ from, to: `influence:${member.letter}:${seat}` }], 350))
  }

  #add(seat: number, card: Card, member: Member): void {
    const from = this.#leaveHand(seat, card)
    const before = member.influence?.seat === seat ? member.influence : { seat, cards: [], rank: 0 }
    member.influence = { seat, cards: [...before.cards, card], rank: before.rank + card.rank }
    this.#frames.push(frameOf(this.#view, [{ from, to: `influence:${member.letter}:${seat}` }], 350))
  }

  #shift(member: Member, seat: number | null): void {
    member.pawn = seat
    const spot = `pawn:${member.letter}`
    this.#frames.push(frameOf(this.#view, [{ from: spot, to: spot }], 300))
  }

  #takeOld(seat: number, card: Card): void {
    this.#view.discard = this.#view.discard.filter((other) => other.card !== card.card)
    const data = this.#view.seats[seat]
    if (data) data.hand_size += 1
    if (data?.hand) data.hand.push(card)
    const travels = seat === this.telling.seat ? [{ from: 'discard', to: `hand:${card.card}` }] : []
    this.#frames.push(frameOf(this.#view, travels, 300))
  }
}
