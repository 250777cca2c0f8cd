import { signs } from '../../../../src/weatherdeck/games/four_seasons/art.json'
import { signsOf } from '../../look/art'

/** A leaf, a flake, a sprout, a sun, a star; a moon for Darkness and a lamp's rays for Light. */
export const signOf = signsOf(signs)
