/** The current page, from the part of the address after `#`. Tokens there are never sent to a server. */

export type Route =
  | { page: 'door' }
  | { page: 'new' | 'learn' | 'rules'; game: string }
  | { page: 'table' | 'watch' | 'join'; table: string; token: string }
  | { page: 'replay'; table: string; token: string; match: number; seat: string | null; step: number | null }
  | { page: 'nowhere' }

export function routeOf(hash: string): Route {
  const [page = '', ...rest] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent)
  const [first, second, match, seat, step] = rest
  if (page === '') return { page: 'door' }
  if ((page === 'new' || page === 'learn' || page === 'rules') && first) return { page, game: first }
  if ((page === 'table' || page === 'watch' || page === 'join') && first && second) return { page, table: first, token: second }
  if (page === 'replay' && first && second) {
    return { page, table: first, token: second, match: Number(match ?? 1), seat: seat || null, step: step ? Number(step) : null }
  }
  return { page: 'nowhere' }
}

class Here {
  #route = $state.raw(routeOf(location.hash))

  constructor() {
    window.addEventListener('hashchange', () => (this.#route = routeOf(location.hash)))
  }

  get route(): Route {
    return this.#route
  }

  go(path: string): void {
    location.hash = path
  }
}

export const here = new Here()
