import { counted, listed, signed } from '../../words/grammar'
import type { Pile, Wind } from './view'

const CHARACTERISTICS: Record<string, string> = {
  F: 'Filled',
  P: 'Partial',
  H: 'Hollow',
  R: 'Red',
  G: 'Green',
  B: 'Blue',
  C: 'Circle',
  S: 'Square',
  T: 'Triangle',
}
const PILES = ['north-west', 'north', 'north-east', 'west', 'centre', 'east', 'south-west', 'south', 'south-east']
const traits = (letters: Iterable<string>): string[] => [...letters].map((letter) => CHARACTERISTICS[letter] ?? letter)

/** What the table of Tradewinds says. */
export const text = {
  names: CHARACTERISTICS,
  board: 'The board',
  gap: 'gap',
  patternAndColour: (card: string): string => traits(card.slice(0, 2)).join(' '),
  complete: (card: string): string => traits(card).join('-'),
  down: (n: number): string => `${n} hidden`,
  pile: (number: number, pile: Pile, leaving: number, coming: string[]): string => {
    const name = `${PILES[number] ?? ''} pile`
    if (pile.gap) return `${name}: a gap${coming.length ? `, ${listed(traits(coming))} would land` : ''}`
    const up = traits(pile.up.slice().reverse())
    const parts = [up.length ? listed(up, 'on') : 'nothing open', pile.down ? `${pile.down} face down` : '']
    if (leaving) parts.push(`${leaving} would blow away`)
    if (coming.length) parts.push(`${listed(traits(coming))} would land`)
    return `${name}: ${parts.filter(Boolean).join(', ')}`
  },
  scoring: (good: readonly string[]): string =>
    good.length ? `Scores with ${listed(traits(good))}; the rest deducts` : 'Everything deducts here',
  plate: (side: string, scored: number, deducted: number): string => `${side} · +${scored} −${deducted}`,
  covering: 'The three covering Completes',
  scoresFor: (complete: string, whom: string[]): string =>
    `${traits(complete).join(', ')} score for ${whom.length ? listed(whom) : 'nobody'}`,
  whatScores: 'What scores for whom',
  unseen: 'still face down',
  has: (n: number): string => (n ? `has ${n}` : ''),
  discarded: (cards: string[]): string =>
    cards.length ? `Played so far: ${cards.map((card) => traits(card).join('-')).join(', ')}.` : 'Nothing has been played yet.',
  together: 'together',
  turnsLeft: (n: number): string => (n > 0 ? `${counted(n, 'turn')} left` : 'no turns left'),
  handOf: (name: string): string => `${name}’s hand`,
  wind: (cards: number, score: number): string => `${counted(cards, 'card moves', 'cards move')}, ${signed(score)} together`,
  calm: 'Nothing moves.',
  inHand: (card: string, wind: Wind | undefined): string => {
    const name = traits(card).join('-')
    if (!wind) return name
    return `${name}: ${wind.moves.length ? `${counted(wind.moves.length, 'card moves', 'cards move')}, ${signed(wind.score)} together` : 'nothing moves'}`
  },
}
