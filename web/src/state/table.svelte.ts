/** The client's state of one table: what the server sent, what is drawn, and what the player has picked. */
import { complete, isUnmistakable, LAST, naming, pick, standing, type Choice } from '../play/choosing'
import type { Frame, Narrate } from '../play/frames'
import { plainly } from '../play/frames'
import { breach, canReveal, pledgeFor, shareOf, type Breach } from '../play/pledge'
import { Queue } from '../play/queue'
import { Scene, type Player } from '../play/scene.svelte'
import { chime } from '../play/sound'
import { dealerOf } from '../games'
import { api, type Place } from '../protocol/api'
import type {
  Advice,
  AskUndo,
  ChatLine,
  FromServer,
  LogLine,
  Position,
  Reaction,
  Result,
  SeatStanding,
  Step,
  TableInfo,
  ToSend,
  View,
} from '../protocol/messages'
import { TableSocket, type Connection } from '../protocol/socket'
import { words } from '../words'
import { mine, type Receipt } from './mine.svelte'
import { hushed } from './hushed.svelte'
import { forgetOthers, Witness } from './seen'
import { settings } from './settings.svelte'

export interface Refusal {
  message: string
  clause: string | null
}

/** An earlier position. */
export interface Past {
  view: View
  status: string
  standings: readonly SeatStanding[]
  title: string
}

export interface Gesture {
  key: number
  seat: number | null
  name: string
  reaction: Reaction
}

type Stepped = Extract<FromServer, { type: 'stepped' }>
type Undone = Extract<FromServer, { type: 'undone' }>
type Told = Extract<FromServer, { type: 'welcome' }>

const GESTURE_LASTS = 4000
/** How long the banner says what happened, when somebody else is next. */
const LINGERS = 800
/** Errors after which this token is of no use. */
const isFinal = (code: string): boolean => ['unknown_table', 'wrong_token', 'moved', 'revoked', 'closed', 'outdated'].includes(code)
/** Lines of chat that are kept, as many as the server keeps. */
const MOST_LINES = 200
/** Seconds of absence after which the server takes votes. */
const VOTE_AFTER = 60

const saidOf = (step: Step): string[] => step.happened.flatMap(({ sentence }) => (sentence ? [sentence] : []))

export class TableStore {
  connection = $state<Connection>('connecting')
  /** Why the table cannot be opened, if it cannot. */
  problem = $state<string | null>(null)
  /** The headline for that. */
  problemTitle = $state(words.frame.refused)
  /** The server does not have the rules of this match. `older` is the path of a version that does. */
  outdated = $state.raw<{ older: string | null } | null>(null)
  /** What everyone should know about the server, such as that it is about to restart. */
  notice = $state<string | null>(null)
  info = $state.raw<TableInfo | null>(null)
  position = $state.raw<Position | null>(null)
  /** What is drawn. It lags behind the position while animations run. */
  view = $state.raw<View | null>(null)
  prompt = $state('')
  /** What is happening on the table at this moment, or has just happened. */
  telling = $state('')
  /** For screen readers: what happened, and what to do now. */
  announcement = $state('')
  log = $state.raw<LogLine[]>([])
  chat = $state.raw<ChatLine[]>([])
  unread = $state(0)
  result = $state.raw<Result | null>(null)
  asking = $state.raw<AskUndo | null>(null)
  refusal = $state.raw<Refusal | null>(null)
  advice = $state.raw<Advice[] | null>(null)
  isAdvising = $state(false)
  /** A bot was playing for me when I came back. */
  hasBotOnReturn = $state(false)
  gestures = $state.raw<Gesture[]>([])
  /** The steps of a longer move that I have named so far. */
  steps = $state.raw<string[]>([])
  /** An earlier position that is shown instead of the current one. */
  past = $state.raw<Past | null>(null)
  /** Progress and standings of what is drawn. */
  status = $state('')
  standings = $state.raw<readonly SeatStanding[]>([])
  isMoving = $state(false)
  /** A choice has been sent and not answered yet. */
  isBusy = $state(false)

