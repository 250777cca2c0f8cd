import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from '../../src/play/sha256'

test('SHA-256 is the one that everyone uses, for texts of every length', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  for (let length = 0; length < 300; length++) {
    const text = 'weatherdeck ♠ '.repeat(30).slice(0, length)
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  }
})
