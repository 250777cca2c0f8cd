/** A socket to one table: it says hello, reconnects, and matches answers to questions. */
import { socketAddress } from './address'
import { nextWait, type Waits } from './patience'
import { PROTOCOL, type FromServer, type ToSend } from './messages'

export type Connection = 'connecting' | 'open' | 'lost' | 'refused'

/** Close codes after which reconnecting is pointless. */
const FINAL = new Set([4400, 4401, 4410])
/** Close codes of a server that asks to come back later. */
const BUSY = new Set([1013, 4429])
const LATER: Waits = { first: 8000, longest: 120_000 }
/** A server that was restarted is back within seconds; one that is not must not be asked by everyone all the time. */
const SOON: Waits = { first: 400, longest: 8000 }
const SOON_ATTEMPTS = 10
const RARELY: Waits = { first: 400, longest: 60_000 }
const PING_EVERY = 25_000

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
  #pings = 0
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
    clearInterval(this.#pings)
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
    if (this.#socket?.readyState === WebSocket.CLOSED && !this.#closed) this.#connect()
  }

  #connect(): void {
    clearTimeout(this.#timer)
    this.listener.changed(this.#attempts ? 'lost' : 'connecting')
    const socket = new WebSocket(socketAddress())
    this.#socket = socket
    socket.onopen = () => {
      const seen = this.listener.seen()
      const hello = { type: 'hello', protocol: PROTOCOL, table: this.table, token: this.token }
      socket.send(JSON.stringify(seen ? { ...hello, seen } : hello))
    }
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as FromServer)
    socket.onclose = (event) => this.#ended(event.code)
  }

  #hear(message: FromServer): void {
    if (message.type === 'welcome') {
      this.#attempts = 0
      clearInterval(this.#pings)
      this.#pings = window.setInterval(() => this.send({ type: 'ping' }), PING_EVERY)
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
    clearInterval(this.#pings)
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
