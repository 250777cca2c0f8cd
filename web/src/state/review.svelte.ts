/** Reviews of finished matches. They stay here while the client is open: going to a step and back loses nothing. */
import type { Place } from '../protocol/api'
import type { Reviewed } from '../protocol/messages'
import { TableSocket } from '../protocol/socket'
import { words } from '../words'

const RETRY_AFTER = 4000
/** How often the connection may be lost while the server answers, without a step that is new: asking again changes nothing. */
const MOST_LOST = 2

export class ReviewStore {
  steps = $state.raw<readonly Reviewed[]>([])
  /** Why there is none, or not yet. */
  problem = $state('')
  /** Whether asking again may help; it then happens by itself. */
  isWaiting = $state(false)
  #socket: TableSocket | null = null
  #timer = 0
  #lost = 0

  constructor(
    readonly place: Place,
    readonly match: number,
    readonly seat: number,
  ) {}

  /** How many steps there are to review; null until that is known. */
  get all(): number | null {
    return this.steps[0]?.decisions ?? null
  }

  get isDone(): boolean {
    return this.steps.length > 0 && this.steps.length === this.all
  }

  get isRunning(): boolean {
    return this.#socket !== null
  }

  /** Asks for the review, or for the rest of it. */
  start(): void {
    if (this.isDone || this.#socket) return
    for (const other of known.values()) if (other !== this) other.stop() // the server works out one at a time for a seat
    this.problem = ''
    this.isWaiting = false
    this.#lost = 0
    this.#socket = new TableSocket(this.place.table, this.place.token, {
      heard: (message) => {
        if (message.type === 'welcome') this.#ask()
        if (message.type === 'reviewed' && message.match === this.match && message.seat === this.seat) this.#keep(message)
      },
      changed: (connection) => {
        if (connection === 'refused') this.stop()
      },
      seen: () => null,
    })
  }

  /** Stops asking; what is here stays. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#socket?.close()
    this.#socket = null
  }

  #ask(): void {
    void this.#socket?.ask({ type: 'review', seat: this.seat, match: this.match }).then((answer) => {
      if (answer?.type !== 'error') return
      if (!answer.message) return this.#wasLost()
      this.problem = answer.message
      this.isWaiting = answer.code === 'busy'
      if (this.isWaiting) this.#timer = window.setTimeout(() => this.#ask(), RETRY_AFTER)
      else this.stop()
    })
  }

  /** A lost connection comes back by itself, and the question is asked again; but not without end. */
  #wasLost(): void {
    this.#lost += 1
    if (this.#lost < MOST_LOST) return
    this.problem = words.review.connectionLost
    this.isWaiting = false
    this.stop()
  }

  #keep(message: Reviewed): void {
    this.problem = ''
    this.isWaiting = false
    // After a break the server begins again with the first step.
    if (message.step < this.steps.length) return
    this.#lost = 0
    this.steps = [...this.steps, message]
    if (this.isDone) this.stop()
  }
}

// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it directly
const known = new Map<string, ReviewStore>()

/** The review of a match as a seat saw it, as far as it is known; `start` asks for the rest. */
export function reviewOf(place: Place, match: number, seat: number): ReviewStore {
  const key = `${place.table}/${match}/${seat}`
  const found = known.get(key) ?? new ReviewStore(place, match, seat)
  known.set(key, found)
  return found
}