  readonly scene = new Scene(
    (thing) => void this.#named(thing),
    (choice) => void this.choose(choice),
  )
  /** Draws a frame. The table's page replaces this. */
  show: (frame: Frame, pace: number) => Promise<void> = async (frame) => {
    this.view = frame.view
    return Promise.resolve()
  }
  narrate: Narrate = plainly
  /** In a lesson: whether a move is made, or only talked about. */
  judge: ((moves: readonly string[]) => boolean) | null = null
  /** In a lesson: its own reason why a move is not legal. */
  explain: ((move: string | null) => string | null) | null = null

  readonly #socket: TableSocket
  readonly #queue: Queue
  /** The view after everything in the queue. */
  #latest: View | null = null
  /** Earlier positions by step, once they have been fetched. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it directly
  readonly #positions = new Map<number, Position>()
  #lastTrick: View | null = null
  /** My part in the current shuffle, for this page; practice tables are not remembered. */
  #kept = $state.raw<Receipt | null>(null)
  /** Keeps what this browser sees of the cards. Practice tables are not remembered. */
  #witness: Witness | null = null
  #clockRead = 0
  #infoRead = 0
  /** Steps that are on their way to the table and not in the log yet. */
  #unwritten: Step[] = []
  #ticking = 0
  #lingering = 0
  #now = $state(0)

