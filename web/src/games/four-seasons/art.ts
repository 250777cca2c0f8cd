import { back, card, scenes, signs } from '../../../../src/weatherdeck/games/four_seasons/art.json'
import { signsOf, type Path } from '../../look/art'
import type { Suit } from './view'

/** A leaf, a flake, a sprout, a sun, a star; a moon for Darkness and a lamp's rays for Light. */
export const signOf = signsOf(signs)

interface Scene {
  wash: string
  tint: string
  paths: (Path & { tint?: boolean })[]
}

/** What lies behind the sign of a suit. */
export const sceneOf = (suit: Suit): Scene => scenes[suit]

export const CARD = card
export const BACK = back
