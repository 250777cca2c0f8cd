/** SHA-256 of a text, in hex. The browser's own is offered only on secure pages, and people also host on their own network. */
const FRACTION = 2 ** 32

function isPrime(number: number): boolean {
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false
  return true
}

const PRIMES = Array.from({ length: 310 }, (_, index) => index + 2).filter(isPrime)
/** The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
const START = PRIMES.slice(0, 8).map((prime) => (Math.sqrt(prime) * FRACTION) | 0)
/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUNDS = PRIMES.slice(0, 64).map((prime) => (Math.cbrt(prime) * FRACTION) | 0)

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))
const at = (words: Int32Array | readonly number[], index: number): number => words[index] ?? 0

/** The bytes, a one bit, zeros, and the length in bits: a whole number of blocks of 64 bytes. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text)
  const all = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  all.set(bytes)
  all[bytes.length] = 0x80
  const view = new DataView(all.buffer)
  view.setUint32(all.length - 4, bytes.length * 8)
  return view
}

function schedule(view: DataView, offset: number): Int32Array {
  const words = new Int32Array(64)
  for (let index = 0; index < 16; index++) words[index] = view.getInt32(offset + 4 * index)
  for (let index = 16; index < 64; index++) {
    const [early, late] = [at(words, index - 15), at(words, index - 2)]
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[index] = at(words, index - 16) + small + at(words, index - 7) + large
  }
  return words
}

export function sha256(text: string): string {
  const view = padded(text)
  const hash = Int32Array.from(START)
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    const words = schedule(view, offset)
    let [a, b, c, d, e, f, g, h] = [...hash] as [number, number, number, number, number, number, number, number]
    for (let index = 0; index < 64; index++) {
      const choice = (e & f) ^ (~e & g)
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + at(ROUNDS, index) + at(words, index)) | 0
      const majority = (a & b) ^ (a & c) ^ (b & c)
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] = at(hash, index) + word
  }
  return [...hash].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
