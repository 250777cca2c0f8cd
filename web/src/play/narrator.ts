/** The base of all narrators: a view that changes event by event, and a frame after each change. */
import type { Happening } from '../protocol/messages'
import { copyOf, frameOf, numberOf, trickOf, type Frame, type Telling, type Travel } from './frames'

interface AnyView {
  to_move: number | null
  seats: { hand: unknown[] | null; hand_size: number }[]
}

export abstract class Narrator<V extends AnyView> {
  protected readonly view: V
  protected readonly after: V
  readonly #frames: Frame[] = []

  constructor(protected readonly telling: Telling) {
    this.view = copyOf<V>(telling.before)
    this.view.to_move = null
    this.after = telling.after as unknown as V
  }

  frames(): Frame[] {
    for (const one of this.telling.happened) this.tell(one, numberOf(one, 'seat'))
    return [...this.#frames, frameOf(this.after, this.arriving(), 0)]
  }

  /** Applies one event to the view and shows it. */
  protected abstract tell(one: Happening, seat: number): void

  /** What moves when the last frame is drawn. */
  protected arriving(): Travel[] {
    return []
  }

  protected show(travels: Travel[] = [], rest?: number): void {
    this.#frames.push(frameOf(this.view, travels, rest))
  }

  /** A whole trick, which is shown for a while. */
  protected showTrick(): void {
    this.#frames.push(trickOf(this.view))
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
