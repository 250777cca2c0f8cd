export { card, signs } from '../../../../src/weatherdeck/games/weathervanes/art.json'
