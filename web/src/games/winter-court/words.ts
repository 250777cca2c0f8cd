import { capital, listed } from '../../words/grammar'
import type { Card, Member } from './view'

const SUITS: Record<string, string> = {
  La: 'Lands',
  Mi: 'Might',
  We: 'Wealth',
  Kn: 'Knowledge',
  De: 'Devotion',
  Wi: 'Wit',
}
const cardName = (card: Card): string => `${card.suit_name} ${card.rank}${card.boost ? ', can be a boost' : ''}`

/** What the table of Winter Court says. */
export const text = {
  thing: (kind: string, name: string): string | undefined => {
    const said: Record<string, string> = { power: `The power of the ${capital(name)}`, drawn: `Discard ${name}`, old: `${name} from the discard pile` }
    return said[kind]
  },
  court: 'The court',
  status: 'Status',
  royals: (letters: string[]): string => (letters.length ? `Royals: ${listed(letters)}` : 'No royals'),
  known: (cards: string[]): string => `known in hand: ${listed(cards)}`,
  toDraw: 'to draw',
  card: cardName,
  discarded: (n: number): string => `Discard pile (${n})`,
  noDiscard: 'The discard pile is empty.',
  member: (member: Member, controller: string | null): string => {
    const suits = listed(member.suits.map((suit) => SUITS[suit] ?? suit))
    const lies = member.influence ? `${member.influence.rank} lies there` : 'no influence there'
    const who = controller === null ? 'unclaimed' : `with ${controller}`
    return `${member.letter}, ${member.name}, status ${member.status}, swayed by ${suits}, ${who}, ${lies}`
  },
  pawn: (letter: string, name: string | null): string => `Pawn of ${letter}: ${name === null ? 'unclaimed' : `with ${name}`}`,
  influence: (name: string, member: string, cards: Card[], rank: number): string =>
    `${name} on ${member}: ${listed(cards.map(cardName))}, together ${rank}`,
  drawn: 'Which of the two do you discard?',
  drop: (card: Card): string => `Discard ${cardName(card)}`,
  takeOld: 'Which card do you take from the discard pile?',
  /** A power that needs something more is named; what is complete in itself is told as the server tells it. */
  power: (power: string, said: string | undefined): string => (said ? capital(said) : `Use: ${capital(power)}`),
  on: (member: string): string => `On the ${member}:`,
  mustBe: (lower: boolean, beat: number): string => `must be ${lower ? 'lower' : 'higher'} than ${beat}`,
  stays: (rank: number): string => `${rank} stays in place`,
  enough: 'That is enough.',
  notEnough: 'Not enough yet.',
}
