/** Check the shuffle of a match, with what this browser kept of it. */
import { dealerOf } from '../games'
import { check, type Saved, type Verdict } from '../play/verify'
import { api, type Place } from '../protocol/api'
import type { Played, Result } from '../protocol/messages'
import { mine } from './mine.svelte'
import { seenIn } from './seen'

export async function checkMatch(place: Place, info: Played, result: Result): Promise<Verdict> {
  const { match } = result
  const [text, replay, dealer] = await Promise.all([api.game(place, match), api.replay(place, match, 'all'), dealerOf(info.game)])
  const moments = replay.frames.map(({ step, position }) => ({ seat: step.seat, move: step.move, view: position.view }))
  return check(
    // `over` and the replay both have the record. The end that this page shows is the one that is checked.
    { record: result.fairness, saved: JSON.parse(text) as Saved, moments },
    {
      table: place.table,
      match,
      players: info.players,
      options: info.options,
      names: replay.names,
      receipt: mine.anyReceipt(place, match),
      commitment: mine.commitment(place.table, match, result.fairness?.version === 2 ? result.fairness.attempt : 1),
      seen: seenIn(place.table, match),
      dealer,
    },
  )
}
