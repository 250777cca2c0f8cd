import type { Suit, WeathervanesView } from '../tables/weathervanes/view'
import { words } from '../words'
import { lessons } from '../words/en.lessons'
import type { Lesson } from './lesson'

const suit = (view: WeathervanesView): string => words.weathervanes.suits[view.lead_suit as Suit]

export const lesson: Lesson<WeathervanesView> = {
  seed: 11,
  bots: 3,
  told: lessons.weathervanes.told,
  tasks: [
    {
      name: 'lead',
      when: ({ view }) => view.phase === 'play' && view.heading === null,
      say: lessons.weathervanes.lead,
    },
    {
      name: 'follow',
      when: ({ view, seat, choices }) => view.heading !== null && choices.length < (view.seats[seat]?.hand?.length ?? 0),
      say: ({ view }) => lessons.weathervanes.follow(suit(view)),
    },
    {
      name: 'discard',
      when: ({ view, seat, choices }) => view.phase === 'play' && view.heading !== null && choices.length >= (view.seats[seat]?.hand?.length ?? 0),
      say: ({ view }) => lessons.weathervanes.discard(suit(view)),
      isOptional: true,
    },
    {
      name: 'place',
      when: ({ view }) => view.phase === 'place' && !view.placing?.places.some(({ complete }) => complete),
      say: lessons.weathervanes.place,
    },
    {
      name: 'complete',
      when: ({ view }) => view.placing?.places.some(({ complete }) => complete) ?? false,
      say: lessons.weathervanes.complete,
      isOptional: true,
    },
  ],
  most: 16,
}
