import type { Lesson, Moment } from '../../play/lesson'
import { lessonText } from './lesson.words'
import type { TradewindsView } from './view'

/** The card whose wind is best for all. */
function best({ view, choices }: Moment<TradewindsView>) {
  const worth = (move: string) => view.preview[move]?.score ?? 0
  return choices.slice().sort((one, other) => worth(other.move) - worth(one.move))[0]
}

export const lesson: Lesson<TradewindsView> = {
  seed: 7,
  bots: 3,
  told: lessonText.told,
  tasks: [
    {
      name: 'blow',
      when: () => true,
      say: lessonText.blow,
      suggest: best,
    },
    {
      name: 'order',
      when: ({ moves }) => moves >= 1,
      say: lessonText.order,
      suggest: best,
    },
    {
      name: 'think-of-others',
      when: ({ moves }) => moves >= 2,
      say: lessonText.thinkOfOthers,
      suggest: best,
    },
    {
      name: 'gaps',
      when: ({ view, moves }) => moves >= 3 && view.piles.some(({ gap }) => gap),
      say: lessonText.gaps,
      suggest: best,
    },
  ],
  most: 6,
}
