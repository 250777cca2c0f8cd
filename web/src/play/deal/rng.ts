/** The random generator of the rules (sfc32), written a second time: `kernel/random.py` is what the server uses. */

const WARM_UP = 15
const TWO_32 = 2 ** 32

/** The seed of a match: 96 bits as 24 hex digits, the most significant first. */
const SEED = /^[0-9a-f]{24}$/

export class Rng {
  readonly #words: [number, number, number, number]

  constructor(seed: string) {
    if (!SEED.test(seed)) throw new RangeError(`a seed has 24 hex digits, not ${seed}`)
    const word = (n: number) => parseInt(seed.slice(n, n + 8), 16)
    this.#words = [word(16), word(8), word(0), 1]
    for (let n = 0; n < WARM_UP; n++) this.next()
  }

  /** The next 32 random bits. */
  next(): number {
    const [a, b, c, d] = this.#words
    const out = (a + b + d) >>> 0
    this.#words[0] = (b ^ (b >>> 9)) >>> 0
    this.#words[1] = (c + (c << 3)) >>> 0
    this.#words[2] = (((c << 21) | (c >>> 11)) + out) >>> 0
    this.#words[3] = (d + 1) >>> 0
    return out
  }

  /** A random number below n. The product stays exact for all n up to 2**21. */
  below(n: number): number {
    return Math.floor((this.next() * n) / TWO_32)
  }

  /** A random choice of n cards, in their order, and the cards that are left. */
  someOf<T>(cards: readonly T[], n: number): [chosen: T[], left: T[]] {
    if (n === cards.length) return [[...cards], []]
    const [chosen, left]: [T[], T[]] = [[], []]
    for (const [place, card] of cards.entries()) {
      // No number is drawn once the choice is complete.
      const isChosen = chosen.length < n && this.below(cards.length - place) < n - chosen.length
      ;(isChosen ? chosen : left).push(card)
    }
    return [chosen, left]
  }
}
