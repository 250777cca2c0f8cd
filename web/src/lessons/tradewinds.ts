import type { TradewindsView } from '../tables/tradewinds/view'
import { lessons } from '../words/en.lessons'
import type { Lesson, Moment } from './lesson'

/** The card whose wind is best for all. */
function best({ view, choices }: Moment<TradewindsView>) {
  const worth = (move: string) => view.preview[move]?.score ?? 0
  return choices.slice().sort((one, other) => worth(other.move) - worth(one.move))[0]
}

export const lesson: Lesson<TradewindsView> = {
  seed: 7,
  bots: 3,
  told: lessons.tradewinds.told,
  tasks: [
    {
      name: 'blow',
      when: () => true,
      say: lessons.tradewinds.blow,
      suggest: best,
    },
    {
      name: 'order',
      when: ({ moves }) => moves >= 1,
      say: lessons.tradewinds.order,
      suggest: best,
    },
    {
      name: 'think-of-others',
      when: ({ moves }) => moves >= 2,
      say: lessons.tradewinds.thinkOfOthers,
      suggest: best,
    },
    {
      name: 'gaps',
      when: ({ view, moves }) => moves >= 3 && view.piles.some(({ gap }) => gap),
      say: lessons.tradewinds.gaps,
      suggest: best,
    },
  ],
  most: 6,
}
