// Made by `npm run types` from web/schema. Not to be edited.

export interface Api {
  Addresses?: Addresses
  CardWish?: CardWish
  Chapter?: Chapter
  Choice?: Choice
  Clocks?: Clocks
  DeckDifference?: DeckDifference
  DeckFile?: DeckFile
  DeckInfo?: DeckInfo
  DeckPiece?: DeckPiece
  DeckReport?: DeckReport
  Explored?: Explored
  ExploredField?: ExploredField
  ExploredRun?: ExploredRun
  Fairness?: Fairness
  FieldChoice?: FieldChoice
  Found?: Found
  FoundFigure?: FoundFigure
  FoundGame?: FoundGame
  FoundSeat?: FoundSeat
  Frame?: Frame
  GameClock?: GameClock
  GameInfo?: GameInfo
  GameLevel?: GameLevel
  Games?: Games
  GuestSeat?: GuestSeat
  Happening?: Happening
  Invitation?: Invitation
  Join?: Join
  LessonAnswer?: LessonAnswer
  LessonInfo?: LessonInfo
  LessonOption?: LessonOption
  LessonPage?: LessonPage
  LessonStepInfo?: LessonStepInfo
  LevelInfo?: LevelInfo
  Line?: Line
  LinkInfo?: LinkInfo
  LinkMade?: LinkMade
  Links?: Links
  MoveClock?: MoveClock
  MoveSeat?: MoveSeat
  NewLink?: NewLink
  NewTable?: NewTable
  OldFairness?: OldFairness
  OptionInfo?: OptionInfo
  Place?: Place
  Places?: Places
  Position?: Position
  Refusal?: Refusal
  Replay?: Replay
  Result?: Result
  Search?: Search
  SeatInfo?: SeatInfo
  SeatWish?: SeatWish
  Seated?: Seated
  ShuffleInfo?: ShuffleInfo
  Standing?: Standing
  Step?: Step
  Story?: Story
  Stuck?: Stuck
  Summaries?: Summaries
  Summary?: Summary
  TableInfo?: TableInfo
  TableMade?: TableMade
  UndoInfo?: UndoInfo
  View?: View
  VoteInfo?: VoteInfo
  Watch?: Watch
  Watched?: Watched
  Wish?: Wish
}
/**
 * Where others on the network can open this server.
 */
export interface Addresses {
  addresses: string[]
}
/**
 * A seat was dealt, held or played a card.
 */
export interface CardWish {
  set: string
  card: string
}
/**
 * What every seat had when a chapter of the match was complete; chapter 0 is the deal.
 */
export interface Chapter {
  number: number
  step: number
  amounts: number[]
}
/**
 * A legal action: its notation, what it does, and the things on the table that name it.
 */
export interface Choice {
  move: string
  words: string
  label: string
  things: string[]
  place: number | null
}
/**
 * The seconds that each seat has left (None: no limit), and whose clock is running.
 */
export interface Clocks {
  left: (number | null)[]
  running: number | null
}
/**
 * A value of a deck file that is not as shipped; None where there is none.
 */
export interface DeckDifference {
  where: string
  shipped: string | null
  here: string | null
}
/**
 * A deck file that is uploaded: its name and its text (TOML).
 */
export interface DeckFile {
  name: string
  text: string
}
/**
 * A deck of the host's own: its fingerprint and its title.
 */
export interface DeckInfo {
  id: string
  title: string
}
/**
 * A card, tile or token that does not look as shipped.
 */
export interface DeckPiece {
  name: string
  copies: number
  svg: string
}
/**
 * A deck of one's own, for those who are about to play with it.
 */
export interface DeckReport {
  id: string
  title: string
  offered: boolean
  differences: DeckDifference[]
  more: number
  pieces: DeckPiece[]
}
/**
 * What there is in a study, and what its games can be filtered by.
 */
export interface Explored {
  game: string
  title: string
  folder: string
  score: string
  runs: ExploredRun[]
  fields: ExploredField[]
  sets: string[]
  cards: string[]
}
/**
 * A run of the study: who played how many games, and how.
 */
