/** A finished match (or one's own part of an unfinished one) that is looked at step by step. */
import { partsOf } from '../games'
import type { TableParts } from '../games/parts'
import type { Frame } from '../play/frames'
import { Scene } from '../play/scene.svelte'
import { api, type Place } from '../protocol/api'
import type { LogLine, NewTable, Played, Replay, TableInfo, View } from '../protocol/messages'
import { settings } from './settings.svelte'
import { makeTable, readLinks } from './tables'

const PAUSE = 900
const USUAL_LEVEL = 'club'

/** The parts of a saved game that a new table is made from. */
interface Saved {
  game: string
  players: number
  options: NonNullable<NewTable['options']>
  seed: string
  moves: string[]
  deck?: { title: string; text: string }
}

export class ReplayStore {
  replay = $state.raw<Replay | null>(null)
  info = $state.raw<Played | null>(null)
  parts = $state.raw<TableParts | null>(null)
  view = $state.raw<View | null>(null)
  /** The number of steps before what is shown. */
  at = $state(0)
  /** Whose view is shown: a seat's number, `all` or, for a spectator, null. */
  eyes = $state<string | null>(null)
  problem = $state('')
  isPlaying = $state(false)
  /** Whether the server no longer has the rules of the table: then there are no new links, and all cards are open. */
  isStuck = $state(false)
  /** My own seat, if I have one. */
  ownSeat = $state<number | null>(null)
  readonly scene = new Scene()
  /** Animates a frame; the page sets this. */
  animate: ((frame: Frame, draw: () => void) => Promise<void>) | null = null
  #table: TableInfo | null = null

  constructor(
    readonly place: Place,
    readonly isSeated: boolean,
    readonly match: number,
  ) {}

  get frames(): Replay['frames'] {
    return this.replay?.frames ?? []
  }

  get last(): number {
    return Math.max(0, this.frames.length - 1)
  }

  get status(): string {
    return this.frames[this.at]?.position.status ?? ''
  }

  /** The log up to the end, as whoever looks may know it. */
  get log(): LogLine[] {
    return this.frames.map(({ step }) => ({
      step: step.step,
      seat: step.seat,
      move: step.move,
      sentences: step.happened.flatMap(({ sentence }) => (sentence ? [sentence] : [])),
      lines: step.happened.flatMap(({ line }) => (line ? [line] : [])),
    }))
  }

  sentences(step: number): string[] {
    return (this.frames[step]?.step.happened ?? []).flatMap(({ sentence }) => (sentence ? [sentence] : []))
  }

  /** Reads the match with the eyes of a seat; `seat` sits at the bottom even if all hands are open. */
  async load(eyes: string | null, seat: number | null = null): Promise<void> {
    try {
      // A finished match stays readable when the server no longer has its rules; then its table cannot be opened.
      const [found, listed] = await Promise.all([api.replay(this.place, this.match, eyes), api.mine([this.place]).catch(() => [])])
      const [first] = listed
      this.#table = first?.info ?? null
      this.ownSeat = first?.seat ?? null
      this.info = first?.info ?? first?.stuck ?? null
      this.isStuck = !!first?.stuck
      // A link that was revoked meanwhile is not offered again.
      if (this.isSeated && !this.isStuck && !this.replay) void readLinks(this.place).catch(() => null)
      this.parts = await partsOf(found.game, settings.isPlain)
      this.scene.Chip = this.parts.Chip
      this.scene.seat = found.seat ?? seat
      this.scene.players = found.names.map((name, n) => ({ name, note: this.#table?.seats[n]?.level ?? '', here: true, clock: null }))
      this.replay = found
      this.eyes = eyes ?? (found.seat === null ? null : String(found.seat))
      this.show(this.at)
    } catch (failure) {
      this.problem = failure instanceof Error ? failure.message : String(failure)
    }
  }

  show(n: number): void {
    this.at = Math.max(0, Math.min(n, this.last))
    const position = this.frames[this.at]?.position
    this.view = position?.view ?? null
    this.scene.standings = position?.standings ?? []
    this.scene.status = position?.status ?? ''
  }

  /** Plays one step forward, with its animation. */
  async forward(): Promise<void> {
    const [now, next] = [this.frames[this.at], this.frames[this.at + 1]]
    if (!now || !next || !this.parts) return
    this.at += 1
    const { at } = this
    const told = { before: now.position.view, happened: next.step.happened, after: next.position.view, seat: this.scene.seat }
    for (const one of this.parts.narrate(told)) {
      if (this.at !== at) return // somebody went elsewhere meanwhile
      const draw = () => (this.view = one.view)
      if (settings.tempo > 0 && this.animate) await this.animate(one, draw)
      else draw()
      await new Promise((resolve) => setTimeout(resolve, one.rest * settings.tempo))
    }
    if (this.at === at) this.show(at)
  }

  async play(): Promise<void> {
    this.isPlaying = !this.isPlaying
    while (this.isPlaying && this.at < this.last) {
      await this.forward()
      await new Promise((resolve) => setTimeout(resolve, PAUSE * Math.max(settings.tempo, 0.3)))
    }
    this.isPlaying = false
  }

  /** Whether somebody can still decide something after so many steps of a finished match. */
  canPlayOn(step: number): boolean {
    return this.replay?.status === 'over' && !this.isStuck && this.frames[step]?.position.to_move !== null
  }

  /** A new practice table with the same cards and the moves so far: I have one seat, bots have the others. */
  async playOn(step: number, seat: number): Promise<void> {
    const saved = JSON.parse(await api.game(this.place, this.match)) as Saved
    // A deck that the server does not offer goes along with the wish, as it came.
    const { games } = await api.games()
    const offered = games.find(({ name }) => name === saved.game)?.decks.find(({ id }) => id === this.info?.deck?.id)?.id ?? null
    const seats = Array.from({ length: saved.players }, (_, n) =>
      n === seat ? ({ kind: 'me' } as const) : ({ kind: 'bot', level: this.#table?.seats[n]?.level ?? USUAL_LEVEL } as const),
    )
    await makeTable({
      game: saved.game,
      players: saved.players,
      options: saved.options,
      deck: offered,
      deck_file: saved.deck && offered === null ? { name: `${saved.deck.title}.toml`, text: saved.deck.text } : null,
      seed: saved.seed,
      opening: saved.moves.slice(0, step),
      seats,
    })
  }
}
