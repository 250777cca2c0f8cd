import { capital, counted, listed } from '../../words/grammar'
import type { Card, Goal, Seat } from './view'

const cardName = (card: Card): string => `${capital(card.suit)} ${card.number}`
const TOKEN_DOES: Record<string, string> = {
  autumn: 'Autumn: discard a card from your hand into the Pit',
  winter: 'Winter: play no card to this trick',
  spring: 'Spring: take a card from the Pit',
  summer: 'Summer: win a card out of the trick',
}

/** What the table of 4 Seasons says. */
export const text = {
  card: cardName,
  thing: (kind: string, name: string): string | undefined => {
    const said: Record<string, string> = {
      token: `The ${capital(name)} token`,
      drop: `Discard ${name}`,
      pit: `${name} in the Pit`,
      trick: `${name} in the trick`,
    }
    return said[kind]
  },
  pit: 'The Pit',
  emptyPit: 'empty',
  inPit: (card: Card): string => `${cardName(card)} in the Pit`,
  played: (name: string, card: Card, isWinning: boolean): string =>
    `${name}: ${cardName(card)}${isWinning ? ', winning' : ''}`,
  token: (season: string): string => `The ${capital(season)} token`,
  led: (suit: string | null): string => (suit ? `${capital(suit)} is led.` : ''),
  won: (won: Seat['won'], tricks: number): string =>
    `Won: ${Object.entries(won).map(([suit, n]) => `${n} ${capital(suit)}`).join(', ')}; ${counted(tricks, 'trick')}`,
  tokensLeft: (tokens: string[]): string => (tokens.length ? `Tokens left: ${listed(tokens.map(capital))}` : 'No tokens left'),
  shown: (known: Card[], missing: string[]): string =>
    [known.length ? `has ${listed(known.map(({ text }) => text))}` : '', missing.length ? `no ${listed(missing.map(capital), 'or')}` : '']
      .filter(Boolean)
      .join('; '),
  iThink: (name: string): string => `My guess for ${name}`,
  noGuess: 'My guess …',
  guess: (role: string): string => `My guess: ${role}`,
  peek: 'Peek at my role',
  myRole: 'My role',
  myTokens: 'My tokens',
  useToken: (season: string): string => TOKEN_DOES[season] ?? season,
  tokenDoes: TOKEN_DOES,
  done: 'Use no token',
  rolesTitle: 'Who was who',
  aside: (role: string): string => `${role} was set aside.`,
  goal: (goal: Goal): string => {
    if (goal.goal === 'no_trick') return `no trick won (won ${goal.tricks ?? 0})`
    const season = capital(goal.season ?? '')
    const against = goal.goal === 'most_not_in_play' ? 'all seasons together' : 'the best other'
    return `most of ${season}: ${goal.mine ?? 0} against ${goal.against ?? 0} of ${against}`
  },
}
