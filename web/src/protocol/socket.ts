/** A socket to one table: it says hello, notices when nothing comes through any more, reconnects, and matches answers to questions. */
import { socketAddress } from './address'
import { nextWait, type Waits } from './patience'
import { PROTOCOL, type FromServer, type ToSend } from './messages'

export type Connection = 'connecting' | 'open' | 'lost' | 'refused'

/** Close codes after which reconnecting is pointless. */
const FINAL = new Set([4400, 4401, 4410])
/** The close code of a connection that ended without a word. */
const ABANDONED = 1006
/** Close codes of a server that asks to come back later. */
const BUSY = new Set([1013, 4429])
const LATER: Waits = { first: 8000, longest: 120_000 }
/** A server that was restarted is back within seconds; one that is not must not be asked by everyone all the time. */
const SOON: Waits = { first: 400, longest: 8000 }
const SOON_ATTEMPTS = 10
const RARELY: Waits = { first: 400, longest: 60_000 }

/**
 * A network can swallow everything without closing a connection. So a page that is looked at asks for a sign of life
 * after a short silence, and says so when none comes; a slow answer is still an answer. Milliseconds since the last message.
 */
const ASK_AFTER = 2000
const LOST_AFTER = 4200
const GIVE_UP_AFTER = 10_000
/** Until a new connection is answered. */
const WELCOME_WITHIN = 8000
const BEAT = 500
/** Nobody looks at a hidden page; this only keeps proxies from closing the connection. */
const ASK_HIDDEN = 25_000
/** A beat that comes this late means that the device slept: what was heard before says nothing. */
const SLEPT = 3000

export interface Listener {
  heard: (message: FromServer) => void
  changed: (connection: Connection) => void
  /** The last version seen, so that after a reconnect the server sends only what is new. */
  seen: () => { match: number; version: number } | null
}

export class TableSocket {
  #socket: WebSocket | null = null
  #attempts = 0
  #closed = false
  #timer = 0
  #beats = 0
  #isWelcome = false
  #isSilent = false
  #lastBeat = 0
  #lastHeard = 0
  #lastAsked = 0
  #questions = new Map<string, (answer: FromServer) => void>()
  #lastId = 0

  constructor(
    private readonly table: string,
    private readonly token: string,
    private readonly listener: Listener,
  ) {
    this.#connect()
    window.addEventListener('online', this.#hurry)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearInterval(this.#beats)
    window.removeEventListener('online', this.#hurry)
    this.#socket?.close()
  }

  send(message: ToSend): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** Sends a message and waits for the answer; null without a connection. */
  ask(message: ToSend): Promise<FromServer | null> {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null)
    const id = `q${++this.#lastId}`
    this.#socket.send(JSON.stringify({ ...message, id }))
    return new Promise((resolve) => this.#questions.set(id, resolve))
  }

  readonly #hurry = (): void => {
    // Also an attempt that hangs because the network was away.
    if (this.#closed || (this.#isWelcome && !this.#isSilent)) return
    if (this.#socket?.readyState !== WebSocket.CLOSED) this.#abandon()
    this.#connect()
  }

  #connect(): void {
    clearTimeout(this.#timer)
    this.listener.changed(this.#attempts ? 'lost' : 'connecting')
    const socket = new WebSocket(socketAddress())
    this.#socket = socket
    this.#isWelcome = this.#isSilent = false
    this.#begin()
    socket.onopen = () => {
      const seen = this.listener.seen()
      const hello = { type: 'hello', protocol: PROTOCOL, table: this.table, token: this.token }
      socket.send(JSON.stringify(seen ? { ...hello, seen } : hello))
    }
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as FromServer)
    socket.onclose = (event) => this.#ended(event.code)
  }

  /** Counts silence from now on. */
  #begin(): void {
    clearInterval(this.#beats)
    this.#lastBeat = this.#lastHeard = this.#lastAsked = performance.now()
    this.#beats = window.setInterval(() => this.#beat(), BEAT)
  }

  #beat(): void {
    const now = performance.now()
    const hasSlept = now - this.#lastBeat > SLEPT
    this.#lastBeat = now
    if (!this.#isWelcome) {
      if (now - this.#lastHeard >= WELCOME_WITHIN) this.#abandon()
      return
    }
    if (document.hidden || hasSlept) this.#lastHeard = now
    const silence = now - this.#lastHeard
    if (silence >= GIVE_UP_AFTER) return this.#abandon()
    if (silence >= LOST_AFTER && !this.#isSilent) {
      this.#isSilent = true
      this.listener.changed('lost')
    }
    const isDue = document.hidden ? now - this.#lastAsked >= ASK_HIDDEN : hasSlept || (silence >= ASK_AFTER && now - this.#lastAsked >= ASK_AFTER)
    if (isDue) {
      this.#lastAsked = now
      this.send({ type: 'ping' })
    }
  }

  /** Leaves a connection through which nothing comes any more: closing it properly would take an answer. */
  #abandon(): void {
    const socket = this.#socket
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null
    socket?.close()
    this.#ended(ABANDONED)
  }

  #hear(message: FromServer): void {
    this.#lastHeard = performance.now()
    if (message.type === 'welcome') {
      this.#attempts = 0
      this.#isWelcome = true
    }
    if (message.type === 'welcome' || this.#isSilent) {
      this.#isSilent = false
      this.listener.changed('open')
    }
    this.listener.heard(message)
    const answered = message.id ? this.#questions.get(message.id) : undefined
    if (message.id && answered) {
      this.#questions.delete(message.id)
      answered(message)
    }
  }

  #ended(code: number): void {
    clearInterval(this.#beats)
    const open = [...this.#questions.values()]
    this.#questions.clear()
    for (const resolve of open) resolve({ type: 'error', id: null, code: 'failed', message: '', older: null })
    if (this.#closed) return
    if (FINAL.has(code)) {
      this.close() // a network that comes back changes nothing
      return this.listener.changed('refused')
    }
    this.listener.changed('lost')
    const waits = BUSY.has(code) ? LATER : this.#attempts < SOON_ATTEMPTS ? SOON : RARELY
    this.#timer = window.setTimeout(() => this.#connect(), nextWait(this.#attempts, waits))
    this.#attempts += 1
  }
}
