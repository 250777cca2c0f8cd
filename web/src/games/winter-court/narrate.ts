/** Winter Court, happening by happening. */
import { numberOf, type Narrate } from '../../play/frames'
import { Narrator } from '../../play/narrator'
import type { Happening } from '../../protocol/messages'
import type { Card, Member, WinterCourtView } from './view'

export const narrate: Narrate = (telling) => new CourtNarrator(telling).frames()

class CourtNarrator extends Narrator<WinterCourtView> {
  protected tell(one: Happening, seat: number): void {
    const card = one.parts['card'] as Card | null
    const member = this.view.members.find(({ letter }) => letter === one.parts['member'])
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

  #leave(seat: number, card: Card): string {
    this.leaveHand(seat, (other) => other.card === card.card)
    return this.handSpot(seat, card.card)
  }

  #play(seat: number, card: Card, member: Member): void {
    const from = this.#leave(seat, card)
    member.influence = { seat, cards: [card], rank: card.rank }
    this.show([{ from, to: `influence:${member.letter}:${seat}` }], 350)
  }

  #add(seat: number, card: Card, member: Member): void {
    const from = this.#leave(seat, card)
    const before = member.influence?.seat === seat ? member.influence : { seat, cards: [], rank: 0 }
    member.influence = { seat, cards: [...before.cards, card], rank: before.rank + card.rank }
    this.show([{ from, to: `influence:${member.letter}:${seat}` }], 350)
  }

  #shift(member: Member, seat: number | null): void {
    member.pawn = seat
    const spot = `pawn:${member.letter}`
    this.show([{ from: spot, to: spot }], 300)
  }

  #takeOld(seat: number, card: Card): void {
    this.view.discard = this.view.discard.filter((other) => other.card !== card.card)
    const data = this.view.seats[seat]
    if (data) data.hand_size += 1
    if (data?.hand) data.hand.push(card)
    const travels = seat === this.telling.seat ? [{ from: 'discard', to: `hand:${card.card}` }] : []
    this.show(travels, 300)
  }
}
