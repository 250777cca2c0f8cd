import type { Lesson } from '../../play/lesson'
import { lessonText } from './lesson.words'
import type { Suit, WeathervanesView } from './view'
import { text } from './words'

const suit = (view: WeathervanesView): string => text.suits[view.lead_suit as Suit]

export const lesson: Lesson<WeathervanesView> = {
  seed: 11,
  bots: 3,
  told: lessonText.told,
  tasks: [
    {
      name: 'lead',
      when: ({ view }) => view.phase === 'play' && view.heading === null,
      say: lessonText.lead,
    },
    {
      name: 'follow',
      when: ({ view, seat, choices }) => view.heading !== null && choices.length < (view.seats[seat]?.hand?.length ?? 0),
      say: ({ view }) => lessonText.follow(suit(view)),
    },
    {
      name: 'discard',
      when: ({ view, seat, choices }) => view.phase === 'play' && view.heading !== null && choices.length >= (view.seats[seat]?.hand?.length ?? 0),
      say: ({ view }) => lessonText.discard(suit(view)),
      isOptional: true,
    },
    {
      name: 'place',
      when: ({ view }) => view.phase === 'place' && !view.placing?.places.some(({ complete }) => complete),
      say: lessonText.place,
    },
    {
      name: 'complete',
      when: ({ view }) => view.placing?.places.some(({ complete }) => complete) ?? false,
      say: lessonText.complete,
      isOptional: true,
    },
  ],
  most: 16,
}
