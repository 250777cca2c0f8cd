import type { FourSeasonsView } from '../tables/four-seasons/view'
import { lessons } from '../words/en.lessons'
import type { Lesson } from './lesson'

export const lesson: Lesson<FourSeasonsView> = {
  seed: 4,
  bots: 3,
  told: lessons.fourSeasons.told,
  tasks: [
    {
      name: 'play',
      when: ({ view }) => view.phase === 'play',
      say: ({ view }) => lessons.fourSeasons.play(view.lead_suit),
      suggest: ({ choices }) => choices.find(({ things }) => things.length === 1 && things[0]?.startsWith('card:')),
    },
    {
      name: 'after',
      when: ({ view }) => view.phase === 'after',
      say: lessons.fourSeasons.after,
      suggest: ({ choices }) => choices.find(({ move }) => move === 'done'),
    },
    {
      name: 'token',
      when: ({ moves, choices }) => moves >= 3 && choices.some(({ move }) => move.startsWith('spring:') || move.startsWith('autumn:')),
      say: lessons.fourSeasons.token,
      suggest: ({ choices }) => choices.find(({ move }) => move.startsWith('spring:')) ?? choices.find(({ move }) => move.startsWith('autumn:')),
    },
    {
      name: 'watch',
      when: ({ view, moves }) => view.phase === 'play' && moves >= 5,
      say: lessons.fourSeasons.watch,
      suggest: ({ choices }) => choices.find(({ things }) => things.length === 1 && things[0]?.startsWith('card:')),
    },
  ],
  most: 14,
}