export interface ExploredRun {
  label: string
  folder: string
  games: number
  players: number
  options: {
    [k: string]: boolean | number | string | null
  }
  deck: string | null
}
/**
 * A column that games can be filtered by, and (of games) sorted by.
 */
export interface ExploredField {
  of: 'game' | 'seat'
  name: string
  meaning: string
  kind: 'number' | 'choice'
  choices: FieldChoice[]
}
/**
 * A value of a column that has few of them.
 */
export interface FieldChoice {
  value: boolean | number | string
  label: string
}
/**
 * Everything needed to check the shuffle, once the match is over.
 */
export interface Fairness {
  version: 2
  table: string
  match: number
  attempt: number
  commitment: string
  seed: string
  nonce: string
  deck: string | null
  seats: ('person' | 'bot')[]
  shares: (string | null)[]
  entropy: (string | null)[]
}
/**
 * How many games were found among how many, what sets them apart, and some of them.
 */
export interface Found {
  total: number
  matching: number
  figures: FoundFigure[]
  rows: FoundGame[]
  offset: number
}
/**
 * A main figure of all games, and of those that were found; None where there are none.
 */
export interface FoundFigure {
  label: string
  unit: 'share' | 'mean'
  all: number | null
  these: number | null
}
/**
 * A game that was found.
 */
export interface FoundGame {
  run: number
  game: number
  seed: string
  decisions: number
  rounds: number
  sorted: number | null
  seats: FoundSeat[]
}
/**
 * A seat of a game that was found.
 */
export interface FoundSeat {
  seat: number
  bot: string
  score: number
  won: boolean
}
/**
 * One step of a replay, and the position after it.
 */
export interface Frame {
  step: Step
  position: Position
}
/**
 * One step of the rules: who did what, and everything that followed, in order.
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
 * One event, as this seat may know it.
 */
export interface Happening {
  name: string
  parts: {
    [k: string]: unknown
  }
  sentence: string | null
  line: Line | null
  banner: string
}
/**
 * An event in the log, in a few words. A card in the text is marked: {notation}, or {notation|name}.
 */
export interface Line {
  seat: number | null
  tag: string
  tone: 'who' | 'gain' | 'loss' | 'won' | 'power' | 'draw'
  text: string
  heading: string
  then: string
}
export interface View {
  [k: string]: unknown
}
/**
 * The position, as one seat (or a spectator) may know it.
 */
export interface Position {
  version: number
  step: number
  view: View
  status: string
  standings: Standing[]
  to_move: number | null
  prompt: string
  choices: Choice[]
  undo: 'no' | 'free' | 'ask'
  clocks: Clocks | null
}
/**
 * How a seat stands, as the receiver may know it.
 */
export interface Standing {
  score: string
  note: string
  won: boolean | null
}
/**
 * A time limit for the whole game, with an increment for each decision.
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
  levels: GameLevel[]
  decks: DeckInfo[]
  uploads: boolean
  lesson: boolean
}
/**
 * An option of a game, as the game declares it.
 */
export interface OptionInfo {
  name: string
  help: string
  kind: 'flag' | 'choice' | 'number'
  default: boolean | number | string | null
  choices: (string | number)[]
  low: number
  high: number
  is_parameter: boolean
}
/**
 * A level of bots in a game with a number of players, as somebody meets it.
 */
export interface GameLevel {
  name: string
  players: number
  help: string
  strength: string | null
  deals: number | null
}
/**
 * Everything that can be chosen for a new table.
 */
export interface Games {
  games: GameInfo[]
  levels: LevelInfo[]
}
/**
 * A level of bots.
 */
export interface LevelInfo {
  name: string
  help: string
}
/**
 * A seat, as somebody who is invited may know it.
 */
export interface GuestSeat {
  seat: number
  kind: 'open' | 'person' | 'bot'
  name: string
  level: string | null
  here: boolean
}
/**
 * A table, as somebody with an invitation to it may know it. Nothing about its cards or its shuffle.
 */
