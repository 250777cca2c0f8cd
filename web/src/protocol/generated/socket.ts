// Made by `npm run types` from web/schema. Not to be edited.

export type View = Record<string, unknown>

/**
 * Both directions, for the published schema.
 */
export interface Socket {
  client:
    | Hello
    | Ready
    | Reveal
    | Move
    | Guide
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
    | AllowHints
    | Rematch
    | Review
    | Remove
    | Mute
    | HandOver
    | CloseTable
    | VoteOut
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
    | Notice
    | Pong
}
/**
 * The first message: the table, and the token of a seat or a spectator.
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
 * The last version that a client has received.
 */
export interface Seen {
  match: number
  version: number
}
/**
 * I have seen the commitment and am ready; my share pledges the entropy that I will reveal.
 */
export interface Ready {
  id?: string | null
  type: 'ready'
  share: string
  attempt?: number | null
}
/**
 * The entropy that I pledged, once all shares are fixed.
 */
export interface Reveal {
  id?: string | null
  type: 'reveal'
  entropy: string
}
/**
 * A move, or all steps of a longer one, in notation, made at a version of the match.
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
 * Make moves for the seats whose turn it is, in order, mine included: at practice tables with guided seats.
 */
export interface Guide {
  id?: string | null
  type: 'guide'
  version: number
  /**
   * @minItems 1
   * @maxItems 400
   */
  moves: string[]
}
/**
 * Show the table after these steps of a longer move (in any order), and what could come next.
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
 * Show what this action would lead to, as far as I may know.
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
 * Ask why these things cannot be chosen, or why a move is not legal.
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
 * Say whether somebody else may take back their decision.
 */
export interface AnswerUndo {
  id?: string | null
  type: 'answer_undo'
  version: number
  agree: boolean
}
/**
 * Ask what a strong player would do.
 */
export interface AskHint {
  id?: string | null
  type: 'hint'
  version: number
}
/**
 * Send a line of chat to everyone at the table.
 */
export interface Say {
  id?: string | null
  type: 'chat'
  text: string
}
/**
 * Send a reaction.
 */
export interface React {
  id?: string | null
  type: 'react'
  reaction: 'well_played' | 'thanks' | 'oops' | 'thinking' | 'hurry' | 'good_game'
}
/**
 * Let a bot play for me.
 */
export interface Resign {
  id?: string | null
  type: 'resign'
}
/**
 * Take my seat back from the bot that plays for me.
 */
export interface Return {
  id?: string | null
  type: 'return'
}
/**
 * The host puts a bot on an open seat; without a level, the bot is removed.
 */
export interface Fill {
  id?: string | null
  type: 'fill'
  seat: number
  level: string | null
}
/**
 * Change my name, before the match begins.
 */
export interface Rename {
  id?: string | null
  type: 'rename'
  name: string
}
/**
 * Agree to hints for everyone at the table, or no longer.
 */
export interface AllowHints {
  id?: string | null
  type: 'allow_hints'
  agree: boolean
}
/**
 * Ask for another match with the same people; it begins when everyone has asked.
 */
export interface Rematch {
  id?: string | null
  type: 'rematch'
}
/**
 * After the end, ask what a strong player thinks of a seat's decisions.
 */
export interface Review {
  id?: string | null
  type: 'review'
  seat: number
  match?: number | null
}
/**
 * Remove a person. Before the deal their seat is open again, after it a bot has it for good.
 *
 * The host can always do this; other players who are ready, if the person is away and holds up the start.
 */
export interface Remove {
  id?: string | null
  type: 'remove'
  seat: number
}
/**
 * The host mutes a person, or all spectators (`seat: null`), or lets them speak again.
 */
export interface Mute {
  id?: string | null
  type: 'mute'
  seat: number | null
  muted: boolean
}
/**
 * The host makes somebody else the host.
 */
export interface HandOver {
  id?: string | null
  type: 'hand_over'
  seat: number
}
/**
 * The host closes the table: it can be read, not played.
 */
export interface CloseTable {
  id?: string | null
  type: 'close_table'
}
/**
 * Vote on whether a bot should play for somebody who is away and whose turn it is.
 */
