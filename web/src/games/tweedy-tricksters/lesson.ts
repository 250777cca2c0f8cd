import type { Lesson } from '../../play/lesson'
import { lessonText } from './lesson.words'
import type { TweedyView } from './view'
import { text } from './words'

const leads = (view: TweedyView): string => text.suits[view.lead_suit ?? ''] ?? ''

export const lesson: Lesson<TweedyView> = {
  seed: 2,
  bots: 3,
  told: lessonText.told,
  tasks: [
    {
      name: 'draft',
      when: ({ view }) => view.phase === 'draft',
      say: lessonText.draft,
    },
    {
      name: 'suit',
      when: ({ view }) => view.phase === 'suits',
      say: lessonText.suit,
    },
    {
      name: 'partners',
      when: ({ view }) => view.phase === 'partners',
      say: lessonText.partners,
      isOptional: true,
    },
    {
      name: 'lead',
      when: ({ view }) => view.phase === 'play' && view.seats.every(({ played }) => !played),
      say: ({ view }) => lessonText.lead(leads(view)),
      isOptional: true,
    },
    {
      name: 'follow',
      when: ({ view }) => view.phase === 'play' && view.seats.some(({ played }) => played),
      say: ({ view }) => lessonText.follow(leads(view)),
    },
    {
      name: 'spare',
      when: ({ view, moves }) => view.phase === 'play' && moves >= 5,
      say: lessonText.spare,
    },
  ],
  most: 9,
}
