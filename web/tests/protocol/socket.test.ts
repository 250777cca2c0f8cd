import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { TableSocket, type Connection } from '../../src/protocol/socket'

/** A socket of the browser, with the server played by the test. */
class FakeSocket {
  static readonly OPEN = 1
  static readonly CLOSED = 3
  static all: FakeSocket[] = []
  readyState = 0
  sent: string[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor() {
    FakeSocket.all.push(this)
  }
  send(text: string): void {
    this.sent.push((JSON.parse(text) as { type: string }).type)
  }
  close(): void {
    this.readyState = 2 // until the other side answers
  }
  open(): void {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
    this.says('welcome')
  }
  says(type: string): void {
    this.onmessage?.({ data: JSON.stringify({ type }) })
  }
  get pings(): number {
    return this.sent.filter((type) => type === 'ping').length
  }
}

let heard: Connection[] = []
let page = { hidden: false }
let online: (() => void) | undefined
const latest = (): FakeSocket => {
  const last = FakeSocket.all.at(-1)
  if (!last) throw new Error('no socket was made')
  return last
}

function connect(): TableSocket {
  return new TableSocket('t', 'k', { heard: () => undefined, changed: (connection) => heard.push(connection), seen: () => null })
}

beforeEach(() => {
  vi.useFakeTimers()
  heard = []
  page = { hidden: false }
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', new URL('http://table.example/'))
  vi.stubGlobal('window', {
    setTimeout: (...of: Parameters<typeof setTimeout>) => setTimeout(...of),
    setInterval: (...of: Parameters<typeof setInterval>) => setInterval(...of),
    addEventListener: (_: string, call: () => void) => (online = call),
    removeEventListener: () => (online = undefined),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a network that swallows everything', () => {
  test('shows within five seconds', () => {
    connect()
    latest().open()
    vi.advanceTimersByTime(4000)
    expect(heard.at(-1)).toBe('open')
    vi.advanceTimersByTime(1000)
    expect(heard.at(-1)).toBe('lost')
    expect(latest().pings).toBeGreaterThan(0)
  })

  test('shows again when it is back, without a new connection if it was short', () => {
    connect()
    latest().open()
    vi.advanceTimersByTime(6000)
    latest().says('pong')
    expect(heard.slice(-2)).toEqual(['lost', 'open'])
    expect(FakeSocket.all.length).toBe(1)
  })

  test('ends in a new connection, and what was asked is answered', async () => {
    const socket = connect()
    latest().open()
    const answer = socket.ask({ type: 'hint', version: 1 })
    vi.advanceTimersByTime(45_000)
    expect(FakeSocket.all.length).toBeGreaterThan(2) // attempts that hang are given up, too
    expect(heard.lastIndexOf('open')).toBeLessThan(heard.indexOf('lost'))
    await expect(answer).resolves.toMatchObject({ type: 'error', code: 'failed' })
    latest().open()
    expect(heard.at(-1)).toBe('open')
  })

  test('a connection that was given up is not listened to any more', () => {
    connect()
    const [first] = FakeSocket.all
    first?.open()
    vi.advanceTimersByTime(11_000)
    expect(first?.onmessage).toBeNull()
    expect(first?.onclose).toBeNull()
  })

  test('a network that comes back hurries an attempt that hangs', () => {
    connect()
    latest().open()
    vi.advanceTimersByTime(13_000)
    const before = FakeSocket.all.length
    online?.()
    expect(FakeSocket.all.length).toBe(before + 1)
  })
})

describe('a quiet table', () => {
  test('stays connected for as long as pings are answered, and asks no more than it must', () => {
    connect()
    const socket = latest()
    socket.open()
    for (let n = 0; n < 120; n++) {
      const asked = socket.pings
      vi.advanceTimersByTime(500)
      if (socket.pings > asked) socket.says('pong')
    }
    expect(heard).toEqual(['connecting', 'open'])
    expect(socket.pings).toBeLessThanOrEqual(30)
  })

  test('that is busy is not asked at all', () => {
    connect()
    const socket = latest()
    socket.open()
    for (let n = 0; n < 20; n++) {
      vi.advanceTimersByTime(1000)
      socket.says('stepped')
    }
    expect(socket.pings).toBe(0)
  })

  test('that nobody looks at is asked rarely, and not given up', () => {
    connect()
    const socket = latest()
    socket.open()
    page.hidden = true
    vi.advanceTimersByTime(60_000)
    expect(heard).toEqual(['connecting', 'open'])
    expect(socket.pings).toBe(2)
    page.hidden = false
    vi.advanceTimersByTime(5000)
    expect(heard.at(-1)).toBe('lost')
  })

  test('that was asleep is asked before it is given up', () => {
    connect()
    const socket = latest()
    socket.open()
    vi.setSystemTime(Date.now() + 3_600_000)
    const now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => now + 3_600_000)
    vi.advanceTimersByTime(500)
    expect(heard).toEqual(['connecting', 'open'])
    expect(socket.pings).toBe(1)
    vi.restoreAllMocks()
  })

  test('that is left is left alone', () => {
    const socket = connect()
    latest().open()
    socket.close()
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.all.length).toBe(1)
    expect(heard.at(-1)).toBe('open')
  })
})
