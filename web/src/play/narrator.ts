/** The base of all narrators: a view that changes event by event, and a frame after each change. */
import type { Happening } from '../protocol/messages'
import { words } from '../words'
import { copyOf, frameOf, numberOf, TRICK_RESTS, type Frame, type Gain, type Telling, type Travel } from './frames'
import { plain } from './lines'

interface AnyView {
  to_move: number | null
  seats: { hand: unknown[] | null; hand_size: number }[]
}

export abstract class Narrator<V extends AnyView> {
  protected readonly view: V
  protected readonly after: V
  readonly #frames: Frame[] = []
  /** What the banner says of what is being told. */
  #says = ''
  #seat: number | null = null

  constructor(protected readonly telling: Telling) {
    this.view = copyOf<V>(telling.before)
    this.view.to_move = null
    this.after = telling.after as unknown as V
  }

  frames(): Frame[] {
    for (const one of this.telling.happened) {
      const seat = numberOf(one, 'seat')
      if (one.banner) [this.#says, this.#seat] = [bannerFor(one, this.telling.seat), seat >= 0 ? seat : null]
      this.tell(one, seat)
    }
    const gains = this.gained()
    return [...this.#frames, this.#said({ ...frameOf(this.after, this.arriving(), 0), ...(gains.length ? { gains } : {}) })]
  }

  /** Applies one event to the view and shows it. */
  protected abstract tell(one: Happening, seat: number): void

  /** What moves when the last frame is drawn. */
  protected arriving(): Travel[] {
    return []
  }

  /** What rises to the scores when the last frame is drawn. */
  protected gained(): Gain[] {
    return []
  }

  protected show(travels: Travel[] = [], rest?: number): void {
    this.#frames.push(this.#said(frameOf(this.view, travels, rest)))
  }

  /** A whole trick, which is shown for a while: the spots of what won it glow, the others step back. */
  protected showTrick(glows: readonly string[] = [], fades: readonly string[] = []): void {
    this.#frames.push(this.#said({ ...frameOf(this.view, [], TRICK_RESTS), isTrick: true, glows, fades }))
  }

  /** Cards leave for whoever takes them, one after another. Nothing of the view changes until they are gone. */
  protected showSweep(sweeps: readonly Travel[]): void {
    if (sweeps.length) this.#frames.push(this.#said({ ...frameOf(this.view, [], 0), sweeps }))
  }

  /** What somebody gained rises to their score. */
  protected showGains(gains: readonly Gain[], travels: Travel[] = []): void {
    this.#frames.push(this.#said({ ...frameOf(this.view, travels, 0), gains }))
  }

  #said(frame: Frame): Frame {
    return this.#says ? { ...frame, says: this.#says, seat: this.#seat } : frame
  }

  /** The spot of a card in a hand: my own card, or the other player's plate. */
  protected handSpot(seat: number, card: string): string {
    return seat === this.telling.seat ? `hand:${card}` : `seat:${seat}`
  }

  /** Removes one matching card from a hand; a hidden hand only gets smaller. */
  protected leaveHand(seat: number, isIt: (card: NonNullable<V['seats'][number]['hand']>[number]) => boolean): void {
    const data = this.view.seats[seat]
    if (!data) return
    data.hand_size -= 1
    const index = data.hand?.findIndex((card) => isIt(card)) ?? -1
    if (index >= 0) data.hand?.splice(index, 1)
  }
}

/** What the banner says of an event: to the one who did it, what their line in the log says. */
export function bannerFor({ banner, line }: Happening, me: number | null): string {
  return line && line.seat !== null && line.seat === me && !line.tag ? words.banner.mine(plain(line.text)) : banner
}
