/** What the banner says now: the most urgent of what there is to say. */
import type { Connection } from '../protocol/socket'
import { words } from '../words'

/** `turn`: it is my turn; `told`: something is happening; `waits`: somebody else is to decide. */
export type BannerKind = 'lost' | 'refusal' | 'hint' | 'past' | 'told' | 'over' | 'turn' | 'waits'

export interface Said {
  kind: BannerKind
  text: string
}

/** What of a table's state the banner depends on. */
export interface Tellable {
  connection: Connection
  refusal: { message: string } | null
  isAdvising: boolean
  advice: readonly { words: string }[] | null
  past: { title: string } | null
  /** What is happening on the table at this moment, or has just happened. */
  telling: string
  result: { ending: string } | null
  prompt: string
  info: { queued?: boolean } | null
  position: { to_move: number | null } | null
  me: { name: string } | undefined
  scene: { isMyTurn: boolean; seat: number | null; name: (seat: number) => string }
}

export function bannerOf(store: Tellable): Said {
  if (store.connection === 'lost') return { kind: 'lost', text: words.banner.lost }
  if (store.refusal) return { kind: 'refusal', text: words.capital(store.refusal.message) }
  if (store.past) return { kind: 'past', text: store.past.title }
  if (store.telling) return { kind: 'told', text: store.telling }
  // The prompt of a finished game is its result in short; a game that was given up has none.
  if (store.result) return { kind: 'over', text: store.position?.to_move === null ? store.prompt : store.result.ending }
  if (store.isAdvising) return { kind: 'waits', text: words.banner.advising }
  const best = store.advice?.[0]
  if (best) return { kind: 'hint', text: words.banner.hint(best.words) }
  if (store.info?.queued) return { kind: 'waits', text: words.banner.queued }
  if (store.scene.isMyTurn) return { kind: 'turn', text: words.frame.prompt(store.prompt, store.me?.name ?? null) }
  return { kind: 'waits', text: waiting(store) }
}

function waiting({ position, prompt, scene, me }: Tellable): string {
  const seat = position?.to_move ?? null
  if (seat === null) return prompt
  // My move was sent and is not answered yet: what I was asked to do is done.
  return seat === scene.seat ? words.frame.prompt(prompt, me?.name ?? null) : words.banner.thinking(scene.name(seat))
}
