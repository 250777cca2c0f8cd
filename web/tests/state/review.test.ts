import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { ReviewStore } from '../../src/state/review.svelte'

interface Said {
  type: string
  id?: string
}

/** A socket of the browser, with the server played by the test. */
class FakeSocket {
  static readonly OPEN = 1
  static readonly CLOSED = 3
  static all: FakeSocket[] = []
  readyState = 0
  asked: Said[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor() {
    FakeSocket.all.push(this)
  }
  send(text: string): void {
    const said = JSON.parse(text) as Said
    if (said.type === 'review') this.asked.push(said)
  }
  close(): void {
    this.readyState = 2
  }
  open(): void {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
    this.says({ type: 'welcome' })
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  /** The server closes the socket because its queue is full. */
  async breaks(): Promise<void> {
    this.readyState = FakeSocket.CLOSED
    this.onclose?.({ code: 4408 })
    await Promise.resolve() // the question is answered
    await Promise.resolve()
  }
}

const step = (number: number, left: number): object => ({ type: 'reviewed', match: 1, seat: 0, step: number, decisions: number + left + 1, left })

/** The next connection, after the wait. */
function next(): FakeSocket {
  vi.advanceTimersByTime(10_000)
  const last = FakeSocket.all.at(-1)
  if (!last) throw new Error('no socket was made')
  last.open()
  return last
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('location', new URL('http://table.example/'))
  vi.stubGlobal('window', {
    setTimeout: (...of: Parameters<typeof setTimeout>) => setTimeout(...of),
    setInterval: (...of: Parameters<typeof setInterval>) => setInterval(...of),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function begun(): { review: ReviewStore; socket: FakeSocket } {
  const review = new ReviewStore({ table: 't', token: 'k' }, 1, 0)
  review.start()
  return { review, socket: next() }
}

describe('a connection that is lost during a review', () => {
  test('is asked again once, and then no more, with a sentence', async () => {
    const { review, socket } = begun()
    await socket.breaks()
    expect(review.isRunning).toBe(true)
    const again = next()
    expect(again.asked.length).toBe(1)
    await again.breaks()
    expect(review.isRunning).toBe(false)
    expect(review.problem).toContain('lost')
    const made = FakeSocket.all.length
    vi.advanceTimersByTime(600_000)
    expect(FakeSocket.all.length).toBe(made)
  })

  test('is asked again for as long as each time brings something new', async () => {
    const { review, socket } = begun()
    let now = socket
    for (let number = 0; number < 5; number++) {
      for (let known = 0; known <= number; known++) now.says(step(known, 5 - known))
      await now.breaks()
      expect(review.isRunning).toBe(true)
      now = next()
    }
    for (let known = 0; known <= 5; known++) now.says(step(known, 5 - known))
    expect(review.isDone).toBe(true)
    expect(review.problem).toBe('')
  })

  test('may be tried again by hand', async () => {
    const { review, socket } = begun()
    await socket.breaks()
    await next().breaks()
    review.start()
    expect(review.problem).toBe('')
    expect(next().asked.length).toBe(1)
    review.stop()
  })
})