export interface Invitation {
  by: string | null
  game: string
  title: string
  deck: DeckInfo | null
  players: number
  options: {
    [k: string]: boolean | number | string | null
  }
  seats: GuestSeat[]
  hints: boolean
  undo: boolean
  clock: (MoveClock | GameClock) | null
  absence: number | null
  practice: boolean
  status: 'waiting' | 'playing' | 'over'
  closed: boolean
}
/**
 * A time limit for each decision.
 */
export interface MoveClock {
  kind: 'move'
  seconds: number
}
/**
 * Sit down with an invitation, on a certain open seat or on the first one.
 */
export interface Join {
  invite: string
  name: string
  seat?: number | null
  hints?: boolean
}
/**
 * A move, or all steps of a longer one, and why it is right or wrong.
 */
export interface LessonAnswer {
  moves: string[]
  why: string
}
/**
 * A game's lesson. Each position is that of a practice table with the step's seed and the page's opening.
 */
export interface LessonInfo {
  players: number
  seat: number
  options: {
    [k: string]: boolean | number | string | null
  }
  steps: LessonStepInfo[]
}
/**
 * One rule, taught in a position.
 */
export interface LessonStepInfo {
  title: string
  learned: string
  seed: number
  page: LessonPage
  asks: 'nothing' | 'best' | 'do' | 'legal' | 'option' | 'look'
  right: LessonAnswer[]
  wrong: LessonAnswer[]
  otherwise: string
  also: string
  options: LessonOption[]
  look: string | null
  then: LessonPage[]
}
/**
 * A text about a position: the moves from the deal on, and the things and spots that are lit up.
 */
export interface LessonPage {
  text: string
  lit: string[]
  opening: string[]
}
/**
 * An answer in words.
 */
export interface LessonOption {
  say: string
  right: boolean
  why: string
}
/**
 * A link that works, without its token. `seat` made it; None if the table was made without a seat.
 */
export interface LinkInfo {
  id: number
  kind: 'invite' | 'watch' | 'move'
  seat: number | null
  made_at: number
  expires_at: number | null
}
/**
 * A new link. Its token is shown only once.
 */
export interface LinkMade {
  id: number
  kind: 'invite' | 'watch' | 'move'
  seat: number | null
  made_at: number
  expires_at: number | null
  token: string
}
/**
 * The links of a table that work.
 */
export interface Links {
  links: LinkInfo[]
}
/**
 * Take a seat to this device with a `move` link, which works once.
 */
export interface MoveSeat {
  token: string
}
/**
 * A link to make: the host may `invite`, every seat may let others `watch`, or `move` itself to another device.
 */
export interface NewLink {
  kind: 'invite' | 'watch' | 'move'
}
/**
 * A new table. Without `seats`, I sit on the first seat and bots of level `club` on the others.
 */
export interface NewTable {
  game: string
  name?: string
  deck?: string | null
  deck_file?: DeckFile | null
  players?: number | null
  options?: {
    [k: string]: boolean | number | string | null
  }
  seats?: SeatWish[] | null
  hints?: boolean
  undo?: boolean
  clock?: (MoveClock | GameClock) | null
  absence?: number | null
  seed?: number | string | null
  /**
   * @maxItems 2000
   */
  opening?: string[]
}
/**
 * Who should sit on a seat: I, somebody with the link, a bot, or a `guided` bot that waits for `guide` messages.
 */
export interface SeatWish {
  kind: 'me' | 'open' | 'bot' | 'guided'
  level?: string | null
}
/**
 * The same, for a match that was dealt by version 1 of the shuffle, which proves less.
 */
export interface OldFairness {
  version: 1
  commitment: string
  seed: string
  nonce: string
  deck: string | null
  entropy: (string | null)[]
}
/**
 * A table and my token for it.
 */
export interface Place {
  table: string
  token: string
}
/**
 * Tables and my tokens for them.
 */
export interface Places {
  /**
   * @maxItems 100
   */
  places: Place[]
}
/**
 * The response to a request that could not be granted.
 */
export interface Refusal {
  code: string
  message: string
}
/**
 * A match from the deal on, as a seat or spectator sees it.
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
  places?: number[] | null
  story?: Story | null
  fairness: (Fairness | OldFairness) | null
}
/**
 * How a match went, chapter by chapter, in what the game counts; more is better.
 */
