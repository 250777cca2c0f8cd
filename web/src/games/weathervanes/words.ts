import { listed } from '../../words/grammar'
import type { Card, Place, Suit } from './view'

const SUITS: Record<Suit, string> = { r: 'red', y: 'yellow', g: 'green', b: 'blue' }
const CORNERS = ['top left', 'top right', 'bottom right', 'bottom left']
const PLACES: Record<string, string> = {
  n: 'north',
  ne: 'north-east',
  e: 'east',
  se: 'south-east',
  s: 'south',
  sw: 'south-west',
  w: 'west',
  nw: 'north-west',
}
const suitName = (suit: string | undefined): string => SUITS[suit as Suit]
const cardName = (card: Card): string =>
  `${card.number}: ${[...card.suits].map((suit, corner) => `${suitName(suit)} ${CORNERS[corner] ?? ''}`).join(', ')}`

/** What the table of Weathervanes says. */
export const text = {
  suits: SUITS,
  thing: (kind: string, name: string): string | undefined => (kind === 'corner' ? `Corner: ${suitName(name)}` : undefined),
  trick: 'The trick',
  card: cardName,
  display: 'display',
  displayOf: (card: Card): string => `Display: ${cardName(card)}`,
  goesTo: 'goes to',
  taken: 'taken',
  tableau: (worth: number): string => (worth ? `tableau, worth ${worth}` : 'tableau'),
  tableauOf: (numbers: number[]): string =>
    numbers.length ? `Tableau: ${listed(numbers.map(String))}` : 'Tableau: empty',
  token: (suit: Suit): string => `Bonus Token: ${SUITS[suit]}`,
  pointing: (one: string, other: string): string => `The trick points between ${one} and ${other}`,
  played: (name: string, card: Card, corner: number, isWinning: boolean): string =>
    `${name}: ${card.number}, ${suitName(card.suits[corner])} at the centre${isWinning ? ', winning' : ''}`,
  inHand: (card: Card, corner: number | null): string =>
    corner === null ? cardName(card) : `${card.number}, ${suitName(card.suits[corner])} at the centre`,
  whichCorner: (number: number): string => `${number}: which corner goes to the centre?`,
  placing: (number: number): string => `Place ${number} in your tableau`,
  place: ({ place, worth, complete }: Place): string =>
    `To the ${PLACES[place] ?? place}: ${complete ? `scores ${worth} now` : `makes the tableau worth ${worth}`}`,
  scores: 'scores',
}
