/** What a play would do, from what lies on the table. The server says what is legal; here is only what the numbers mean. */
import { text } from './words'
import type { Card, Member, Play, WinterCourtView } from './view'

/** The card of my hand that is picked, or else under the pointer. */
export function cardInMind(view: WinterCourtView, seat: number | null, picked: readonly string[], pointed: string | null): Card | null {
  const hand = seat === null ? [] : (view.seats[seat]?.hand ?? [])
  const named = picked.find((thing) => thing.startsWith('card:')) ?? pointed
  return hand.find(({ card }) => named === `card:${card}`) ?? null
}

/** A card against what lies on a member: "8 beats 5". */
export function outlook(member: Member, card: Card, ready: readonly string[]): string {
  const lies = member.influence?.rank ?? 0
  if (lies === 0) return text.claims
  if (card.rank > lies) return text.beats(card.rank, lies)
  const missing = text.needs(lies - card.rank + 1)
  return ready.includes('fool') && card.rank < lies ? text.orFool(missing) : missing
}

/** The play that is being put together against what lies there. */
export function against(play: Play): string {
  if (play.beat === 0) return text.claims
  if (!play.enough) return text.isShort(play.total, play.beat)
  return play.lower ? text.isBelow(play.total, play.beat) : text.beats(play.total, play.beat)
}

/** What the play does to the pawn, and to whom it is worth what. */
export function effect(view: WinterCourtView, play: Play, nameOf: (seat: number) => string): string[] {
  const member = view.members.find(({ letter }) => letter === play.member)
  if (!member) return []
  const statusOf = (seat: number) => view.seats[seat]?.status ?? 0
  const stays = play.stays === play.total ? [] : [text.stays(play.stays)]
  if (member.pawn === null) {
    const before = statusOf(play.seat)
    return [text.comesToYou, text.rises(before, before + member.status), ...stays]
  }
  if (member.pawn === play.seat) return [text.staysWithYou, text.liesInstead(play.stays, play.beat)]
  const before = statusOf(member.pawn)
  return [text.toTheTile, text.falls(nameOf(member.pawn), before, before - member.status), ...stays]
}

/** The royals of which a player needs only one more. */
export function lastRoyals(view: WinterCourtView, seat: number): string[] {
  const royals = view.members.filter(({ royal }) => royal)
  const missing = royals.filter(({ pawn }) => pawn !== seat)
  const needed = view.royals_to_win - (royals.length - missing.length)
  return view.result === null && needed === 1 ? missing.map(({ letter }) => letter) : []
}
