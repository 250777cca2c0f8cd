/** The check of a shuffle, on a real match of the table server (scripts/deals.py) and on forgeries of it. */
import { describe, expect, test } from 'vitest'

import type { Moment, Piles } from '../../src/play/deal/dealer'
import { shareOf } from '../../src/play/pledge'
import { sha256 } from '../../src/play/sha256'
import { check, type Known, type Published, type Saved, type Verdict } from '../../src/play/verify'
import type { Fairness, OldFairness } from '../../src/protocol/messages'
import type { Receipt } from '../../src/state/mine.svelte'
import { fair } from '../../src/words/fair'
import { DEALERS, momentsOf, readDeals, type Change } from '../deals'

interface Shuffled {
  game: string
  record: Fairness
  saved: Saved
  moments: Change[]
  receipt: Receipt
}

const real = readDeals<Shuffled>('shuffle')
const moments = momentsOf(real.moments)
const dealer = DEALERS[real.game] ?? null
const { wrong, right } = fair
const NAMES = ['Anna', 'Bo', 'Cecil', 'Donna', 'Edda', 'Finn'].slice(0, real.saved.players)
const DIGITS = 'ab'.repeat(32)

const known = (more: Partial<Known> = {}): Known => ({
  table: real.record.table,
  match: 1,
  players: NAMES.length,
  options: real.saved.options,
  names: NAMES,
  receipt: real.receipt,
  commitment: real.record.commitment,
  seen: {},
  dealer,
  ...more,
})

const judged = (published: Partial<Published> = {}, more: Partial<Known> = {}): Verdict =>
  check({ record: real.record, saved: real.saved, moments, ...published }, known(more))

/** The match of a record, dealt as the record says: the replay and the saved game of a careful forger. */
function dealtBy(record: Fairness): Published {
  const common = [record.table, record.match, record.seed, record.nonce, record.deck ?? '-', ...record.entropy.map((one) => one ?? '-')]
  const seed = BigInt(`0x${sha256(`weatherdeck deal 2 ${common.join(' ')}`).slice(0, 24)}`).toString()
  return { record, saved: { ...real.saved, seed }, moments }
}

const withEntropy = (seat: number, entropy: string, share: string | null = real.record.shares[seat] ?? null): Fairness => ({
  ...real.record,
  entropy: real.record.entropy.with(seat, entropy),
  shares: real.record.shares.with(seat, share),
})

test('a real match is fair, and every check is named', () => {
  const verdict = judged()
  expect(verdict).toMatchObject({ outcome: 'fair', headline: fair.headline.fair, isPartial: false, wrong: [], open: [] })
  expect(verdict.right).toEqual([
    ...[right.commitmentSeen, right.myEntropy, right.shares, right.people(2, NAMES.length - 2)],
    ...[right.commitment, right.cards(moments.length)],
  ])
})

test('without a receipt it is only consistent, and says what is missing', () => {
  const verdict = judged({}, { receipt: null, commitment: null })
  expect(verdict).toMatchObject({ outcome: 'consistent', wrong: [], open: [fair.noCommitment, fair.noReceipt] })
})

test('a game that the browser cannot deal is checked as far as it can be', () => {
  const verdict = judged({}, { dealer: null })
  expect(verdict).toMatchObject({ outcome: 'fair', headline: fair.unproven, isPartial: true, open: [fair.noDealer] })
})

test('rules that the browser does not know are not guessed', () => {
  const verdict = judged({ saved: { ...real.saved, ruleset: 99 } })
  expect(verdict).toMatchObject({ outcome: 'fair', isPartial: true, open: [fair.otherRules] })
})

test('a shuffle that was started over says so', () => {
  const record: Fairness = { ...real.record, attempt: 3 }
  const verdict = judged({ record }, { receipt: { ...real.receipt, attempt: 3 } })
  expect(verdict).toMatchObject({ outcome: 'fair', open: [fair.attempts(3)] })
})

