/** The server's HTTP interface. */
import type { Art } from '../generic/face'
import type { Schema } from '../generic/schema'
import { httpAddress } from './address'
import type { DeckFile, DeckReport, Explored, Found, Games, Invitation, LessonInfo, LinkInfo, LinkMade, NewTable, Replay, Search, Seated, Summary, TableInfo, TableMade } from './messages'
import { nextWait } from './patience'

/** A failed request, with the server's own message. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Seconds after which the server suggests to try again. */
    readonly retryAfter: number | null = null,
  ) {
    super(message)
  }
}

const LONGEST_WAIT = 120_000
const USUAL_WAIT = 15

/** Does something that a busy server may refuse: again and again, with growing waits, until it works or is not wanted any more. */
export async function patiently<T>(
  work: () => Promise<T>,
  waiting: (refusal: Refusal, seconds: number) => void,
  isWanted: () => boolean,
): Promise<T> {
  for (let failed = 0; ; failed += 1) {
    try {
      return await work()
    } catch (failure) {
      if (!(failure instanceof Refusal) || failure.code !== 'busy' || !isWanted()) throw failure
      const wait = nextWait(failed, { first: (failure.retryAfter ?? USUAL_WAIT) * 1000, longest: LONGEST_WAIT })
      waiting(failure, Math.ceil(wait / 1000))
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (!isWanted()) throw failure
    }
  }
}

export interface Place {
  table: string
  token: string
}

async function asked(path: string, options: RequestInit = {}): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(httpAddress(path), { ...options, credentials: 'same-origin' })
  } catch {
    throw new Refusal('unreachable', 'The server cannot be reached. Is it running?')
  }
  if (answer.ok) return answer
  const said = (await answer.json().catch(() => ({}))) as { code?: string; message?: string }
  const retryAfter = Number(answer.headers.get('retry-after')) || null
  throw new Refusal(said.code ?? String(answer.status), said.message ?? `The server answered ${answer.status}.`, retryAfter)
}

const json = async <T>(path: string, options?: RequestInit): Promise<T> => (await (await asked(path, options)).json()) as T

const posted = <T>(path: string, body: unknown): Promise<T> =>
  json<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const bearing = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } })

let known: Promise<Games> | null = null

export const api = {
  /** The games do not change while the page is open. */
  games(): Promise<Games> {
    known ??= json<Games>('api/games').catch((problem: unknown) => {
      known = null
      throw problem
    })
    return known
  },
  rules: async (game: string): Promise<string> => (await asked(`api/games/${game}/rules`)).text(),
  /** Where others on the network can open this server; known only on its own machine. */
  addresses: async (): Promise<string[]> => (await json<{ addresses: string[] }>('api/addresses')).addresses,
  /** The JSON schema of a game's view, with hints for the generic table. */
  viewSchema: (game: string): Promise<Schema> => json(`api/games/${game}/view.json`),
  /** The colours and signs of a game; null if it has none. */
  art: (game: string): Promise<Art | null> => json(`api/games/${game}/art.json`),
  /** Where the deck file that a game ships with can be downloaded. */
  deckFile: (game: string): string => httpAddress(`api/games/${game}/deck.toml`),
  /** What a deck file is; a Refusal says what is wrong with it. */
  checkDeck: (game: string, file: DeckFile): Promise<DeckReport> => posted(`api/games/${game}/decks`, file),
  /** The deck of a table that does not play with the deck as shipped. */
  deck: ({ table, token }: Place): Promise<DeckReport> => json(`api/tables/${table}/deck`, bearing(token)),
  /** The study that this server shows; a Refusal where it shows none. */
  study: (): Promise<Explored> => json('api/explore/study'),
  explore: (search: Search): Promise<Found> => posted('api/explore/games', search),
  /** A finished table with a game of the study. */
  watchGame: (run: number, game: number): Promise<Place> => posted('api/explore/watch', { run, game }),
  lesson: (game: string): Promise<LessonInfo> => json(`api/games/${game}/lesson`),
  picture: (game: string, file: string): string => httpAddress(`api/games/${game}/pictures/${file}`),
  /** A server that is being taken out of service refuses: the proxy takes the second request to another one. */
  makeTable: (wish: NewTable): Promise<TableMade> =>
    posted<TableMade>('api/tables', wish).catch((problem: unknown) => {
      if (problem instanceof Refusal && problem.code === 'draining') return posted<TableMade>('api/tables', wish)
      throw problem
    }),
  /** What I may know of a table before I sit down at it. */
  invitation: ({ table, token }: Place): Promise<Invitation> => json(`api/tables/${table}/invitation`, bearing(token)),
  /** Watches instead of sitting down: a watch link of one's own, so that an invitation never is part of a spectator's address. */
  watch: ({ table, token }: Place): Promise<LinkMade> => json(`api/tables/${table}/watch`, { method: 'POST', ...bearing(token) }),
  join: (table: string, invite: string, name: string, seat: number | null, hints: boolean): Promise<Seated> =>
    posted(`api/tables/${table}/join`, { invite, name, seat, hints }),
  /** Takes a seat to this device; returns its new token. */
  move: (table: string, link: string): Promise<Seated> => posted(`api/tables/${table}/move`, { token: link }),
  links: async ({ table, token }: Place): Promise<LinkInfo[]> =>
    (await json<{ links: LinkInfo[] }>(`api/tables/${table}/links`, bearing(token))).links,
  makeLink: ({ table, token }: Place, kind: LinkInfo['kind']): Promise<LinkMade> =>
    json(`api/tables/${table}/links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind }),
    }),
  revokeLink: async ({ table, token }: Place, id: number): Promise<void> => {
    await asked(`api/tables/${table}/links/${id}`, { method: 'DELETE', ...bearing(token) })
  },
  mine: async (places: Place[]): Promise<Summary[]> => (await posted<{ tables: Summary[] }>('api/tables/mine', { places })).tables,
  table: ({ table, token }: Place): Promise<TableInfo> => json(`api/tables/${table}`, bearing(token)),
  /** As a seat sees it, with `all` cards open, or (by default) as the owner of the token sees it. */
  replay: ({ table, token }: Place, match: number, seat: string | null): Promise<Replay> =>
    json(`api/tables/${table}/replay?match=${match}${seat === null ? '' : `&seat=${seat}`}`, bearing(token)),
  /** What my seat may know of an unfinished match whose rules the server no longer has. */
  kept: async ({ table, token }: Place): Promise<string> => (await asked(`api/tables/${table}/kept`, bearing(token))).text(),
  game: async ({ table, token }: Place, match: number): Promise<string> =>
    (await asked(`api/tables/${table}/game?match=${match}`, bearing(token))).text(),
}
