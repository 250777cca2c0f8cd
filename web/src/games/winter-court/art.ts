import { crown, other, royal, signs } from '../../../../src/weatherdeck/games/winter_court/art.json'
import { signsOf } from '../../look/art'

export { other, royal }

/** Hills, a sword, a coin, a book, a heart, a mask. */
export const signOf = signsOf(signs)
export const crownSign = { letters: '', colour: 'currentColor', paths: crown }
/** The pawn of a member: a crowned one for a royal. */
export const pawnSign = (isRoyal: boolean) => ({ letters: '', colour: (isRoyal ? royal : other).pawn, paths: (isRoyal ? royal : other).shape })