  constructor(readonly place: Place) {
    this.#queue = new Queue({
      show: async (frame, pace) => {
        if (frame.isTrick) this.#lastTrick = frame.view
        this.#tell(frame, pace)
        await this.show(frame, pace)
      },
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      pace: () => (document.hidden ? 0 : settings.tempo),
      isStill: () => !document.hidden && settings.isStill,
    })
    this.#ticking = window.setInterval(() => (this.#now = performance.now()), 500)
    this.#socket = new TableSocket(place.table, place.token, {
      heard: (message) => this.#hear(message),
      changed: (connection) => {
        if (connection === 'lost' && this.connection !== 'lost') this.announcement = words.banner.lost
        this.connection = connection
      },
      seen: () => (this.info && this.position ? { match: this.info.match, version: this.position.version } : null),
    })
  }

  close(): void {
    clearInterval(this.#ticking)
    clearTimeout(this.#lingering)
    forgetOthers()
    this.#queue.clear()
    this.#socket.close()
  }

  // ---------------------------------------------------------------- what is shown
  get players(): Player[] {
    const { info, position } = this
    const passed = Math.max(0, this.#now - this.#clockRead) / 1000
    return (info?.seats ?? []).map((seat) => {
      const left = position?.clocks?.left[seat.seat] ?? null
      const isRunning = position?.clocks?.running === seat.seat && info?.status === 'playing'
      return {
        name: seat.name,
        note: seat.stand_in ? words.standIn(seat.stand_in) : seat.kind === 'bot' ? (seat.level ?? '') : '',
        here: seat.here || seat.kind !== 'person',
        clock: left === null ? null : Math.max(0, left - (isRunning ? passed : 0)),
      }
    })
  }

  get me(): TableInfo['seats'][number] | undefined {
    return this.scene.seat === null ? undefined : this.info?.seats[this.scene.seat]
  }

  get isHost(): boolean {
    return this.info !== null && this.info.host !== null && this.info.host === this.scene.seat
  }

  /** The seconds for which a person has been away; null if they are here. */
  awayFor(seat: number): number | null {
    const away = this.info?.seats[seat]?.away ?? null
    return away === null ? null : away + Math.max(0, this.#now - this.#infoRead) / 1000
  }

  /** The seat of somebody who is away while it is their turn, if the others may now vote for a bot. */
  get absent(): number | null {
    const { info, position, me } = this
    const seat = position?.to_move ?? null
    if (info?.status !== 'playing' || seat === null || seat === this.scene.seat || !me || me.kind !== 'person') return null
    const { kind, stand_in } = info.seats[seat] ?? {}
    return kind === 'person' && !stand_in && (this.awayFor(seat) ?? 0) >= VOTE_AFTER ? seat : null
  }

  /** Whether what somebody says is shown here. */
  hears(seat: number | null): boolean {
    return seat !== null && seat === this.scene.seat ? true : !hushed.has(this.place.table, seat)
  }

  /** The choice that names everything picked, waiting for confirmation. */
  get pending(): Choice | null {
    return complete(this.scene.choices, this.scene.picked)
  }

  /** The choice that the pointed thing would complete, for a preview. */
  get pointedAt(): Choice | null {
    const { choices, picked, pointed } = this.scene
    const named = pointed === null || picked.includes(pointed) ? [...picked] : [...picked, pointed]
    return complete(choices, named) ?? null
  }

  // ---------------------------------------------------------------- what the player does
  send(message: ToSend): void {
    this.#socket.send(message)
  }

  async #named(thing: string): Promise<void> {
    const { scene } = this
    if (!scene.isMyTurn || this.isBusy) return
    this.refusal = null
    if (standing(scene.choices, scene.picked, thing) === 'closed') return this.#askWhy(thing)
    // Choosing the last thing again confirms.
    const confirmed = scene.picked.at(-1) === thing ? this.pending : null
    if (confirmed) return this.choose(confirmed)
    scene.picked = pick(scene.choices, scene.picked, thing)
    const choice = this.pending
    if (!choice || !isUnmistakable(scene.choices, scene.picked)) return
    if (choice.place !== null || !settings.confirm) await this.choose(choice)
  }

  /** Makes a choice: sends a move, or adds a step of a longer move to the draft. */
  async choose(choice: Choice): Promise<void> {
    if (choice.place !== null && choice.place !== LAST) return this.#draft([...this.steps, choice.move])
    const moves = choice.place === LAST ? [...this.steps, choice.move] : [choice.move]
    const { position, scene } = this
    if (!position) return
    if (this.judge && !this.judge(moves)) {
      if (this.steps.length) this.#apply(position)
      scene.picked = []
      return
    }
    scene.choices = []
    scene.picked = []
    this.#forgetAhead()
    const answer = await this.#asked({ type: 'move', version: position.version, moves })
    if (answer === null || answer.type === 'error') this.#apply(position)
  }

  /** Makes moves for everyone, at a practice table where the others wait; whether it worked. */
  async guide(moves: readonly string[]): Promise<boolean> {
    const { position } = this
    if (!position) return false
    const answer = await this.#asked({ type: 'guide', version: position.version, moves: [...moves] })
    return answer?.type === 'stepped'
  }

  async #asked(message: ToSend): Promise<FromServer | null> {
    this.isBusy = true
    const answer = await this.#socket.ask(message)
    this.isBusy = false
    return answer
  }

  /** Takes back the last pick or draft step, before anyone has seen it. */
  async takeBack(): Promise<void> {
    this.refusal = null
    if (this.scene.picked.length) this.scene.picked = this.scene.picked.slice(0, -1)
    else if (this.steps.length) await this.#draft(this.steps.slice(0, -1))
  }

  async #draft(steps: string[]): Promise<void> {
    const { position, scene } = this
    if (!position) return
    scene.picked = []
    if (steps.length === 0) return this.#apply(position)
    const answer = await this.#asked({ type: 'draft', version: position.version, steps })
    if (answer?.type !== 'drafted' || this.position !== position) return
    this.steps = answer.steps
    this.view = answer.view
    this.prompt = this.announcement = answer.prompt
    scene.choices = answer.choices
  }

  async #askWhy(thing: string): Promise<void> {
    if (!this.position) return
    const { version } = this.position
    const things = [...this.scene.picked, thing]
    const answer = await this.#socket.ask({ type: 'why', version, things, steps: this.steps })
    if (answer?.type === 'because') this.refuse(this.explain?.(answer.move) ?? answer.message, answer.clause)
  }

  refuse(message: string, clause: string | null): void {
    this.refusal = { message, clause }
    this.announcement = message
  }

  /** Asks for a preview of a choice and shows it. */
  async lookAhead(choice: Choice | null): Promise<void> {
    this.#forgetAhead()
    if (!choice || !this.position) return
    const { version } = this.position
    const answer = await this.#socket.ask({ type: 'preview', version, move: choice.move, steps: this.steps })
    if (answer?.type !== 'previewed' || this.position.version !== version || this.pointedAt !== choice || !this.view) return
    // If the choice completes a trick, show the whole trick, not the table after it is taken.
    const frames = this.narrate({ before: this.view, happened: answer.happened, after: answer.view, seat: this.scene.seat })
    this.scene.ahead = frames.find(({ isTrick }) => isTrick)?.view ?? answer.view
  }

  #forgetAhead(): void {
    this.scene.ahead = null
  }

  async undo(): Promise<void> {
    if (this.scene.picked.length || this.steps.length) return this.takeBack()
    if (this.position) this.send({ type: 'undo', version: this.position.version })
  }

  /** Removes a person. If the host does, the invitations that this browser knows no longer work. */
  async remove(seat: number): Promise<void> {
    const answer = await this.#socket.ask({ type: 'remove', seat })
    if (answer?.type !== 'done' || !this.isHost) return
    const links = await api.links(this.place).catch(() => null)
    if (links) mine.keepLinks(this.place, links)
  }

  answerUndo(agree: boolean): void {
    if (this.asking) this.send({ type: 'answer_undo', version: this.asking.version, agree })
    this.asking = null
  }

  async hint(): Promise<void> {
    if (!this.position || this.isAdvising) return
    this.isAdvising = true
    const answer = await this.#socket.ask({ type: 'hint', version: this.position.version })
    this.isAdvising = false
    if (answer?.type !== 'hint' || answer.version !== this.position.version) return
    this.advice = answer.advice
    this.scene.hinted = answer.advice[0]?.things ?? []
    this.announcement = words.hint(answer.advice[0]?.words ?? '')
  }

  forgetHint(): void {
    this.advice = null
    this.scene.hinted = []
  }

  /** Pledges entropy for the shuffle. It is kept before it is sent, so that it can be revealed after a reload. */
  ready(): void {
    const { info, scene } = this
    if (!info || scene.seat === null) return
    const receipt = pledgeFor(info, scene.seat, this.#receipt(info.match))
    this.#keep(receipt)
    const share = shareOf(info.id, info.match, scene.seat, receipt.entropy)
    this.send({ type: 'ready', share, attempt: receipt.attempt })
  }

  #receipt(match: number): Receipt | undefined {
    return this.#kept?.match === match ? this.#kept : mine.receipt(this.place, match)
  }

  #keep(receipt: Receipt): void {
    this.#kept = receipt
    if (!this.info?.practice) mine.keepReceipt(this.place, receipt)
  }

  #reveal(info: TableInfo): void {
    const receipt = this.#receipt(info.match)
    if (!receipt || !canReveal(info, receipt) || !info.shuffle.waiting_for.includes(receipt.seat)) return
    this.#keep({ ...receipt, shares: info.shuffle.shares })
    this.send({ type: 'reveal', entropy: receipt.entropy })
  }

  /** Whether I have pledged for this shuffle, with entropy that this browser still has. */
  get hasPledged(): boolean {
    const { info, me } = this
    const receipt = info ? this.#receipt(info.match) : undefined
    return !!info && !!me?.ready && receipt?.attempt === info.shuffle.attempt
  }

  /** What the server has changed of its promise, if this browser has noticed anything: it then reveals nothing. */
  get breach(): Breach | null {
    const receipt = this.info ? this.#receipt(this.info.match) : undefined
    return this.info && receipt ? breach(this.info, receipt) : null
  }

  // ---------------------------------------------------------------- looking back
  async lookBack(line: LogLine): Promise<void> {
    if (!this.#positions.has(line.step)) await this.#readPast()
    const found = this.#positions.get(line.step)
    if (!found) return
    const { view, status, standings } = found
    this.past = { view, status, standings, title: words.lookingBack(line.sentences[0] ?? line.move) }
  }

  async lookAtLastTrick(): Promise<void> {
    if (!this.#lastTrick) await this.#readPast()
    if (this.#lastTrick) this.past = { view: this.#lastTrick, status: '', standings: [], title: words.lastTrick }
  }

  lookAtPresent(): void {
    this.past = null
  }

  /** Every position so far, from the server. */
  async #readPast(): Promise<void> {
    if (!this.info) return
    const { frames } = await api.replay(this.place, this.info.match, null)
    let before: View | null = null
    for (const { step, position } of frames) {
      this.#positions.set(step.step, position)
      const told = before ? this.#narrated(before, step, position.view) : []
      this.#lastTrick = told.findLast((frame) => frame.isTrick)?.view ?? this.#lastTrick
      before = position.view
    }
  }

  // ---------------------------------------------------------------- messages from the server
  #hear(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message)
      case 'table':
        return this.#sit(message.table)
      case 'started':
        this.#begin()
        return this.#step(message.steps, message.position)
      case 'stepped':
        return this.#step(message.steps, message.position)
      case 'undone':
        return this.#undo(message)
      case 'over':
        return this.#queue.add({ frames: [], end: () => this.#end(message.result) })
      case 'ask_undo':
        this.asking = message
        return
      case 'undo_answered':
        this.asking = null
        if (message.seat !== null) this.refuse(words.undoRefused(this.scene.name(message.seat)), null)
        return
      case 'chat':
        this.chat = [...this.chat, message.line].slice(-MOST_LINES)
        if (message.line.seat !== this.scene.seat && this.hears(message.line.seat)) this.unread += 1
        return
      case 'reaction':
        return this.#gesture(message)
      case 'refused':
        this.refuse(message.message, message.clause)
        if (message.position) this.#jump(message.position)
        return
      case 'notice':
        if (message.code === 'closed' || message.code === 'deleted') this.problem = message.message
        this.notice = message.code === 'draining' ? message.message : null
        return
      case 'error':
        if (message.message) this.refuse(message.message, null)
        if (isFinal(message.code)) this.#lockedOut(message.code, message.message)
        if (message.code === 'outdated') this.outdated = { older: message.older ?? null }
        return
    }
  }

  /** The token does not open the table, or no longer: say so, and forget it if the server took it back. */
  #lockedOut(code: string, message: string): void {
    this.problem = code === 'moved' ? words.frame.movedMore : words.sentence(message)
    if (code === 'moved') this.problemTitle = words.frame.moved
    if (code === 'revoked') this.problemTitle = words.frame.revoked
    if (code === 'outdated') this.problemTitle = words.outdated.title
    if (!['unknown_table', 'closed', 'outdated'].includes(code)) mine.forgetPlace(this.place)
  }

  #welcome(message: Told): void {
    this.notice = null // of the server before; this one says its own
    this.scene.seat = message.seat
    this.#sit(message.table)
    this.hasBotOnReturn = !!this.me?.stand_in
    this.chat = message.chat
    this.asking = message.asking
    if (message.missed) {
      for (const one of message.missed) this.#hear(one)
    } else {
      this.#unwritten = []
      this.log = message.log ?? []
      if (message.position) this.#jump(message.position)
    }
    if (message.result) this.#queue.add({ frames: [], end: () => this.#end(message.result) })
    else this.result = null
  }

  #sit(info: TableInfo): void {
    if (this.info && this.info.match !== info.match) this.#begin()
    this.info = info
    this.#infoRead = this.#now = performance.now()
    this.#reveal(info)
    if (!info.practice && this.#witness?.match !== info.match) this.#witness = new Witness(info.id, info.match, dealerOf(info.game))
    this.#remember(info)
  }

  #remember(info: TableInfo): void {
    const isSeated = this.scene.seat !== null
    const seat = mine.seatAt(info.id)
    // Who has a seat here keeps that one in the list; a watch link in an old link to a seat does not become one.
    if (!isSeated && seat && seat.token !== this.place.token) return
    if (!isSeated && info.practice) return mine.forgetPlace(this.place)
    mine.remember(this.place, { game: info.game, kind: isSeated ? 'table' : 'watch', isPractice: info.practice })
    if (!info.practice) mine.keepCommitment(this.place, info)
  }

  /** A new match at this table: clear everything from the last one. */
  #begin(): void {
    this.#queue.clear()
    this.#unwritten = []
    this.log = []
    this.result = null
    this.past = null
    this.position = this.view = this.#latest = this.#lastTrick = null
    this.#positions.clear()
    this.#rest()
  }

  /** Nothing can be chosen until the next position. */
  #rest(): void {
    this.scene.choices = []
    this.scene.picked = []
    this.steps = []
    this.#forgetAhead()
    this.forgetHint()
  }

  #narrated(before: View, step: Step, after: View): Frame[] {
    return this.narrate({ before, happened: step.happened, after, seat: this.scene.seat })
  }

  #step(steps: readonly Step[], position: Stepped['position']): void {
    this.position = position
    this.#readClocks()
    this.#rest()
    this.isMoving = true
    for (const step of steps) {
      const after = step.view ?? position.view
      const frames = this.#latest ? this.#narrated(this.#latest, step, after) : plainly({ before: after, happened: [], after, seat: null })
      this.#latest = after
      this.#witness?.saw(step.step, after)
      this.#unwritten.push(step)
      this.#queue.add({ frames, begin: () => this.#announce(step), end: () => this.#write(step.step) })
    }
    this.#queue.add({ frames: [], end: () => this.#arrive(position) })
  }

  #announce(step: Step): void {
    const said = saidOf(step)
    if (said.length === 0) return
    this.announcement = said.join(' ')
    if (step.seat !== null) chime('card')
  }

  /** Writes the steps up to this one into the log: what is written has been seen on the table. */
  #write(upTo: number): void {
    const seen = this.#unwritten.filter(({ step }) => step <= upTo)
    this.#unwritten = this.#unwritten.filter(({ step }) => step > upTo)
    const written = seen.map((one) => ({
      step: one.step,
      seat: one.seat,
      move: one.move,
      sentences: saidOf(one),
      lines: one.happened.flatMap(({ line }) => (line ? [line] : [])),
    }))
    this.log = [...this.log, ...written]
  }

  /** The banner says what happens while it is shown, and for a moment after. */
  #tell({ says, gains }: Frame, pace: number): void {
    clearTimeout(this.#lingering)
    if (says && (pace > 0 || settings.isStill)) this.telling = says
    if (!gains || !this.position) return
    const { standings } = this.position
    this.standings = this.standings.map((one, seat) => (gains.some((gain) => gain.seat === seat) ? (standings[seat] ?? one) : one))
  }

  #quieten(isAtOnce: boolean): void {
    clearTimeout(this.#lingering)
    if (isAtOnce) this.telling = ''
    else this.#lingering = window.setTimeout(() => (this.telling = ''), LINGERS * settings.tempo)
  }

  #undo(message: Undone): void {
    this.position = message.position
    this.#rest()
    this.#latest = message.position.view
    this.#witness?.wentBack(message.step, message.position.view)
    this.#positions.clear()
    this.#queue.add({
      frames: plainly({ before: message.position.view, happened: [], after: message.position.view, seat: null }),
      begin: () => (this.log = this.log.filter((line) => line.step <= message.step)),
      end: () => this.#arrive(message.position),
    })
  }

  /** Shows a position at once, whatever is still in the queue. */
  #jump(position: Position): void {
    this.#queue.clear()
    this.#write(position.step)
    this.#latest = position.view
    this.#witness?.jumped(position.step, position.view)
    this.#apply(position)
  }

  /** Everything up to a position has been shown. A newer one may have arrived since. */
  #arrive(position: Position): void {
    if (position === this.position) this.#apply(position)
  }

  #apply(position: Position): void {
    this.position = position
    this.isMoving = false
    this.#readClocks()
    this.#rest()
    this.#quieten(position.to_move === null || position.to_move === this.scene.seat)
    this.view = position.view
    this.status = position.status
    this.standings = position.standings
    this.prompt = position.prompt
    this.scene.choices = position.choices
    this.announcement = `${this.announcement} ${position.prompt}`.trim()
    if (position.choices.length) chime('turn')
  }

  #end(result: Result | null): void {
    this.result = result
    if (result) this.announcement = result.ending
  }

  #readClocks(): void {
    this.#clockRead = this.#now = performance.now()
  }

  #gesture(message: Extract<FromServer, { type: 'reaction' }>): void {
    const { seat, name, reaction } = message
    if (!this.hears(seat)) return
    const gesture = { key: performance.now(), seat, name, reaction }
    this.gestures = [...this.gestures, gesture]
    setTimeout(() => (this.gestures = this.gestures.filter((one) => one !== gesture)), GESTURE_LASTS)
  }

  /** The choices that are still open after what is picked, for the list of moves. */
  get open(): Choice[] {
    return naming(this.scene.choices, this.scene.picked)
  }
}
