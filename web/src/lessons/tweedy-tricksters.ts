import type { TweedyView } from '../tables/tweedy-tricksters/view'
import { words } from '../words'
import { lessons } from '../words/en.lessons'
import type { Lesson } from './lesson'

const leads = (view: TweedyView): string => words.tweedy.suits[view.lead_suit ?? ''] ?? ''

export const lesson: Lesson<TweedyView> = {
  seed: 2,
  bots: 3,
  told: lessons.tweedy.told,
  tasks: [
    {
      name: 'draft',
      when: ({ view }) => view.phase === 'draft',
      say: lessons.tweedy.draft,
    },
    {
      name: 'suit',
      when: ({ view }) => view.phase === 'suits',
      say: lessons.tweedy.suit,
    },
    {
      name: 'partners',
      when: ({ view }) => view.phase === 'partners',
      say: lessons.tweedy.partners,
      isOptional: true,
    },
    {
      name: 'lead',
      when: ({ view }) => view.phase === 'play' && view.seats.every(({ played }) => !played),
      say: ({ view }) => lessons.tweedy.lead(leads(view)),
      isOptional: true,
    },
    {
      name: 'follow',
      when: ({ view }) => view.phase === 'play' && view.seats.some(({ played }) => played),
      say: ({ view }) => lessons.tweedy.follow(leads(view)),
    },
    {
      name: 'spare',
      when: ({ view, moves }) => view.phase === 'play' && moves >= 5,
      say: lessons.tweedy.spare,
    },
  ],
  most: 9,
}
