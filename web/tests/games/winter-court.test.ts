/** What the table of Winter Court says about a play: the numbers, and what is still missing. */
import { describe, expect, it } from 'vitest'

import { missing, offers } from '../../src/games/winter-court/strip'
import { text } from '../../src/games/winter-court/words'
import { against, cardInMind, effect, lastRoyals, outlook } from '../../src/games/winter-court/sums'
import type { Card, Member, Play, WinterCourtView } from '../../src/games/winter-court/view'
import type { Choice } from '../../src/play/choosing'

const card = (rank: number): Card => ({ card: `Wi${rank}`, suit: 'Wi', suit_name: 'Wit', rank, boost: rank <= 3 })

function member(letter: Member['letter'], pawn: number | null, rank = 0): Member {
  const influence = rank ? { seat: pawn ?? 1, cards: [card(rank)], rank } : null
  const royal = 'ABCD'.includes(letter)
  return { letter, name: `M${letter}`, royal, suits: ['Wi'], status: royal ? 4 : 1, power: null, power_text: null, power_short: null, pawn, influence }
}

function table(members: Member[], some: Partial<WinterCourtView> = {}): WinterCourtView {
  const status = (seat: number) => members.filter(({ pawn }) => pawn === seat).reduce((sum, one) => sum + one.status, 0)
  const seats = [0, 1].map((seat) => ({ status: status(seat), members: [], royals: [], hand_size: 1, hand: seat === 0 ? [card(8), card(2)] : null, known: [] }))
  return { phase: 'start', to_move: 0, members, seats, ready: [], play: null, drawn: null, discard: [], pile: 30, result: null, royals_to_win: 4, play_draws: 1, ...some }
}

const play = (letter: Member['letter'], total: number, beat: number, stays = total, lower = false): Play => ({
  seat: 0,
  member: letter,
  card: card(8),
  added: [],
  boosts: [],
  total,
  stays,
  beat,
  lower,
  enough: lower ? total < beat : total > beat,
  may_join: [],
})
const nameOf = (seat: number) => ['Cecil', 'Alberta'][seat] ?? ''

describe('a card against a member', () => {
  it('says what it beats, claims, or lacks', () => {
    expect(outlook(member('B', 1, 5), card(8), [])).toBe('8 beats 5')
    expect(outlook(member('B', null), card(2), [])).toBe('claims it')
    expect(outlook(member('B', 1, 8), card(8), [])).toBe('needs 1 more')
  })

  it('names the Fool only where it helps: an equal rank is not lower', () => {
    expect(outlook(member('B', 1, 9), card(8), ['fool'])).toBe('needs 2 more, or Fool')
    expect(outlook(member('B', 1, 8), card(8), ['fool'])).toBe('needs 1 more')
  })

  it('is about the picked card, or else the one under the pointer', () => {
    const view = table([])
    expect(cardInMind(view, 0, [], 'card:Wi2')?.rank).toBe(2)
    expect(cardInMind(view, 0, ['card:Wi8'], 'card:Wi2')?.rank).toBe(8)
    expect(cardInMind(view, null, ['card:Wi8'], null)).toBeNull()
  })
})

describe('a play', () => {
  it('is told against what lies there', () => {
    expect(against(play('B', 8, 5))).toBe('8 beats 5')
    expect(against(play('B', 4, 9))).toBe('4 against 9')
    expect(against(play('B', 4, 9, 4, true))).toBe('4 below 9')
    expect(against(play('B', 4, 0))).toBe('claims it')
  })

  it('tells who falls and who rises, and by how much', () => {
    const view = table([member('A', 1, 9), member('B', 1, 5), member('C', null)])
    expect(effect(view, play('B', 8, 5), nameOf)).toEqual(['The pawn moves to the tile.', 'Alberta falls from 8 to 4.'])
    expect(effect(view, play('C', 8, 0), nameOf)).toEqual(['The pawn comes to you.', 'You rise from 0 to 4.'])
  })

  it('does not call a weaker hold a stronger one', () => {
    const view = table([member('F', 0, 7)])
    const told = effect(view, play('F', 8, 7, 5), nameOf)
    expect(told).toEqual(['The pawn stays with you.', '5 lies there instead of 7.'])
    expect(told.join(' ')).not.toMatch(/strong/)
  })
})

describe('what is missing', () => {
  const choices: Choice[] = ['B', 'D'].map((letter) => ({ move: `Wi8>${letter}`, words: '', label: '', things: ['card:Wi8', `member:${letter}`], place: 0 }))
  const view = table([member('B', null), member('D', null)])

  it('names the members if they are few', () => {
    expect(missing(view, { choices, picked: ['card:Wi8'] })).toBe('Tap the MB or MD')
    expect(missing(view, { choices, picked: ['member:B'] })).toBe('Choose a card')
    expect(missing(view, { choices, picked: [] })).toBe('Choose a card, or pass')
  })

  it('says how much a play lacks', () => {
    expect(missing({ ...view, phase: 'build', play: play('B', 4, 9) }, { choices: [], picked: [] })).toBe('Add 6 or more')
  })
})

it('offers a play that is enough, and the usual end of a turn', () => {
  const made = (move: string): Choice => ({ move, words: '', label: '', things: [`power:${move}`], place: null })
  const view = table([member('B', null)])
  expect(offers({ ...view, phase: 'build' }, { choices: [made('fool'), made('commit')] })?.move).toBe('commit')
  expect(offers({ ...view, phase: 'build' }, { choices: [made('fool')] })).toBeUndefined()
  expect(offers({ ...view, phase: 'after' }, { choices: [made('draw0'), made('draw1')] })?.move).toBe('draw1')
  expect(offers(view, { choices: [made('pass1')] })).toBeUndefined()
})

it('says which royal would win the game', () => {
  const royals = (['A', 'B', 'C', 'D'] as const).map((letter) => member(letter, letter === 'D' ? 0 : 1, 5))
  expect(lastRoyals(table(royals), 1)).toEqual(['D'])
  expect(lastRoyals(table(royals), 0)).toEqual([])
})

it('says that one royal is missing where fewer than four win', () => {
  const royals = (['A', 'B', 'C', 'D'] as const).map((letter) => member(letter, letter === 'D' ? 0 : null, 5))
  expect(lastRoyals({ ...table(royals), royals_to_win: 2 }, 0)).toEqual(['A', 'B', 'C'])
  expect(lastRoyals({ ...table(royals), royals_to_win: 3 }, 0)).toEqual([])
  expect(text.winsWith(['A', 'B', 'C'])).toBe('one royal to win')
  expect(text.royal(2)).toBe('A royal: no power. Any 2 of them win at once.')
  expect(text.royal(4)).toBe('A royal: no power. All four of them win at once.')
})
