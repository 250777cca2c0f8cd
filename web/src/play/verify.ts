/**
 * Checks a shuffle in the browser: the fairness record against this browser's own receipt, then every card against the seed.
 * It is the same check as `weatherdeck verify GAME --receipt FILE` (`table/fairness.py`), written a second time. The server
 * sends the record, the moves and the replay; nothing it says about the cards is believed.
 */
import type { Fairness, OldFairness } from '../protocol/messages'
import type { Receipt } from '../state/mine.svelte'
import { fair } from '../words/fair'
import { difference, UnreadableDeck, type AnyDealer, type Moment, type Piles, type Setup } from './deal/dealer'
import { Rng } from './deal/rng'
import { shareOf } from './pledge'
import { sha256 } from './sha256'

/** What was played, as the server tells it after the end. */
export interface Published {
  record: Fairness | OldFairness | null
  /** The saved game. */
  saved: Saved
  /** The replay with all cards open. */
  moments: readonly Moment<unknown>[]
}

export interface Saved {
  ruleset: number
  seed: string
  players: number
  options: Record<string, unknown>
  moves: string[]
  deck?: { title: string; text: string }
}

/** What this browser knows by itself. */
export interface Known {
  table: string
  match: number
  players: number
  /** All options of the table, as the browser was told before the first card. */
  options: Readonly<Record<string, unknown>>
  names: readonly string[]
  receipt: Receipt | null
  /** The commitment that it saw before the first card. */
  commitment: string | null
  /** What it saw of the cards as the game went on, by step. */
  seen: Readonly<Record<number, Piles>>
  dealer: AnyDealer | null
}

/**
 * `fair`: everything holds, with this browser's own entropy. `consistent`: everything holds, but this browser has no receipt.
 * `old`: an older shuffle, which proves less. `forged`: something does not hold.
 */
export type Outcome = 'fair' | 'consistent' | 'old' | 'forged'

export interface Verdict {
  outcome: Outcome
  headline: string
  /** Whether the cards themselves could not be dealt again here. */
  isPartial: boolean
  /** What does not hold. */
  wrong: string[]
  /** What was checked, and holds. */
  right: string[]
  /** What this browser could not check, and what to do about it. */
  open: string[]
}

const HEX = /^[0-9a-f]{64}$/
const TABLE = /^[0-9A-Za-z_-]{1,40}$/
const SEED_DIGITS = 24
const KEYS = ['attempt', 'commitment', 'deck', 'entropy', 'match', 'nonce', 'seats', 'seed', 'shares', 'table', 'version']

const isHex = (value: unknown): value is string => typeof value === 'string' && HEX.test(value)
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Checks a match of the current kind, or one of the older kind. */
export function check(published: Published, known: Known): Verdict {
  const { record } = published
  if (record === null) return verdict('forged', { wrong: [fair.wrong.missing] })
  if (record.version === 1) return checkOld(record, published, known)
  const shape = shapeOf(record, known.players)
  if (shape.length) return verdict('forged', { wrong: shape })
  const found = { wrong: [] as string[], right: [] as string[], open: [] as string[] }
  checkReceipt(record, known, found)
  checkShares(record, known, found)
  const common = `${record.table} ${record.match} ${record.seed} ${record.nonce} ${record.deck ?? '-'}`
  const entropy = record.entropy.map((one) => one ?? '-').join(' ')
  const seed = sha256(`weatherdeck deal 2 ${common} ${entropy}`).slice(0, SEED_DIGITS)
  checkCommitment(sha256(`weatherdeck shuffle 2 ${common}`), record, published.saved, found)
  checkCards(seed, published, known, found)
  if (record.attempt > 1) found.open.push(fair.attempts(record.attempt))
  return verdict(found.wrong.length ? 'forged' : known.receipt ? 'fair' : 'consistent', found)
}

type Found = Pick<Verdict, 'wrong' | 'right' | 'open'>

function verdict(outcome: Outcome, { wrong = [], right = [], open = [] }: Partial<Found>): Verdict {
  const isPartial = [fair.noDealer, fair.otherRules, fair.unreadableDeck].some((sentence) => open.includes(sentence))
  const headline = outcome === 'fair' && isPartial ? fair.unproven : fair.headline[outcome]
  return { outcome, headline, isPartial, wrong, right, open }
}

/** Every field is there, and is what it should be: nothing can hide in the spaces of a formula. */
function shapeOf(record: Fairness, players: number): string[] {
  const { damaged } = fair.wrong
  if (!isSame(Object.keys(record).sort(), KEYS)) return [damaged]
  if (!TABLE.test(record.table) || !isCount(record.match) || !isCount(record.attempt)) return [damaged]
  if (![record.commitment, record.seed, record.nonce].every(isHex) || !(record.deck === null || isHex(record.deck))) return [damaged]
  const lists = { seats: record.seats, shares: record.shares, entropy: record.entropy }
  return Object.entries(lists).flatMap(([name, list]) => {
    if (!Array.isArray(list)) return [damaged]
    return list.length === players ? [] : [fair.wrong.length(name, list.length, players)]
  })
}

