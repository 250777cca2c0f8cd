/** The texts of everything around a table: finding, making, joining and sharing it, and the people at it. */
import type { Invitation } from '../protocol/messages'
import { capital, counted, listed } from './grammar'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** A time in the largest unit that it is a whole number of. */
function lasting(seconds: number): string {
  if (seconds % DAY === 0) return counted(seconds / DAY, 'day')
  if (seconds % HOUR === 0) return counted(seconds / HOUR, 'hour')
  return seconds % MINUTE === 0 ? counted(seconds / MINUTE, 'minute') : counted(seconds, 'second')
}

/** How long ago something was, roughly. */
function ago(seconds: number): string {
  if (seconds < 2 * MINUTE) return 'just now'
  if (seconds < 2 * HOUR) return `${Math.floor(seconds / MINUTE)} minutes ago`
  return seconds < 2 * DAY ? `${Math.floor(seconds / HOUR)} hours ago` : `${Math.floor(seconds / DAY)} days ago`
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']
const numbered = (n: number): string => NUMBERS[n] ?? String(n)
/** `a bot`, `two bots`; nothing for none. */
const some = (n: number, what: string): string[] => (n === 0 ? [] : [n === 1 ? `a ${what}` : `${numbered(n).toLowerCase()} ${what}s`])

export const door = {
  tagline: 'Modern card games, with friends or against bots',
  promise: 'No account, no ads, nothing hidden.',
  name: 'Your name',
  defaultName: 'Player',
  playNow: 'Play now',
  level: 'Bot level',
  randomBot: 'plays any legal move',
  strength: (level: string, said: string): string => `${capital(level)}: ${said}.`,
  tryingAgain: (why: string, seconds: number): string => `${why} This page tries again in ${seconds} seconds.`,
  setUp: 'Set up a table',
  learn: 'Learn to play',
  rules: 'Rules',
  readRules: 'Read the rules',
  players: (players: number[]): string => {
    const [low = 0, high = 0] = [Math.min(...players), Math.max(...players)]
    return low === high ? `${low} players` : `${low} to ${high} players`
  },
  together: 'cooperative',
  minutes: (minutes: string): string => `${minutes.replace('-', ' to ')} minutes`,
  allGames: 'All games',
  preferences: 'Preferences',
  credit: 'The games belong to their designers; we are not affiliated with them.',
  docs: 'Docs',
}

/** The list of my tables. */
export const mine = {
  title: 'My tables',
  /** The headline: how many tables wait for me. */
  waiting: (n: number): string => (n === 0 ? 'No table waits for you' : `${numbered(n)} ${n === 1 ? 'table waits' : 'tables wait'} for you`),
  none: 'Your tables will be listed here.',
  groups: { turn: 'Your turn', others: 'Others to move', waiting: 'Not begun', over: 'Finished', gone: 'Cannot be opened' },
  yourTurn: 'Your turn',
  /** The server's prompt begins with a name; the list says whose turn it is by itself. */
  yourPrompt: (prompt: string): string => `Your turn: ${prompt.replace(/^[^:]*: /, '')}`,
  thinking: (name: string): string => `${name} is thinking`,
  away: (name: string): string => `Waiting for ${name} to come back`,
  openSeats: (n: number): string => (n === 1 ? 'Waiting for one more player' : `Waiting for ${n} more players`),
  notReady: 'Waiting until everyone is ready',
  won: (score: string): string => (score ? `Won, ${score}` : 'Won'),
  lost: (score: string): string => (score ? `Lost, ${score}` : 'Lost'),
  over: 'Over',
  stuck: (why: string, isOver: boolean): string => (isOver ? `${why} · over` : why),
  watching: 'you watch',
  gone: 'no longer exists',
  ago: (seconds: number): string => ago(seconds),
  with: (names: readonly string[], free: number, bots: number): string => {
    const others = [...some(free, 'free seat'), ...some(bots, 'bot')]
    return names.length + others.length === 0 ? 'alone' : `with ${listed([...names, ...others])}`
  },
  play: 'Play',
  open: 'Open',
  lookBack: 'Look back',
  next: (game: string): string => `Next: ${game}`,
  forget: 'Remove',
  forgetOne: (game: string): string => `Remove this ${game} table from the list`,
}

export const setUp = {
  title: (game: string): string => `Set up a ${game} table`,
  players: 'Players',
  seats: 'Seats',
  seat: (n: number): string => `Seat ${n}`,
  levelOf: (n: number): string => `Level of the bot on seat ${n}`,
  me: 'Me',
  open: 'Friend',
  bot: 'Bot',
  friends: 'You get a link for your friends in the next step.',
  deck: 'Deck',
  shipped: 'as shipped',
  options: 'Game options',
  unset: 'default',
  numbers: {
    title: 'For designers: change the numbers',
    changed: (n: number): string => `${counted(n, 'number')} changed`,
    more: 'Every number starts as the rulebook has it. Everyone who is invited sees what you changed before they join. Bots and lessons know the rulebook best.',
    range: (low: number, high: number): string => `${low} to ${high}`,
    rulebook: (usual: string | number | boolean | null): string => `rulebook: ${String(usual ?? 'as printed')}`,
    asPrinted: 'as in the rulebook',
    /** For screen readers: which number goes back. */
    back: 'Back to the rulebook',
    backOne: (what: string): string => `Back to the rulebook: ${what}`,
    backAll: 'Back to the rulebook: all numbers',
  },
  on: 'On',
  off: 'Off',
  house: 'Table settings',
  hints: 'Hints',
  hintsMore: 'Between people, hints are given only once everyone has agreed.',
  undo: 'Taking back',
  undoMore: 'Between people, the others are asked.',
  clock: 'Time limit',
  clocks: {
    none: 'None',
    move60: '1 minute per move',
    move86400: '1 day per move',
    game600: '10 minutes each, plus 5 seconds per move',
  },
  absence: 'If somebody is away',
  absences: {
    vote: 'The others vote for a bot',
    after60: 'Bot after 1 minute',
    after300: 'After 5 minutes',
    after900: 'After 15 minutes',
    after3600: 'After 1 hour',
  },
  make: 'Create table',
  watchOnly: 'You have no seat, so you will watch.',
}

/** Decks that are not as shipped. */
export const decks = {
  upload: 'Upload a deck file …',
  download: 'Download the deck as shipped',
  checking: 'Checking …',
  uploadMore: 'A deck file is a small text (TOML). Everyone who is invited sees what is in it before they join.',
  tooLarge: (name: string, size: number, most: number): string => `${name} has ${size.toLocaleString('en')} bytes, and a deck file may have ${most.toLocaleString('en')}.`,
  notText: (name: string): string => `${name} is not a text file in UTF-8.`,
  offered: 'This server offers this deck for tables.',
  uploaded: 'Whoever set up this table uploaded this deck.',
  fingerprint: 'Fingerprint:',
  cards: 'The cards that are not as shipped',
  differences: (n: number): string => `${counted(n, 'difference')} from the deck as shipped`,
  where: 'What',
  shipped: 'As shipped',
  here: 'Here',
  nothing: '—',
  more: (n: number): string => `And ${n} more.`,
  see: 'See the deck',
}

/** What was agreed for a table, for those who join it or wait at it. */
export const settings = {
  title: 'How this table plays',
  clock: (clock: Invitation['clock']): string => {
    if (!clock) return 'no time limit'
    if (clock.kind === 'move') return `${lasting(clock.seconds)} per move`
    return `${lasting(clock.seconds)} each${clock.increment ? `, plus ${lasting(clock.increment)} per move` : ''}`
  },
  undo: (isAllowed: boolean): string => (isAllowed ? 'taking back: ask' : 'no taking back'),
  hints: (isOffered: boolean): string => (isOffered ? 'hints, if everyone agrees' : 'no hints'),
  absence: (seconds: number | null): string =>
    seconds === null ? 'who is away: the others vote for a bot' : `who is away: a bot plays after ${lasting(seconds)}`,
  option: (help: string, value: string | number | boolean | null): string => {
    const said = help.replace(/ \([A-Z]{2}-\d+\)/g, '').replace(/;.*$/, '')
    return value === true ? said : `${said}: ${String(value)}`
  },
  /** A number of the rulebook that a designer changed. */
  parameter: (help: string, value: string | number | boolean | null, usual: string | number | boolean | null): string =>
    `${settings.option(help, value === true ? 'yes' : value)} (${setUp.numbers.rulebook(usual === false ? 'no' : usual)})`,
}

export const join = {
  title: (by: string | null): string => (by === null ? 'You are invited' : `${by} invites you`),
  to: (game: string): string => `to a game of ${game}. Nothing to install, no account.`,
  unusual: 'Not as in the rulebook',
  seat: 'Your seat',
  thisSeat: 'This seat',
  free: 'free',
  here: 'is here',
  notHere: 'not here now',
  bot: (level: string): string => `bot, ${level}`,
  hints: 'I agree to hints for everyone at this table',
  sitDown: 'Sit down and play',
  watch: 'Only watch',
  watchMore: 'You see no hidden cards.',
  full: 'All seats are taken. You can watch, or ask for a new table.',
  begun: 'The game has begun without you. You can watch.',
  closed: 'This table is closed.',
  phone: 'Rather on your phone?',
  phoneMore: 'Point its camera here: the same invitation opens there.',
  kept: 'Your seat is kept in this browser; the link brings you back to it.',
  again: 'Look again',
}

export const noSeat = {
  title: 'You have no seat here',
  why: 'This address opens the seat of whoever sat down in this browser, and nobody has. Ask for a link that opens the table for you:',
  play: 'To play, ask the host for an invitation.',
  move: 'If you sit at this table on another device, open the menu there, choose “Links”, and make a link that moves your seat to this device.',
  watch: 'To watch, or to see a replay, ask a player for a watch link.',
  outdated: 'This link comes from an earlier version',
  outdatedWhy: 'It contained the key to a player’s seat, so it is no longer used. Ask for a new link to the replay.',
  watchNow: 'Watch the table',
}

export const move = {
  title: 'Move your seat to this device',
  told: (game: string): string => `Your seat at the ${game} table moves here, and the other device loses it. This link works once.`,
  here: 'Move my seat here',
  already: 'This browser already has a seat at this table. Open the link on the device that you want to move to.',
  toTable: 'Open the table',
}

export const links = {
  title: 'Links',
  watch: 'Let someone watch',
  watchMore: 'Spectators see no hidden cards and cannot play.',
  makeWatch: 'Make a watch link',
  invite: 'Invite someone to an open seat',
  inviteMore: 'Whoever opens this link can take a free seat.',
  makeInvite: 'Make an invitation',
  move: 'Move my seat to another device',
  moveMore: 'Open this link on the other device. It works once, for 15 minutes, and then this device loses the seat. Do not send it to anyone else: whoever opens it plays for you.',
  makeMove: 'Make a link that moves my seat',
  open: 'Links that work now',
  none: 'There are no links to this table.',
  kinds: { invite: 'Invitation', watch: 'Watch link', move: 'Link that moves a seat' },
  by: (name: string, when: string): string => `made by ${name}, ${when}`,
  made: (when: string): string => `made ${when}`,
  revoke: 'Revoke',
  revokeOne: (kind: string, by: string): string => `Revoke: ${kind}, ${by}`,
  revoked: 'The link no longer works.',
  manage: 'Manage links',
  copy: 'Copy link',
  send: 'Send it …',
  qr: 'The same link as a QR code',
  sent: (game: string): string => `Play ${game} with me`,
  local: 'Only this computer can open this link: it says 127.0.0.1.',
  localWhat: 'To play with others, stop the server and start it with',
  localCommand: 'weatherdeck serve --host 0.0.0.0',
  where: 'Who should open it',
  network: (host: string): string => `On my network (${host})`,
  thisComputer: 'This computer only',
  networkMore: 'Works for everyone on your network. Without HTTPS, others on it can read the link.',
}

export const lobby = {
  title: (game: string): string => `${game} table`,
  waitingFor: (seats: number): string => (seats === 1 ? 'Waiting for one more' : `Waiting for ${numbered(seats).toLowerCase()} more`),
  waitingReady: 'Waiting until everyone is ready',
  allHere: 'Everyone is here',
  scan: 'Let your friend scan this, or send the link.',
  ask: 'The host can invite more people, or add bots.',
  waiting: 'The game starts when every seat is taken and everyone is ready.',
  open: 'open seat',
  openMore: 'free, for whoever has the link',
  person: 'person',
  bot: (level: string): string => `bot, ${level}`,
  ready: 'ready',
  notReady: 'not ready yet',
  iAmReady: 'I am ready',
  waitingForOthers: 'Waiting for the others …',
  rematch: 'The next game begins as soon as everyone is back.',
  breach: {
    commitment: 'The server has replaced its commitment after you pledged. Your browser has not revealed your random number. Do not trust this table.',
    mine: 'Your pledge is not the one that this browser sent. If you were not ready in another tab or on another device, do not trust this table.',
    others: 'The server has replaced the pledge of another player. Do not trust this table.',
  },
  fill: 'Add a bot',
  free: 'Remove the bot',
  level: 'Bot level',
  fairTitle: 'Nobody can choose the cards',
  fair: 'The server has already committed to the shuffle:',
  fairMore: 'When you say you are ready, your browser adds randomness of its own. After the game, anyone can check both.',
  talk: 'Talk',
  seats: 'Seats',
}

/** Hints between people. */
export const agreement = {
  title: 'Hints',
  label: 'I agree to hints for everyone',
  given: 'Everyone has agreed to hints.',
  missing: (names: string[]): string => `Hints are given when ${listed(names)} ${names.length === 1 && names[0] !== 'you' ? 'agrees' : 'agree'}, too.`,
}

export const people = {
  title: 'People',
  alone: 'No other people sit at this table.',
  host: 'host',
  isMuted: 'muted',
  quiet: 'muted by the host',
  awayFor: (seconds: number): string => (seconds < 60 ? 'away' : `away for ${counted(Math.floor(seconds / 60), 'minute')}`),
  spectators: (n: number): string => counted(n, 'spectator'),
  allSpectators: 'all spectators',
  hush: 'Mute for me',
  unhush: 'Unmute for me',
  /** For screen readers: what a button does, and to whom. */
  to: (what: string, name: string): string => `${what}: ${name}`,
  hushOne: (name: string): string => `Mute ${name} for me only`,
  hushSpectators: 'Mute all spectators for me only',
  about: (name: string): string => `${name}: mute?`,
  hiddenLines: (n: number): string => `${counted(n, 'message')} from people whom you muted.`,
  showAll: 'Show',
  mute: 'Mute for everyone',
  unmute: 'Unmute',
  youAreMuted: 'The host has muted you. You can still play.',
  spectatorsQuiet: 'The host has muted all spectators.',
  handOver: 'Make host',
  sureHandOver: (name: string): string => `${name} will be the host instead of you.`,
  remove: 'Remove',
  removeOne: (name: string): string => `Remove ${name} from the table`,
  sureOpen: (name: string): string => `${name} loses the seat. All invitations stop working, so you will need a new one.`,
  sureBot: (name: string): string => `A bot takes the seat of ${name} for good. All invitations stop working.`,
  free: 'Free the seat',
  freeOne: (name: string): string => `Free the seat of ${name}`,
  sureFree: (name: string): string => `${name} is away. Open the seat for somebody else?`,
  close: 'Close this table',
  sureClose: 'Nobody will be able to play here again. Finished matches can still be viewed.',
  cancel: 'Cancel',
  notReady: (names: string[]): string => `Waiting until ${listed(names)} ${names.length === 1 ? 'is' : 'are'} ready.`,
  notRevealed: (names: string[]): string =>
    `Waiting for the ${names.length === 1 ? 'browser' : 'browsers'} of ${listed(names)} to reveal their part of the shuffle.`,
  openSeats: 'Waiting for somebody to take the open seat.',
  vote: 'A bot for an absent player',
  askVote: (name: string, by: string): string => `${capital(by)} wants a bot to play for ${name}, who is away. Do you agree?`,
  waitingVotes: (name: string, names: string[]): string => `A bot will play for ${name} if ${listed(names)} ${names.length === 1 ? 'agrees' : 'agree'}.`,
  isAway: (name: string, seconds: number): string => `It is ${name}’s turn, and they have been away for ${counted(Math.floor(seconds / 60), 'minute')}.`,
  letBotPlay: 'Let a bot play for them',
  botPlayed: 'While you were away, a bot played for you.',
  undoAsked: (names: string[]): string => `You asked to take back your move. Waiting for ${listed(names)}.`,
  undoAskedBy: (by: string, names: string[]): string => `${by} asked to take back a move. Waiting for ${listed(names)}.`,
  rematchAsked: (names: string[]): string => `${capital(listed(names))} ${names.length === 1 && names[0] !== 'you' ? 'wants' : 'want'} to play again.`,
  rematchWaits: (names: string[]): string => `You want to play again. Waiting for ${listed(names)}.`,
}
