// Made by `npm run types` from web/schema. Not to be edited.

export interface Api {
  Choice?: Choice
  Clocks?: Clocks
  Fairness?: Fairness
  Frame?: Frame
  GameClock?: GameClock
  GameInfo?: GameInfo
  Games?: Games
  Happening?: Happening
  Join?: Join
  LevelInfo?: LevelInfo
  MoveClock?: MoveClock
  NewTable?: NewTable
  OptionInfo?: OptionInfo
  Place?: Place
  Places?: Places
  Position?: Position
  Refusal?: Refusal
  Replay?: Replay
  Result?: Result
  SeatInfo?: SeatInfo
  SeatWish?: SeatWish
  Seated?: Seated
  Step?: Step
  Summaries?: Summaries
  Summary?: Summary
  TableInfo?: TableInfo
  TableMade?: TableMade
  View?: View
}
/**
 * A legal action: its notation, what it would do, and the things on the table that name it.
 */
export interface Choice {
  move: string
  words: string
  things: string[]
  place: number | null
}
/**
 * Seconds left for each seat (None: no limit), and whose clock runs.
 */
export interface Clocks {
  left: (number | null)[]
  running: number | null
}
/**
 * Everything that is needed to check the shuffle, once the game is over.
 */
export interface Fairness {
  commitment: string
  seed: string
  nonce: string
  entropy: (string | null)[]
}
/**
 * One step of a replay, and how the game stood after it.
 */
export interface Frame {
  step: Step
  position: Position
}
/**
 * One step of the rules: who did what, and all that followed, in order.
 */
export interface Step {
  step: number
  seat: number | null
  move: string
  by: 'person' | 'bot' | 'deal'
  happened: Happening[]
  view: View | null
}
/**
 * One thing that happened (from the rules' `note`), as this seat may know it.
 */
export interface Happening {
  name: string
  parts: {
    [k: string]: unknown
  }
  sentence: string | null
}
export interface View {
  [k: string]: unknown
}
/**
 * How the game stands, as one seat (or a spectator) may know it.
 */
export interface Position {
  version: number
  step: number
  view: View
  to_move: number | null
  prompt: string
  choices: Choice[]
  undo: 'no' | 'free' | 'ask'
  clocks: Clocks | null
}
/**
 * So many seconds for the whole game, and some more for each decision made.
 */
export interface GameClock {
  kind: 'game'
  seconds: number
  increment?: number
}
/**
 * A game that can be played here.
 */
export interface GameInfo {
  name: string
  title: string
  designer: string
  summary: string
  minutes: string
  players: number[]
  usual_players: number
  cooperative: boolean
  options: OptionInfo[]
  bots: string[]
}
/**
 * An option of a game, as its game declares it.
 */
export interface OptionInfo {
  name: string
  help: string
  kind: 'flag' | 'choice' | 'number'
  default: boolean | number | string | null
  choices: (string | number)[]
  low: number
  high: number
}
/**
 * All that can be chosen when a table is made.
 */
export interface Games {
  games: GameInfo[]
  levels: LevelInfo[]
}
/**
 * A strength of bots.
 */
export interface LevelInfo {
  name: string
  help: string
}
/**
 * Sit down by an invitation: on a certain open seat, or on the first one.
 */
export interface Join {
  invite: string
  name: string
  seat?: number | null
}
/**
 * So many seconds for each decision.
 */
export interface MoveClock {
  kind: 'move'
  seconds: number
}
/**
 * A table to be made. Without seats: I sit on the first one, bots of level `club` on the others.
 */
export interface NewTable {
  game: string
  name?: string
  players?: number | null
  options?: {
    [k: string]: boolean | number | string | null
  }
  seats?: SeatWish[] | null
  hints?: boolean
  undo?: boolean
  clock?: (MoveClock | GameClock) | null
  seed?: number | null
}
/**
 * Who shall sit on a seat: I, somebody who gets the link, or a bot of a level.
 */
export interface SeatWish {
  kind: 'me' | 'open' | 'bot'
  level?: string | null
}
/**
 * A place of mine, as I remember it.
 */
export interface Place {
  table: string
  token: string
}
/**
 * Places of mine.
 */
export interface Places {
  /**
   * @maxItems 100
   */
  places: Place[]
}
/**
 * The answer to a request that could not be granted.
 */
export interface Refusal {
  code: string
  message: string
}
/**
 * A match from its deal on, as a seat (or, after the end, whoever wishes) may see it.
 */
export interface Replay {
  table: string
  game: string
  match: number
  seat: number | null
  names: string[]
  status: 'waiting' | 'playing' | 'over'
  frames: Frame[]
  result: Result | null
}
/**
 * How a match ended.
 */
export interface Result {
  match: number
  ending: string
  result: {
    [k: string]: unknown
  }
  returns: number[]
  fairness: Fairness | null
}
/**
 * Who sits on a seat, as everybody may know.
 */
export interface SeatInfo {
  seat: number
  kind: 'open' | 'person' | 'bot'
  name: string
  level: string | null
  stand_in: string | null
  here: boolean
  ready: boolean
  wants_rematch: boolean
}
/**
 * A place at a table: the token opens it on any device and is shown only this once.
 */
export interface Seated {
  table: string
  seat: number | null
  token: string
  info: TableInfo
}
/**
 * A table, as everybody at it may know.
 */
export interface TableInfo {
  id: string
  game: string
  title: string
  players: number
  options: {
    [k: string]: boolean | number | string | null
  }
  seats: SeatInfo[]
  host: number | null
  hints: boolean
  undo: boolean
  clock: (MoveClock | GameClock) | null
  practice: boolean
  status: 'waiting' | 'playing' | 'over'
  match: number
  commitment: string
  spectators: number
}
/**
 * My tables, in the order in which they were asked for.
 */
export interface Summaries {
  tables: Summary[]
}
/**
 * One of my tables: is it there, and is it my turn? `info` is None where the table or the token is not known.
 */
export interface Summary {
  table: string
  seat: number | null
  my_turn: boolean
  moved: number | null
  info: TableInfo | null
}
/**
 * A table that was made: its links' tokens. `invite` seats one more person, `watch` lets others look on.
 */
export interface TableMade {
  table: string
  seat: number | null
  token: string
  info: TableInfo
  invite: string
  watch: string
}
