import { expect, test } from 'vitest'
import { breach, canReveal, newEntropy, pledgeFor, shareOf } from '../../src/play/pledge'
import { sha256 } from '../../src/play/sha256'
import type { ShuffleInfo, TableInfo } from '../../src/protocol/messages'
import type { Receipt } from '../../src/state/mine.svelte'

const COMMITMENT = 'c'.repeat(64)

/** The parts of a table that a shuffle needs. */
function table(shuffle: Partial<ShuffleInfo>, commitment = COMMITMENT): TableInfo {
  const whole = { phase: 'pledge', attempt: 1, shares: [null, null], waiting_for: [0, 1], ...shuffle }
  return { id: 't', match: 1, commitment, shuffle: whole } as TableInfo
}

const mine: Receipt = pledgeFor(table({}), 0, undefined)
const share = shareOf('t', 1, 0, mine.entropy)
const shares = [share, 'd'.repeat(64)]

test('a share is the hash of table, match, seat and entropy', () => {
  expect(mine.entropy).toMatch(/^[0-9a-f]{64}$/)
  expect(share).toBe(sha256(`weatherdeck share 2 t 1 0 ${mine.entropy}`))
  expect(newEntropy()).not.toBe(newEntropy())
})

test('a pledge is repeated as it was, and another attempt or commitment needs new entropy', () => {
  expect(pledgeFor(table({}), 0, mine)).toBe(mine)
  expect(pledgeFor(table({ attempt: 2 }), 0, mine).entropy).not.toBe(mine.entropy)
  expect(pledgeFor(table({}, 'e'.repeat(64)), 0, mine).entropy).not.toBe(mine.entropy)
})

test('entropy is revealed only when all shares are fixed and nothing has changed', () => {
  expect(canReveal(table({ shares }), mine)).toBe(false)
  expect(canReveal(table({ phase: 'reveal', shares }), mine)).toBe(true)
  expect(canReveal(table({ phase: 'reveal', shares, attempt: 2 }), mine)).toBe(false)
  expect(canReveal(table({ phase: 'reveal', shares }), { ...mine, shares })).toBe(true)
})

test('a server that changes its promise is noticed', () => {
  const other = 'e'.repeat(64)
  const seen = { ...mine, shares }
  expect(breach(table({ phase: 'reveal', shares }), seen)).toBe(null)
  expect(breach(table({ phase: 'reveal', shares }, other), seen)).toBe('commitment')
  expect(breach(table({ phase: 'reveal', shares: [other, other] }), seen)).toBe('mine')
  expect(breach(table({ phase: 'reveal', shares: [share, other] }), seen)).toBe('others')
  expect(breach(table({ phase: 'dealt', shares: [share, other] }), seen)).toBe('others')
})
