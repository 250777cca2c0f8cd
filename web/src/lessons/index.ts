/** The lessons, each loaded when it is wanted. */
import type { AnyLesson } from './lesson'

export const lessons: Record<string, () => Promise<{ lesson: AnyLesson }>> = {
  weathervanes: () => import('./weathervanes'),
  tradewinds: () => import('./tradewinds'),
  'winter-court': () => import('./winter-court'),
  'tweedy-tricksters': () => import('./tweedy-tricksters'),
  'four-seasons': () => import('./four-seasons'),
}
