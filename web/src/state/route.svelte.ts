/** The current page. */
import { mine } from './mine.svelte'
import { parse, type Route } from './routes'

class Here {
  #route = $state.raw<Route>({ page: 'door' })

  constructor() {
    this.#read()
    window.addEventListener('hashchange', () => this.#read())
  }

  get route(): Route {
    return this.#route
  }

  go(path: string): void {
    location.hash = path
  }

  /** Goes on without leaving the current page in the history: going back must not lead to it again. */
  replace(path: string): void {
    location.replace(`#${path}`)
  }

  #read(): void {
    const { route, secret } = parse(location.hash)
    this.#route = secret === null ? route : this.#withoutSecret(route, secret)
  }

  /** Links of earlier versions had a seat's token in them: keep it here, and take it out of the address at once. */
  #withoutSecret(route: Route, secret: string): Route {
    if (route.page === 'table') {
      // A link from somebody else never replaces my own seat.
      if (!mine.seatAt(route.table)) mine.remember({ table: route.table, token: secret }, { kind: 'table' })
      history.replaceState(history.state, '', `#/table/${route.table}`)
      return route
    }
    if (route.page !== 'replay') return route
    const { table, match, seat, step } = route
    history.replaceState(history.state, '', `#/replay/${table}/${match}/${seat ?? ''}/${step ?? ''}`)
    return mine.seatAt(table)?.token === secret ? route : { page: 'outdated' }
  }
}

export const here = new Here()
