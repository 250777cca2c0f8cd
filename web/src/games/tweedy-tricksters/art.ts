import { partners, signs } from '../../../../src/weatherdeck/games/tweedy_tricksters/art.json'
import { signsOf } from '../../look/art'

export const signOf = signsOf(signs)

/** Partners share a mark and a colour. */
export const MARKS = partners as [(typeof partners)[number], (typeof partners)[number]]
