// Made by `npm run types` from web/schema. Not to be edited.

export type View = Record<string, unknown>

/**
 * Both directions, for the published schema.
 */
export interface Socket {
  client:
    | Hello
    | Ready
    | Move
    | Draft
    | Preview
    | Why
    | Undo
    | AnswerUndo
    | AskHint
    | Say
    | React
    | Resign
    | Return
    | Fill
    | Rename
    | Rematch
    | Review
    | Ping
  server:
    | Welcome
    | TableNews
    | Started
    | Stepped
    | Undone
    | Over
    | AskUndo
    | UndoAnswered
    | Drafted
    | Previewed
    | Because
    | HintGiven
    | Said
    | Reacted
    | Reviewed
    | Refused
    | Done
    | Error
    | Pong
}
/**
 * The first message: which table, and the token of a seat or of a spectator.
 */
export interface Hello {
  id?: string | null
  type: 'hello'
  protocol: number
  table: string
  token: string
  seen?: Seen | null
}
/**
 * The last that a client has heard.
 */
export interface Seen {
  match: number
  version: number
}
/**
 * I have seen the commitment: deal, with my entropy mixed in (hex), if I wish to add some.
 */
export interface Ready {
  id?: string | null
  type: 'ready'
  entropy?: string | null
}
/**
 * A decision, or all steps of one, in notation. It answers a version of the game.
 */
export interface Move {
  id?: string | null
  type: 'move'
  version: number
  /**
   * @minItems 1
   * @maxItems 32
   */
  moves: string[]
}
/**
 * How would the table stand after these steps, in whatever order I named them, and what could come next?
 */
export interface Draft {
  id?: string | null
  type: 'draft'
  version: number
  /**
   * @maxItems 32
   */
  steps: string[]
}
/**
 * What would this action lead to, as far as I may know?
 */
export interface Preview {
  id?: string | null
  type: 'preview'
  version: number
  move: string
  /**
   * @maxItems 32
   */
  steps?: string[]
}
/**
 * Why can these things not be chosen (or: why is this move not legal)?
 */
export interface Why {
  id?: string | null
  type: 'why'
  version: number
  move?: string | null
  /**
   * @maxItems 8
   */
  things?: string[]
  /**
   * @maxItems 32
   */
  steps?: string[]
}
/**
 * Take back my last decision.
 */
export interface Undo {
  id?: string | null
  type: 'undo'
  version: number
}
/**
 * Whether somebody else may take back their decision.
 */
export interface AnswerUndo {
  id?: string | null
  type: 'answer_undo'
  version: number
  agree: boolean
}
/**
 * What would a strong player do?
 */
export interface AskHint {
  id?: string | null
  type: 'hint'
  version: number
}
/**
 * Something to be read by everyone at the table.
 */
export interface Say {
  id?: string | null
  type: 'chat'
  text: string
}
/**
 * One of a few gestures.
 */
export interface React {
  id?: string | null
  type: 'react'
  reaction: 'well_played' | 'thanks' | 'oops' | 'thinking' | 'hurry' | 'good_game'
}
/**
 * A bot shall play for me.
 */
export interface Resign {
  id?: string | null
  type: 'resign'
}
/**
 * I play for myself again.
 */
export interface Return {
  id?: string | null
  type: 'return'
}
/**
 * The host seats a bot on an open seat; without a level, a bot makes room again.
 */
export interface Fill {
  id?: string | null
  type: 'fill'
  seat: number
  level: string | null
}
/**
 * I would like to be called so (before the match begins).
 */
export interface Rename {
  id?: string | null
  type: 'rename'
  name: string
}
/**
 * Once more, with the same people. It begins when all persons want it.
 */
export interface Rematch {
  id?: string | null
  type: 'rematch'
}
/**
 * After the end: what a strong player thinks of the decisions of a seat.
 */
export interface Review {
  id?: string | null
  type: 'review'
  seat: number
}
/**
 * Are you there?
 */
export interface Ping {
  id?: string | null
  type: 'ping'
}
/**
 * The answer to `hello`: all that one who sits down (or watches) needs to know.
 */