/** The shuffle is the one that this player took part in, with their own entropy. */
function checkReceipt(record: Fairness, { table, match, receipt, commitment }: Known, found: Found): void {
  const { wrong, right } = fair
  if (record.table !== table || record.match !== match) found.wrong.push(wrong.otherMatch)
  if (commitment !== null && commitment !== record.commitment) found.wrong.push(wrong.commitmentSeen)
  else if (commitment !== null) found.right.push(right.commitmentSeen)
  if (!receipt) {
    if (commitment === null) found.open.push(fair.noCommitment)
    found.open.push(fair.noReceipt)
    return
  }
  const before = found.wrong.length
  if (receipt.table !== record.table || receipt.match !== record.match) found.wrong.push(wrong.otherMatch)
  if (receipt.attempt !== record.attempt) found.wrong.push(wrong.attempt(receipt.attempt, record.attempt))
  if (receipt.commitment !== record.commitment && commitment === null) found.wrong.push(wrong.commitmentSeen)
  if (receipt.shares === null) found.wrong.push(wrong.neverRevealed)
  else if (!isSame(receipt.shares, record.shares)) found.wrong.push(wrong.shares)
  if (record.entropy[receipt.seat] !== receipt.entropy) found.wrong.push(wrong.myEntropy)
  if (found.wrong.length === before) found.right.push(right.myEntropy, right.shares)
}

/** Each person revealed what they had pledged, and bots had no say. */
function checkShares(record: Fairness, { names }: Known, found: Found): void {
  const { wrong, right } = fair
  const before = found.wrong.length
  for (const [seat, kind] of record.seats.entries()) {
    const [share, entropy, name] = [record.shares[seat], record.entropy[seat], names[seat] ?? String(seat + 1)]
    if (kind === 'bot') {
      if (share !== null || entropy !== null) found.wrong.push(wrong.bot(name))
    } else if (kind !== 'person') found.wrong.push(wrong.damaged)
    else if (!isHex(share) || !isHex(entropy)) found.wrong.push(wrong.noEntropy(name))
    else if (shareOf(record.table, record.match, seat, entropy) !== share) found.wrong.push(wrong.share(name))
  }
  if (found.wrong.length > before) return
  const people = record.seats.filter((kind) => kind === 'person').length
  if (people) found.right.push(right.people(people, record.seats.length - people))
  else found.open.push(fair.onlyBots)
}

/** The commitment covers the secret and the deck. */
function checkCommitment(made: string, { commitment, deck }: Fairness | OldFairness, saved: Saved, found: Found): void {
  const { wrong, right } = fair
  const digest = saved.deck ? sha256(saved.deck.text) : null
  if (digest !== deck) found.wrong.push(wrong.deck)
  if (made !== commitment) found.wrong.push(wrong.commitment)
  else found.right.push(right.commitment)
}

/** Every card follows from the seed, and is what this browser saw. */
function checkCards(seed: string, { saved, moments }: Published, known: Known, found: Found): void {
  const { wrong } = fair
  if (saved.seed !== BigInt(`0x${seed}`).toString()) found.wrong.push(wrong.savedSeed)
  // A saved game has only the options that are not at their default.
  const isOther = Object.entries(saved.options).some(([name, value]) => known.options[name] !== value)
  if (saved.players !== known.players || isOther) found.wrong.push(wrong.setUp)
  if (!isSame(saved.moves, moments.slice(1).map(({ move }) => move))) found.wrong.push(wrong.moves)
  if (!known.dealer) {
    found.open.push(fair.noDealer)
    return
  }
  if (saved.ruleset !== known.dealer.ruleset) {
    found.open.push(fair.otherRules)
    return
  }
  const setup: Setup = { players: known.players, options: known.options, deck: saved.deck?.text ?? null }
  try {
    dealAgain(seed, setup, moments, known, found)
  } catch (problem) {
    // A replay that cannot be followed is no proof of anything.
    if (problem instanceof UnreadableDeck) found.open.push(fair.unreadableDeck)
    else found.wrong.push(wrong.replay)
  }
}

/** Deals the match again, and compares it with the replay and with what this browser saw. */
function dealAgain(seed: string, setup: Setup, moments: readonly Moment<unknown>[], known: Known, found: Found): void {
  const { wrong, right } = fair
  const { dealer, names, seen } = known
  let [step, seenSteps] = [0, 0]
  for (const expected of dealer?.deal(new Rng(seed), setup, moments) ?? []) {
    const shown = dealer?.shown(moments[step]?.view) ?? {}
    const other = difference(expected, shown, step)
    if (other) {
      found.wrong.push(wrong.card(fair.pile(other.pile, names), step, other.expected, other.found))
      return
    }
    const mine = seen[step]
    const strange = mine && Object.keys(mine).find((pile) => expected[pile] !== undefined && expected[pile] !== mine[pile])
    if (strange) {
      found.wrong.push(wrong.seen(fair.pile(strange, names), step, expected[strange] ?? '', mine[strange] ?? ''))
      return
    }
    if (mine) seenSteps += 1
    step += 1
  }
  if (Object.keys(seen).some((one) => Number(one) >= step)) found.wrong.push(wrong.shorter)
  else found.right.push(right.cards(step), ...(seenSteps ? [right.seen] : []))
}

/** An older shuffle is held to its own, weaker promise. */
function checkOld(record: OldFairness, published: Published, known: Known): Verdict {
  const found: Found = { wrong: [], right: [], open: [fair.old] }
  const { seed, nonce, deck, entropy } = record
  if (known.receipt) found.wrong.push(fair.wrong.older)
  if (![record.commitment, seed, nonce].every(isHex) || !Array.isArray(entropy)) return verdict('forged', { wrong: [fair.wrong.damaged] })
  if (entropy.length !== known.players) found.wrong.push(fair.wrong.length('entropy', entropy.length, known.players))
  if (known.commitment !== null && known.commitment !== record.commitment) found.wrong.push(fair.wrong.commitmentSeen)
  checkCommitment(sha256([seed, nonce, ...(deck === null ? [] : [deck])].join(' ')), record, published.saved, found)
  const dealSeed = sha256([seed, nonce, ...entropy.map((one) => one ?? '-')].join(' ')).slice(0, SEED_DIGITS)
  checkCards(dealSeed, published, known, found)
  return verdict(found.wrong.length ? 'forged' : 'old', found)
}
