/** The message types, from the schema that the server publishes. */
import type { Socket, TableInfo } from './generated/socket'

export type {
  Advice,
  AskUndo,
  Because,
  ChatLine,
  Choice,
  Clocks,
  Drafted,
  Fairness,
  GameClock,
  Happening,
  Line,
  LogLine,
  MoveClock,
  OldFairness,
  Position,
  Previewed,
  Refused,
  Result,
  Reviewed,
  SeatInfo,
  ShuffleInfo,
  Standing as SeatStanding,
  Step,
  Story,
  TableInfo,
  Welcome,
} from './generated/socket'
export type {
  DeckFile,
  DeckReport,
  Explored,
  ExploredField,
  Found,
  GameInfo,
  Games,
  Invitation,
  LessonInfo,
  LessonPage,
  LessonStepInfo,
  LevelInfo,
  LinkInfo,
  LinkMade,
  NewTable,
  OptionInfo,
  Replay,
  Search,
  Seated,
  SeatWish,
  Summary,
  TableMade,
} from './generated/api'

export type FromServer = Socket['server']
export type FromClient = Socket['client']
/** A message without its id; the socket adds one if it expects an answer. */
export type ToSend = { [T in FromClient as T['type']]: Omit<T, 'id'> }[FromClient['type']]
export type Reaction = Extract<FromClient, { type: 'react' }>['reaction']
/** What a match was played with. */
export type Played = Pick<TableInfo, 'game' | 'title' | 'deck' | 'players' | 'options' | 'practice'>
export type View = Record<string, unknown>

export const PROTOCOL = 2
