/** The picture of each game on the front door. */
import type { Component } from 'svelte'

import FourSeasons from './four-seasons/Picture.svelte'
import Tradewinds from './tradewinds/Picture.svelte'
import TweedyTricksters from './tweedy-tricksters/Picture.svelte'
import Weathervanes from './weathervanes/Picture.svelte'
import WinterCourt from './winter-court/Picture.svelte'

export const pictures: Record<string, Component> = {
  weathervanes: Weathervanes,
  tradewinds: Tradewinds,
  'winter-court': WinterCourt,
  'tweedy-tricksters': TweedyTricksters,
  'four-seasons': FourSeasons,
}
