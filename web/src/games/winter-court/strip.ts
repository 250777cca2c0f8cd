/** What the main button says and does while nothing is picked that completes a move. */
import { leadingOn, type Choice } from '../../play/choosing'
import type { Scene } from '../../play/scene.svelte'
import type { WinterCourtView } from './view'
import { text } from './words'

export function missing(view: WinterCourtView, { choices, picked }: Pick<Scene, 'choices' | 'picked'>): string | undefined {
  const said = text.missing
  const next = leadingOn(choices, picked)
  if (picked.includes('power:charlatan')) return said.clear
  if (picked.includes('power:sage')) return said.old
  if (picked.some((thing) => thing.startsWith('power:'))) return said.power
  if (picked.some((thing) => thing.startsWith('member:'))) return said.card
  if (picked.length > 0) {
    const names = view.members.filter(({ letter }) => next.has(`member:${letter}`)).map(({ name }) => name)
    return names.length > 0 && names.length <= 2 ? said.tap(names) : said.member
  }
  if (view.play && !view.play.enough) return said.more(view.play.beat - view.play.total + 1)
  const byPhase: Partial<Record<WinterCourtView['phase'], string>> = { start: said.start, second: said.card, after: said.draw, keep: said.keep }
  return byPhase[view.phase]
}

/** A play that is enough, as it stands; and after it the usual end of a turn. */
export function offers(view: WinterCourtView, { choices }: Pick<Scene, 'choices'>): Choice | undefined {
  const usual: Partial<Record<WinterCourtView['phase'], string>> = { build: 'commit', after: 'draw1' }
  return choices.find(({ move }) => move === usual[view.phase])
}
