import { listed } from '../../words/grammar'
import type { Card } from './view'

const SUITS: Record<string, string> = { ravens: 'Ravens', foxes: 'Foxes', rats: 'Rats', toads: 'Toads' }
const cardName = ({ values }: Card): string =>
  Object.values(SUITS).map((suit, n) => `${suit} ${values[n] ?? 0}`).join(', ')
const valueName = ({ values }: Card, suit: string | null): string => {
  const index = suit === null ? -1 : Object.keys(SUITS).indexOf(suit)
  return index < 0 || suit === null ? '' : `${SUITS[suit] ?? suit} ${values[index] ?? 0}`
}

/** What the table of Tweedy Tricksters says. */
export const text = {
  suits: SUITS,
  card: cardName,
  dealer: 'dealer',
  hidden: (n: number): string => `${n} hidden`,
  drafted: 'Drafted cards, known to all',
  known: 'known to all',
  partnerOf: (name: string): string => `Partner: ${name}`,
  trick: 'The trick',
  played: (name: string, card: Card, suit: string | null): string => `${name}: ${valueName(card, suit)} (${cardName(card)})`,
  inHand: (card: Card, suit: string | null, isOpen: boolean): string =>
    `${[valueName(card, suit), cardName(card)].filter(Boolean).join('; ')}${isOpen ? '; known to all' : ''}`,
  led: (suit: string): string => `${SUITS[suit] ?? suit} led`,
  sumOf: (names: string, sum: number, tricks: string): string => `${names}: ${sum}, ${tricks}`,
  market: 'Take one of these cards',
  take: (card: Card): string => `Take ${cardName(card)}`,
  whichSuit: 'Which suit will you lead this round?',
  takeSuit: (suit: string): string => `Take the ${SUITS[suit] ?? suit}`,
  whoWithWhom: 'Who plays with whom?',
  pairs: (sides: string[][]): string => sides.map((names) => listed(names)).join(' against '),
  missing: { draft: 'Take a card', suits: 'Take a suit', partners: 'Choose the partners', play: 'Choose a card' } as Record<string, string>,
  target: 'points end the game',
  noTarget: (round: number): string => `The target is set after round ${round}.`,
}
