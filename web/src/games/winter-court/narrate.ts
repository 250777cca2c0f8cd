/** Winter Court, happening by happening. */
import { numberOf, type Narrate } from '../../play/frames'
import { Narrator } from '../../play/narrator'
import type { Happening } from '../../protocol/messages'
import { words } from '../../words'
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
      case 'replaced':
      case 'removed':
        if (card && member) this.#discard(card, member)
        return
      case 'drew':
        return this.#draw(seat, card)
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

  /** The pawn moves, and with it the member's status: from one score, or to the other. */
  #shift(member: Member, seat: number | null): void {
    const [before, spot] = [member.pawn, `pawn:${member.letter}`]
    member.pawn = seat
    this.show([{ from: spot, to: spot }], 100)
    const gains = [
      ...(before === null ? [] : [{ seat: before, text: words.signed(-member.status) }]),
      ...(seat === null ? [] : [{ seat, text: words.signed(member.status) }]),
    ]
    if (member.status > 0) this.showGains(gains)
  }

  /** A card leaves a member for the discard pile; the play that replaces it lies there already. */
  #discard(card: Card, member: Member): void {
    this.view.discard = [...this.view.discard, card]
    const left = member.influence
    if (!left?.cards.some((other) => other.card === card.card)) return
    if (left.cards.length === 1) this.showSweep([{ from: `influence:${member.letter}:${left.seat}`, to: 'discard' }])
    const cards = left.cards.filter((other) => other.card !== card.card)
    member.influence = cards.length ? { ...left, cards, rank: left.rank - card.rank } : null
    if (cards.length === 0) this.show([], 0)
  }

  /** Only the one who draws a card sees its face. */
  #draw(seat: number, card: Card | null): void {
    this.view.pile -= 1
    const data = this.view.seats[seat]
    if (!data) return
    data.hand_size += 1
    if (card && data.hand) data.hand.push(card)
    this.show(card ? [{ from: 'pile', to: `hand:${card.card}` }] : [], 200)
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