describe('forged:', () => {
  test('entropy that was ground for a bot', () => {
    const bot = NAMES.length - 1
    const forged = withEntropy(bot, DIGITS, shareOf(real.record.table, 1, bot, DIGITS))
    expect(judged(dealtBy(forged)).wrong).toContain(wrong.bot(NAMES[bot] ?? ''))
    expect(judged(dealtBy(forged)).wrong).toContain(wrong.shares)
    // It does not help to call the bot a person: the pledges were published before.
    const disguised: Fairness = { ...forged, seats: forged.seats.with(bot, 'person') }
    expect(judged(dealtBy(disguised)).wrong).toContain(wrong.shares)
    expect(judged(dealtBy(forged), { receipt: null }).outcome).toBe('forged')
  })

  test('one entropy more than there are seats', () => {
    const forged: Fairness = { ...real.record, entropy: [...real.record.entropy, DIGITS] }
    const seats = NAMES.length
    expect(judged(dealtBy(forged)).wrong).toEqual([wrong.length('entropy', seats + 1, seats)])
    const wider: Fairness = { ...forged, shares: [...forged.shares, DIGITS], seats: [...forged.seats, 'person'] }
    expect(judged(dealtBy(wider)).outcome).toBe('forged')
    expect(judged({ ...dealtBy(wider), saved: { ...dealtBy(wider).saved, players: seats + 1 } }).outcome).toBe('forged')
  })

  test.each([0, 1])('the replaced entropy of the person on seat %i', (seat) => {
    expect(judged(dealtBy(withEntropy(seat, DIGITS))).wrong).toContain(wrong.share(NAMES[seat] ?? ''))
    // With a pledge that fits, the receipt knows better.
    const fitting = withEntropy(seat, DIGITS, shareOf(real.record.table, 1, seat, DIGITS))
    expect(judged(dealtBy(fitting)).wrong).toContain(wrong.shares)
    if (seat === real.receipt.seat) expect(judged(dealtBy(fitting)).wrong).toContain(wrong.myEntropy)
  })

  test('another secret, with a commitment that fits it', () => {
    const { table, match, nonce, deck } = real.record
    const commitment = sha256(`weatherdeck shuffle 2 ${table} ${match} ${DIGITS} ${nonce} ${deck ?? '-'}`)
    expect(judged(dealtBy({ ...real.record, seed: DIGITS, commitment })).wrong).toContain(wrong.commitmentSeen)
    expect(judged(dealtBy({ ...real.record, seed: DIGITS })).wrong).toContain(wrong.commitment)
  })

  test('another deck', () => {
    const saved = { ...real.saved, deck: { title: 'mine', text: `${real.saved.deck?.text ?? ''}\n` } }
    expect(judged({ saved }).wrong).toContain(wrong.deck)
  })

  test('a record of another match, attempt or version, or none at all', () => {
    expect(judged({ record: { ...real.record, match: 2 } }).wrong).toContain(wrong.otherMatch)
    expect(judged({ record: { ...real.record, attempt: 2 } }).wrong).toContain(wrong.attempt(1, 2))
    const { commitment, seed, nonce, entropy, deck } = real.record
    const old: OldFairness = { version: 1, commitment, seed, nonce, entropy, deck }
    expect(judged({ record: old }).wrong).toContain(wrong.older)
    expect(judged({ record: null })).toMatchObject({ outcome: 'forged', wrong: [wrong.missing] })
  })

  test('a record with anything else in it', () => {
    const damaged: unknown[] = [
      { ...real.record, seed: `${real.record.seed} ` },
      { ...real.record, nonce: real.record.nonce.toUpperCase() },
      { ...real.record, table: 'two words' },
      { ...real.record, attempt: 0 },
      { ...real.record, more: 1 },
      { ...real.record, entropy: 'none' },
    ]
    for (const record of damaged) expect(judged({ record: record as Fairness }).wrong).toContain(wrong.damaged)
  })

  test('a deal without my entropy', () => {
    expect(judged({}, { receipt: { ...real.receipt, shares: null } }).wrong).toContain(wrong.neverRevealed)
  })

  test('cards that change places in the replay', () => {
    const swapped = moments.map(({ view, ...step }, n) => (n === 3 ? { ...step, view: swap(view) } : { ...step, view }))
    const verdict = judged({ moments: swapped })
    expect(verdict.outcome).toBe('forged')
    expect(verdict.wrong).toEqual([expect.stringContaining('Step 3')])
    expect(verdict.right).not.toContain(right.cards(moments.length))
  })

  test('a saved game with another seed, or with other moves', () => {
    expect(judged({ saved: { ...real.saved, seed: '1' } }).wrong).toEqual([wrong.savedSeed])
    expect(judged({ saved: { ...real.saved, moves: real.saved.moves.slice(1) } }).wrong).toEqual([wrong.moves])
  })

  test('a saved game with other players or options', () => {
    expect(judged({ saved: { ...real.saved, options: { first: 0 } } }).wrong).toContain(wrong.setUp)
    expect(judged({ saved: { ...real.saved, players: NAMES.length + 1 } }).wrong).toContain(wrong.setUp)
  })

  test('a replay that cannot be followed', () => {
    const broken = moments.map((moment, n) => (n === 3 ? { ...moment, view: {} } : moment))
    expect(judged({ moments: broken }).wrong).toEqual([wrong.replay])
  })

  test('cards that this browser did not see', () => {
    const shown = dealer?.shown(moments[0]?.view) ?? {}
    expect(judged({}, { seen: { 0: shown } })).toMatchObject({ outcome: 'fair', right: expect.arrayContaining([right.seen]) as string[] })
    const other: Piles = { 'hand:0': shown['hand:1'] ?? '' }
    expect(judged({}, { seen: { 0: other } }).wrong).toEqual([expect.stringContaining('You saw')])
    expect(judged({}, { seen: { [moments.length]: shown } }).wrong).toEqual([wrong.shorter])
  })
})

describe('a match of the older version', () => {
  const { seed, nonce, entropy } = real.record
  const deck = real.record.deck
  const old: OldFairness = { version: 1, commitment: sha256(`${seed} ${nonce} ${deck ?? ''}`), seed, nonce, entropy, deck }
  const dealSeed = sha256([seed, nonce, ...entropy.map((one) => one ?? '-')].join(' ')).slice(0, 24)
  const saved = { ...real.saved, seed: BigInt(`0x${dealSeed}`).toString() }

  test('is held to what it promised, and says what it cannot prove', () => {
    const verdict = judged({ record: old, saved }, { receipt: null, commitment: old.commitment, dealer: null })
    expect(verdict).toMatchObject({ outcome: 'old', wrong: [] })
    expect(verdict.open).toContain(fair.old)
  })

  test('is forged if it breaks that', () => {
    for (const record of [{ ...old, entropy: [...entropy, DIGITS] }, { ...old, seed: DIGITS }])
      expect(judged({ record, saved }, { receipt: null, commitment: null, dealer: null }).outcome).toBe('forged')
    expect(judged({ record: old, saved }, { receipt: null, commitment: DIGITS, dealer: null }).wrong).toContain(wrong.commitmentSeen)
  })
})

/** The first cards of two hands change places. */
function swap(view: unknown): Moment<unknown>['view'] {
  const copy = structuredClone(view) as { seats: { hand: unknown[] }[] }
  const [one, other] = copy.seats.map(({ hand }) => hand)
  if (one && other) [one[0], other[0]] = [other[0], one[0]]
  return copy
}