export interface VoteOut {
  id?: string | null
  type: 'vote_out'
  seat: number
  agree?: boolean
}
/**
 * Check the connection.
 */
export interface Ping {
  id?: string | null
  type: 'ping'
}
/**
 * The answer to `hello`: everything that a player or spectator needs.
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
 * A deck of the host's own: its fingerprint and its title.
 */
export interface DeckInfo {
  id: string
  title: string
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
 * A time limit for each decision.
 */
export interface MoveClock {
  kind: 'move'
  seconds: number
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
 * One step in the log: as lines, and in whole sentences. Both may be empty.
 */
export interface LogLine {
  step: number
  seat: number | null
  move: string
  sentences: string[]
  lines: Line[]
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
/**
 * A move was made and stored: what happened, step by step, and the position now.
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
 * A decision was taken back: log lines after `step` no longer count.
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
 * A line of chat.
 */
export interface ChatLine {
  number: number
  seat: number | null
  name: string
  text: string
  at: number
}
/**
 * A player wants to take back a decision: do you agree?
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
 * What every seat had when a chapter of the match was complete; chapter 0 is the deal.
 */
export interface Chapter {
  number: number
  step: number
  amounts: number[]
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
 * Something other than the match changed: who sits where, who is connected, who is ready.
 */
export interface TableNews {
  id: string | null
  type: 'table'
  table: TableInfo
}
/**
 * A match begins: the cards have been dealt.
 */
export interface Started {
  id: string | null
  type: 'started'
  match: number
  steps: Step[]
  position: Position
}
/**
 * The match is over: the result, the reason, and everything needed to check the shuffle.
 */
export interface Over {
  id: string | null
  type: 'over'
  result: Result
}
/**
 * Somebody declined an undo, or the match has moved on.
 */
export interface UndoAnswered {
  id: string | null
  type: 'undo_answered'
  version: number
  seat: number | null
  agreed: false
}
/**
 * The table as it would be after a draft's steps, and what could come next.
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
 * Why something is not possible now.
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
 * What a strong bot thinks of each legal action, best first.
 */
export interface HintGiven {
  id: string | null
  type: 'hint'
  version: number
  advice: Advice[]
}
/**
 * A strong bot's opinion of a legal action.
 */
export interface Advice {
  move: string
  words: string
  label: string
  things: string[]
  value: number | null
  share: number
}
/**
 * A new line of chat.
 */
export interface Said {
  id: string | null
  type: 'chat'
  line: ChatLine
}
/**
 * Somebody sent a reaction.
 */
export interface Reacted {
  id: string | null
  type: 'reaction'
  seat: number | null
  name: string
  reaction: 'well_played' | 'thanks' | 'oops' | 'thinking' | 'hurry' | 'good_game'
}
/**
 * The review of one step of a finished match, as a seat saw it. Steps come one by one, from the deal on.
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
  even: number | null
  compared: Compared | null
  decisions: number
  left: number
}
/**
 * An estimate from simulations, with its 95% confidence interval.
 */
export interface Measured {
  mean: number
  low: number
  high: number
}
/**
 * The best move found in a decision and the move played, tried in the same worlds with the same luck.
 */
export interface Compared {
  best: Measured
  played: Measured
  worlds: number
  happened: Happening[]
  view: View
}
/**
 * A move that was not made, the reason, and the current position.
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
 * A message with an id was carried out, and has no other answer.
 */
export interface Done {
  id: string | null
  type: 'done'
}
/**
 * A message could not be granted; the match is unchanged.
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
    | 'moved'
    | 'revoked'
    | 'not_allowed'
    | 'muted'
    | 'not_now'
    | 'switched_off'
    | 'busy'
    | 'closed'
    | 'outdated'
    | 'draining'
    | 'failed'
  message: string
  older: string | null
}
/**
 * Something that everyone at the table should know about the server or the table, in a sentence.
 */
export interface Notice {
  id: string | null
  type: 'notice'
  code: 'draining' | 'resumed' | 'closed' | 'deleted'
  message: string
}
/**
 * The answer to `ping`.
 */
export interface Pong {
  id: string | null
  type: 'pong'
  at: number
}