export interface Story {
  chapter: string
  short: string
  counted: string
  shared: boolean
  chapters: Chapter[]
}
/**
 * Which games are looked for. All conditions about a seat have to hold for the same seat.
 */
export interface Search {
  /**
   * @maxItems 200
   */
  runs?: number[]
  /**
   * @maxItems 20
   */
  conditions?: Wish[]
  /**
   * @maxItems 20
   */
  cards?: CardWish[]
  sort?: string | null
  descending?: boolean
  offset?: number
  limit?: number
}
/**
 * A condition about the game, or about one seat: from low to high, or one of some values.
 */
export interface Wish {
  of: 'game' | 'seat'
  name: string
  low?: number | null
  high?: number | null
  /**
   * @maxItems 50
   */
  any_of?: (boolean | number | string)[]
}
/**
 * A seat and who sits on it, as everyone may know.
 */
export interface SeatInfo {
  seat: number
  kind: 'open' | 'person' | 'bot'
  name: string
  level: string | null
  strength: string | null
  basis: string | null
  stand_in: string | null
  here: boolean
  away: number | null
  ready: boolean
  wants_rematch: boolean
  muted: boolean
  hints: boolean
}
/**
 * A place at a table. The token is its key: it is shown only once and stays on the device.
 */
export interface Seated {
  table: string
  seat: number | null
  token: string
  info: TableInfo
}
/**
 * A table, as everyone at it may know it.
 */
export interface TableInfo {
  id: string
  game: string
  title: string
  deck: DeckInfo | null
  players: number
  options: {
    [k: string]: boolean | number | string | null
  }
  seats: SeatInfo[]
  host: number | null
  hints: boolean
  hints_offered: boolean
  undo: boolean
  clock: (MoveClock | GameClock) | null
  practice: boolean
  status: 'waiting' | 'playing' | 'over'
  match: number
  commitment: string
  shuffle: ShuffleInfo
  spectators: number
  queued?: boolean
  quiet: boolean
  absence: number | null
  vote: VoteInfo | null
  undo_asked: UndoInfo | null
}
/**
 * How far the shuffle of the current match is.
 *
 * In `pledge`, people send `ready`. In `reveal`, all shares are fixed, and clients reveal. Then the cards are dealt.
 */
export interface ShuffleInfo {
  phase: 'pledge' | 'reveal' | 'dealt'
  attempt: number
  shares: (string | null)[]
  waiting_for: number[]
}
/**
 * An open vote on whether a bot should play for somebody who is away: it does once all who are needed agree.
 */
export interface VoteInfo {
  seat: number
  agreed: number[]
  needed: number[]
}
/**
 * An undo that other players have been asked about, and have not all answered.
 */
export interface UndoInfo {
  seat: number
  needed: number[]
  agreed: number[]
}
/**
 * A match under rules that this server does not have. If it is over, it can still be viewed and downloaded.
 */
export interface Stuck {
  game: string
  title: string
  deck: DeckInfo | null
  players: number
  options: {
    [k: string]: boolean | number | string | null
  }
  practice: boolean
  match: number
  over: boolean
  reason: string
  older: string | null
}
/**
 * My tables, in the order of the request.
 */
export interface Summaries {
  tables: Summary[]
}
/**
 * One of my tables, and whether it is my turn. `info` is None if the table or the token is unknown.
 */
export interface Summary {
  table: string
  seat: number | null
  my_turn: boolean
  moved: number | null
  progress?: string
  prompt?: string
  to_move?: number | null
  score?: string
  won?: boolean | null
  info: TableInfo | null
  stuck?: Stuck | null
}
/**
 * A new table with the tokens of its links: `invite` seats one more person, `watch` is for spectators.
 */
export interface TableMade {
  table: string
  seat: number | null
  token: string
  info: TableInfo
  invite: string
  watch: string
  links: LinkInfo[]
}
/**
 * A game to watch.
 */
export interface Watch {
  run: number
  game: number
}
/**
 * A finished table with this game, and a token to watch it.
 */
export interface Watched {
  table: string
  token: string
}