export interface Welcome {
  id: string | null
  type: 'welcome'
  protocol: number
  seat: number | null
  table: TableInfo
  position: Position | null
  log: LogLine[] | null
  missed: (Stepped | Undone)[] | null
  chat: ChatLine[]
  asking: AskUndo | null
  result: Result | null
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
 * So many seconds for each decision.
 */
export interface MoveClock {
  kind: 'move'
  seconds: number
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
 * The sentences of one step.
 */
export interface LogLine {
  step: number
  seat: number | null
  move: string
  sentences: string[]
}
/**
 * A move was made (and is stored): what happened, step by step, and how the game stands now.
 */
export interface Stepped {
  id: string | null
  type: 'stepped'
  match: number
  version: number
  steps: Step[]
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
/**
 * A decision was taken back: log lines after `step` are void.
 */
export interface Undone {
  id: string | null
  type: 'undone'
  match: number
  version: number
  seat: number
  step: number
  position: Position
}
/**
 * Something somebody said.
 */
export interface ChatLine {
  number: number
  seat: number | null
  name: string
  text: string
  at: number
}
/**
 * A seat would like to take back its decision; do you agree?
 */
export interface AskUndo {
  id?: string | null
  type: 'ask_undo'
  version: number
  seat: number
  moves: string[]
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
 * Everything that is needed to check the shuffle, once the game is over.
 */
export interface Fairness {
  commitment: string
  seed: string
  nonce: string
  entropy: (string | null)[]
}
/**
 * Something at the table changed that is not the game: who sits where, who is here, who is ready.
 */
export interface TableNews {
  id: string | null
  type: 'table'
  table: TableInfo
}
/**
 * A match begins: the cards were dealt.
 */
export interface Started {
  id: string | null
  type: 'started'
  match: number
  steps: Step[]
  position: Position
}
/**
 * The match is over: how, why, and all that is needed to check the shuffle.
 */
export interface Over {
  id: string | null
  type: 'over'
  result: Result
}
/**
 * Somebody did not agree, or the question is void because the game went on.
 */
export interface UndoAnswered {
  id: string | null
  type: 'undo_answered'
  version: number
  seat: number | null
  agreed: false
}
/**
 * The table after a draft's steps, as it would be, and what could come next.
 */
export interface Drafted {
  id: string | null
  type: 'drafted'
  version: number
  steps: string[]
  view: View
  prompt: string
  choices: Choice[]
}
/**
 * What an action would lead to, as far as this seat may know.
 */
export interface Previewed {
  id: string | null
  type: 'previewed'
  version: number
  move: string
  happened: Happening[]
  view: View
}
/**
 * Why something cannot be done now.
 */
export interface Because {
  id: string | null
  type: 'because'
  version: number
  move: string | null
  message: string
  clause: string | null
}
/**
 * What a strong bot would do: the best first.
 */
export interface HintGiven {
  id: string | null
  type: 'hint'
  version: number
  advice: Advice[]
}
/**
 * What a strong bot thinks of a legal action.
 */
export interface Advice {
  move: string
  words: string
  things: string[]
  value: number | null
  share: number
}
/**
 * Somebody said something.
 */
export interface Said {
  id: string | null
  type: 'chat'
  line: ChatLine
}
/**
 * Somebody made a gesture.
 */
export interface Reacted {
  id: string | null
  type: 'reaction'
  seat: number | null
  name: string
  reaction: 'well_played' | 'thanks' | 'oops' | 'thinking' | 'hurry' | 'good_game'
}
/**
 * A step of a finished match as it looked to a seat; they come one by one, from the deal on.
 */
export interface Reviewed {
  id: string | null
  type: 'reviewed'
  match: number
  seat: number
  step: number
  move: string
  unit: string
  outlook: Measured
  best: string | null
  loss: Measured | null
  advice: Advice[]
  decisions: number
  left: number
}
/**
 * Something measured by playing on, with its interval of 95%.
 */
export interface Measured {
  mean: number
  low: number
  high: number
}
/**
 * A move that was not made, why, and how the game really stands.
 */
export interface Refused {
  id: string | null
  type: 'refused'
  code: 'stale' | 'illegal' | 'not_your_turn' | 'not_playing' | 'nothing_to_undo'
  message: string
  clause: string | null
  position: Position | null
}
/**
 * A message with an id was carried out, and there is nothing more to say.
 */
export interface Done {
  id: string | null
  type: 'done'
}
/**
 * Something about a message was wrong; the game is as it was.
 */
export interface Error {
  id: string | null
  type: 'error'
  code:
    | 'bad_message'
    | 'too_large'
    | 'too_fast'
    | 'hello_first'
    | 'protocol'
    | 'unknown_table'
    | 'wrong_token'
    | 'not_allowed'
    | 'not_now'
    | 'switched_off'
    | 'busy'
    | 'failed'
  message: string
}
/**
 * Yes.
 */
export interface Pong {
  id: string | null
  type: 'pong'
  at: number
}
