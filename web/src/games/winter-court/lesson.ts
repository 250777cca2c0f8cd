import type { Choice } from '../../play/choosing'
import type { Lesson } from '../../play/lesson'
import { lessonText } from './lesson.words'
import type { WinterCourtView } from './view'

const withMove = (choices: readonly Choice[], move: RegExp) => choices.find((choice) => move.test(choice.move))

export const lesson: Lesson<WinterCourtView> = {
  seed: 3,
  bots: 1,
  told: lessonText.told,
  tasks: [
    {
      name: 'play',
      when: ({ view }) => view.phase === 'start',
      say: lessonText.play,
      suggest: ({ choices }) => withMove(choices, />[A-D]$/) ?? withMove(choices, />/),
    },
    {
      name: 'commit',
      when: ({ view }) => view.phase === 'build',
      say: lessonText.commit,
      suggest: ({ choices }) => withMove(choices, /^commit$/),
    },
    {
      name: 'draw',
      when: ({ view }) => view.phase === 'after',
      say: lessonText.draw,
      suggest: ({ choices }) => withMove(choices, /^draw1$/),
    },
    {
      name: 'again',
      when: ({ view, moves }) => view.phase === 'start' && moves >= 3,
      say: lessonText.again,
    },
    {
      name: 'power',
      when: ({ view, choices }) => view.ready.length > 0 && choices.some(({ things }) => things.some((thing) => /^power:(steward|sage|charlatan|wizard)$/.test(thing))),
      say: lessonText.power,
      isOptional: true,
    },
  ],
  most: 14,
}
