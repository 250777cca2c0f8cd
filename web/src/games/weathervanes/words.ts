import { listed } from '../../words/grammar'
import type { Card, Closed, Place, Suit } from './view'

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
const SIDES = { above: 'above', below: 'below', left: 'left of', right: 'right of' }
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
  goesTo: (name: string): string => `goes to ${name}`,
  comesToMe: 'comes to you',
  staysWithMe: 'stays with you',
  staysThere: 'stays there',
  taken: 'taken',
  worth: (worth: number): string => (worth ? `worth ${worth}` : 'empty'),
  tableauOf: (numbers: number[], worth: number): string =>
    numbers.length ? `Tableau, worth ${worth}: ${listed(numbers.map(String))}` : 'Tableau: empty',
  token: (suit: Suit): string => `Bonus Token: ${SUITS[suit]}`,
  cardsLeft: (count: number): string => `${count} ${count === 1 ? 'card' : 'cards'} in hand`,
  pointing: (one: string, other: string): string => `points between ${one} and ${other}`,
  played: (name: string, card: Card, corner: number, isWinning: boolean): string =>
    `${name}: ${card.number}, ${suitName(card.suits[corner])} at the centre${isWinning ? ', winning' : ''}`,
  inHand: (card: Card, corner: number | null): string =>
    corner === null ? cardName(card) : `${card.number}, ${suitName(card.suits[corner])} at the centre`,
  // Before the move is made.
  asItWouldLie: 'Shown as it would lie.',
  youWouldTake: (number: number): string => `If nothing beats it, you take the ${number}.`,
  youTake: (number: number): string => `You would take the ${number}.`,
  chooseCorner: 'Choose its corner',
  choosePlace: 'Choose a place',
  whichCorner: (number: number): string => `Which corner of the ${number} goes to the centre?`,
  // Placing
  placing: (number: number): string => `Place the ${number} in your tableau`,
  placingHow: 'The number in a place is what your tableau would be worth.',
  goesThere: (number: number, side: keyof typeof SIDES, other: number): string => `${number} goes ${SIDES[side]} the ${other}`,
  sum: ({ worth, matches, bonus }: Place, cards: number, token: Suit): string =>
    [
      `${cards} cards ${Math.abs(worth) - matches - bonus}`,
      ...(matches ? [`${matches === 1 ? 'outer match' : 'outer matches'} ${matches}`] : []),
      ...(bonus ? [`${SUITS[token]} token ${bonus}`] : []),
    ].join(' + ') + ` = ${Math.abs(worth)}`,
  counts: (isComplete: boolean, worth: number): string =>
    worth < 0 ? 'It counts against you.' : isComplete ? 'The square is full and scores at once.' : '',
  place: ({ place, worth, complete, centre }: Place): string =>
    `To the ${PLACES[place] ?? place}: ${complete ? `scores ${worth} now` : `makes the tableau worth ${worth}`}, centre ${listed(centre.map(suitName), 'or')}`,
  centre: (suits: string[]): string => `centre ${listed(suits.map(suitName), 'or')}`,
  worthNow: (worth: number): string => `worth ${worth}`,
  scores: 'scores',
  noCorner: ({ needs }: Closed): string => (needs.length === 1 ? `no ${suitName(needs[0])} corner there` : `no ${listed(needs.map(suitName), 'or')} match`),
}
