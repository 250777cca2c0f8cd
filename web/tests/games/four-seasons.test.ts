import { describe, expect, it } from 'vitest'

import { meant, pick, standing, type Choice } from '../../src/play/choosing'
import { orderOfPlay, sidesOf } from '../../src/games/four-seasons/view'
import { text } from '../../src/games/four-seasons/words'

const choice = (move: string, ...things: string[]): Choice => ({ move, words: move, label: move, things, place: null })

/** Summer was led: I may follow with 9, or use a token. */
const CHOICES = [
  choice('Su9', 'card:Su9'),
  choice('autumn:Au4', 'token:autumn', 'drop:Au4'),
  choice('autumn:Su9', 'token:autumn', 'drop:Su9'),
  choice('spring:Sp3', 'token:spring', 'pit:Sp3'),
  choice('winter', 'token:winter'),
]

describe('choosing in 4 Seasons', () => {
  it('begins no token by a card: what cannot be played is closed', () => {
    expect(standing(CHOICES, [], 'card:Au4')).toBe('closed')
    expect(standing(CHOICES, [], 'card:Su9')).toBe('open')
    // A name for both uses would begin the Autumn token by a tap on the card, as it once did.
    expect(meant(CHOICES, [], ['card:Au4', 'drop:Au4'])).toBe('drop:Au4')
  })

  it('opens the cards of the hand once the Autumn token is chosen', () => {
    const picked = pick(CHOICES, [], 'token:autumn')
    expect(['drop:Au4', 'drop:Su9'].map((thing) => standing(CHOICES, picked, thing))).toEqual(['open', 'open'])
    expect(standing(CHOICES, picked, 'pit:Sp3')).toBe('other')
  })

  it('says what a chosen token still needs', () => {
    expect(text.missing('spring')).toBe('Choose a card of the Pit')
    expect(text.missing('autumn')).toBe('Choose a card to discard')
    expect(text.missing('winter')).toBeUndefined()
    expect(text.missing(undefined)).toBeUndefined()
  })
})

describe('the table of 4 Seasons', () => {
  it('lays the trick out in order of play', () => {
    expect(orderOfPlay({ players: 5, leader: 3 })).toEqual([3, 4, 0, 1, 2])
  })

  it('seats the others at their true sides, clockwise from my left', () => {
    expect(sidesOf([1, 2])).toEqual({ left: [1], top: [], right: [2] })
    expect(sidesOf([1, 2, 3])).toEqual({ left: [1], top: [2], right: [3] })
    expect(sidesOf([1, 2, 3, 4])).toEqual({ left: [2, 1], top: [], right: [3, 4] })
    expect(sidesOf([3, 4, 5, 0, 1])).toEqual({ left: [4, 3], top: [5], right: [0, 1] })
  })
})

describe('the goals of 4 Seasons', () => {
  const usual = { season_lead: 1, dark_lead: 1, dark_tricks: 0 }

  it('are those of the rulebook', () => {
    expect(text.goalOf('darkness', usual)).toBe('most of a season, or no trick')
    expect(text.goalOf('spring', usual)).toBe('most of Spring')
    expect(text.goalOf('light', usual)).toBe('that all seasons win')
  })

  it('follow what a designer changed', () => {
    expect(text.goalOf('darkness', { ...usual, dark_lead: 2, dark_tricks: null })).toBe('most of a season by 2')
    expect(text.goalOf('darkness', { ...usual, dark_tricks: 1 })).toBe('most of a season, or at most 1 trick')
    expect(text.goalOf('spring', { ...usual, season_lead: 0 })).toBe('most of Spring or a tie')
  })

  it('tell how many tricks Darkness won', () => {
    expect(text.goal({ goal: 'no_trick', tricks: 0, reached: true })).toBe('no trick won')
    expect(text.goal({ goal: 'no_trick', tricks: 2, reached: true })).toBe('2 tricks won')
  })
})
