import { pawn, royal, signs } from '../../../../src/weatherdeck/games/winter_court/art.json'
import { signsOf } from '../../look/art'

export { pawn, royal }

/** Hills, a sword, a coin, a book, a heart, a mask. */
export const signOf = signsOf(signs)
