import { describe, expect, it } from 'vitest'

import { Scene } from '../../src/play/scene.svelte'
import { leavingBy, opposite, shorterList, sideOf, windAhead, type Move, type TradewindsView } from '../../src/games/tradewinds/view'
import { text } from '../../src/games/tradewinds/words'
import fixture from '../fixtures/tradewinds.json'

const view = fixture[0]?.position.view as unknown as TradewindsView

function scoring(good: string): TradewindsView['scoring'][number] {
  return Object.fromEntries([...'FPHRGBCST'].map((letter) => [letter, good.includes(letter) ? 1 : -1])) as unknown as TradewindsView['scoring'][number]
}

function move(from: number, collector: number | null, points: number): Move {
  return { single: 'F', from, over: [], to: collector === null ? 4 : null, collector, points }
}

describe('the compass', () => {
  it('has north on top for everyone: a seat is a side of the screen', () => {
    expect([0, 1, 2, 3].map(sideOf)).toEqual(['north', 'east', 'south', 'west'])
  })

  it('says that each wind blows to the other side', () => {
    expect([0, 1, 2, 3].map((seat) => sideOf(opposite(seat)))).toEqual(['south', 'west', 'north', 'east'])
    expect(text.compass('east')).toBe('Compass: the wind of East blows west')
  })
})

describe('what a plate lists', () => {
  it.each([
    ['', [], false, 'Everything costs 1 point'],
    ['FRC', ['F', 'R', 'C'], true, 'Filled, Red and Circle bring 1 point each, the other 6 cost 1'],
    ['FPRGCS', ['H', 'B', 'T'], false, 'Hollow, Blue and Triangle cost 1 point each, the other 6 bring 1'],
    ['FPHRGBCST', [], true, 'Everything brings 1 point'],
  ])('is the shorter list of %j', (good, letters, brings, said) => {
    const list = shorterList(scoring(good))
    expect(list).toMatchObject({ letters, brings })
    expect(text.list(list, 1)).toBe(said)
  })
})

describe('other numbers than those of the rulebook', () => {
  it('are what a card costs', () => {
    expect(text.list(shorterList(scoring('FRC')), 2)).toBe('Filled, Red and Circle bring 1 point each, the other 6 cost 2')
    expect(text.list(shorterList(scoring('')), 3)).toBe('Everything costs 3 points')
    expect(text.coversWhat(0)).toMatch(/they cost nothing\.$/)
    expect(text.legend(2)).toBe('tab on an edge: +1 for that side. No tab: −2.')
  })

  it('are what a win takes', () => {
    expect(text.target(1)).toBe('')
    expect(text.target(6)).toBe('a win takes +6')
  })
})

describe('a wind', () => {
  it('is that of the card pointed at, else of the one picked', () => {
    const scene = new Scene()
    expect(windAhead(view, scene)).toBeNull()
    scene.picked = ['card:HGT']
    expect(windAhead(view, scene)?.card).toBe('HGT')
    scene.pointed = 'card:FBS'
    expect(windAhead(view, scene)).toMatchObject({ card: 'FBS', wind: { score: 1 } })
  })

  it('shows plus and minus at the line where cards leave', () => {
    const moves = [move(2, 1, 1), move(1, 1, 1), move(2, 1, -1), move(8, 1, -1), move(3, null, 0)]
    expect(leavingBy(moves, 'east')).toEqual([
      { line: 0, gained: 2, lost: 1 },
      { line: 2, gained: 0, lost: 1 },
    ])
    expect(leavingBy(moves, 'west')).toEqual([])
    expect(leavingBy([move(7, 2, 1)], 'south')).toEqual([{ line: 1, gained: 1, lost: 0 }])
  })

  it('is told in a short line', () => {
    const wind = view.preview['FBS']
    if (!wind) throw new Error('the fixture has changed')
    expect(text.forecast(wind, 'Bo')).toBe('Bo gets Filled +1. 1 card moves on.')
    expect(text.forecast({ ...wind, moves: [] }, 'Bo')).toBe('Nothing moves.')
  })
})
