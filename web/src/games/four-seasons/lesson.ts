import type { Lesson } from '../../play/lesson'
import { lessonText } from './lesson.words'
import type { FourSeasonsView } from './view'

export const lesson: Lesson<FourSeasonsView> = {
  seed: 4,
  bots: 3,
  told: lessonText.told,
  tasks: [
    {
      name: 'play',
      when: ({ view }) => view.phase === 'play',
      say: ({ view }) => lessonText.play(view.lead_suit),
      suggest: ({ choices }) => choices.find(({ things }) => things.length === 1 && things[0]?.startsWith('card:')),
    },
    {
      name: 'after',
      when: ({ view }) => view.phase === 'after',
      say: lessonText.after,
      suggest: ({ choices }) => choices.find(({ move }) => move === 'done'),
    },
    {
      name: 'token',
      when: ({ moves, choices }) => moves >= 3 && choices.some(({ move }) => move.startsWith('spring:') || move.startsWith('autumn:')),
      say: lessonText.token,
      suggest: ({ choices }) => choices.find(({ move }) => move.startsWith('spring:')) ?? choices.find(({ move }) => move.startsWith('autumn:')),
    },
    {
      name: 'watch',
      when: ({ view, moves }) => view.phase === 'play' && moves >= 5,
      say: lessonText.watch,
      suggest: ({ choices }) => choices.find(({ things }) => things.length === 1 && things[0]?.startsWith('card:')),
    },
  ],
  most: 14,
}
