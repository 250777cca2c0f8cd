import { back, crown, other, royal, signs, star } from '../../../../src/weatherdeck/games/winter_court/art.json'
import { signsOf, type Path, type Sign } from '../../look/art'

export { back, royal }

/** Hills, a sword, a coin, a book, a heart, a mask. */
export const signOf = signsOf(signs)
const plain = (paths: Path[]): Sign => ({ letters: '', colour: 'currentColor', paths })
export const crownSign = plain(crown)
/** Of a card that may be a boost. */
export const starSign = plain(star)
/** The pawn of a member: a crowned one for a royal. */
export const pawnSign = (isRoyal: boolean) => ({ letters: '', colour: (isRoyal ? royal : other).pawn, paths: (isRoyal ? royal : other).shape })
