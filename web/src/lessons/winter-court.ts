import type { Choice } from '../play/choosing'
import type { WinterCourtView } from '../tables/winter-court/view'
import { lessons } from '../words/en.lessons'
import type { Lesson } from './lesson'

const withMove = (choices: readonly Choice[], move: RegExp) => choices.find((choice) => move.test(choice.move))

export const lesson: Lesson<WinterCourtView> = {
  seed: 3,
  bots: 1,
  told: lessons.winterCourt.told,
  tasks: [
    {
      name: 'play',
      when: ({ view }) => view.phase === 'start',
      say: lessons.winterCourt.play,
      suggest: ({ choices }) => withMove(choices, />[A-D]$/) ?? withMove(choices, />/),
    },
    {
      name: 'commit',
      when: ({ view }) => view.phase === 'build',
      say: lessons.winterCourt.commit,
      suggest: ({ choices }) => withMove(choices, /^commit$/),
    },
    {
      name: 'draw',
      when: ({ view }) => view.phase === 'after',
      say: lessons.winterCourt.draw,
      suggest: ({ choices }) => withMove(choices, /^draw1$/),
    },
    {
      name: 'again',
      when: ({ view, moves }) => view.phase === 'start' && moves >= 3,
      say: lessons.winterCourt.again,
    },
    {
      name: 'power',
      when: ({ view, choices }) => view.ready.length > 0 && choices.some(({ things }) => things.some((thing) => /^power:(steward|sage|charlatan|wizard)$/.test(thing))),
      say: lessons.winterCourt.power,
      isOptional: true,
    },
  ],
  most: 14,
}
