/**
 * All texts of the pages, in English. The texts of a game's own table are in its folder, those of a check in `fair.ts`, those of
 * finding and sharing tables in `tables.ts`, those of the end in `over.ts`.
 */
import { explore } from './explore'
import { capital, counted, listed, signed } from './grammar'
import { over, review } from './over'
import * as tables from './tables'

export const en = {
  ...tables,
  explore,
  listed,
  counted,
  capital,
  /** A reason from the server as a sentence. */
  sentence: (said: string): string => `${capital(said)}${/[.!?]$/.test(said) ? '' : '.'}`,
  signed,
  you: 'you',
  deck: (title: string): string => `Deck: ${title}`,
  practice: {
    badge: 'Practice',
    title: 'This is a practice table.',
    more: 'Whoever created it chose its cards, and may know all of them. There is no fair shuffle, so its result proves nothing.',
  },
  noHand: 'Your hand is empty.',
  away: 'away',
  score: 'Score',
  leads: 'leads',
  won: 'won',
  lost: 'lost',
  standIn: (level: string): string => `bot playing (${level})`,
  hint: (what: string): string => `A strong player would ${what}.`,
  lookingBack: (what: string): string => `Looking back: ${what}`,
  lastTrick: 'The last trick',
  undoRefused: (name: string): string => `${name} declined your undo.`,
  timeLeft: (name: string): string => `Time left for ${name}`,
  clock: (seconds: number): string => {
    const whole = Math.max(0, Math.ceil(seconds))
    if (whole >= 172_800) return `${Math.floor(whole / 86_400)} days`
    if (whole >= 7200) return `${Math.floor(whole / 3600)} h`
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
  },

  generic: {
    empty: 'empty',
    more: 'More about this game',
    faceDown: (n: number): string => `${counted(n, 'card')} face down`,
    does: (piece: string, what: string): string => `${piece}: ${what}`,
    of: (part: string, name: string): string => `${part} (${name})`,
  },

  page: {
    title: 'weatherdeck',
    home: 'All games',
    loading: 'Loading …',
    skip: 'Skip to the table',
    notFound: 'Page not found.',
    back: 'Back to all games',
  },

  outdated: {
    title: 'This match is from an older version',
    ask: 'To continue, ask whoever runs this server to keep that version running as well.',
    state: 'from an older version',
    older: 'Continue in the older version',
    save: (isOver: boolean) => (isOver ? 'Save the game' : 'Save what I know of this match'),
  },

  learn: {
    label: 'Lesson',
    goOn: 'Continue',
    back: 'Back',
    showMe: 'Show me',
    right: 'Right.',
    wrong: 'Not quite.',
    asks: {
      nothing: '',
      best: 'Your move: what is best here?',
      do: 'Your move.',
      legal: 'Your move: any that the rules allow.',
      option: 'Choose an answer.',
      look: 'Have a look.',
    },
    recap: 'What you have learned',
    again: 'Start over',
    playNow: 'Play a real game',
    step: (n: number, of: number): string => `Step ${n} of ${of}`,
  },

  replay: {
    looking: 'replay',
    first: 'Start',
    back: 'Back',
    forward: 'Forward',
    last: 'End',
    play: 'Play',
    pause: 'Pause',
    as: 'View as',
    all: 'all cards open',
    step: 'Step',
    steps: 'Steps',
    deal: 'The cards are dealt.',
    of: (step: number, all: number): string => `${step} of ${all}`,
  },

  log: {
    you: 'You',
    noMoves: 'No moves yet.',
  },

  playable: {
    open: 'What can I play?',
    title: 'What can I play?',
    none: 'It is not your turn.',
    more: 'Every move you can make now. Choosing one here is the same as choosing it on the table.',
  },

  banner: {
    lost: 'Connection lost. Reconnecting …',
    thinking: (name: string): string => `${name} is thinking`,
    advising: 'A strong player is thinking …',
    hint: (what: string): string => `Hint: ${what}`,
    queued: 'Only bots play here: waiting for a turn',
    /** My own move while my card travels. */
    mine: (what: string): string => `You: ${what}`,
  },

  frame: {
    undo: 'Undo',
    takeBack: 'Take back',
    putBack: 'Put back',
    strip: 'Actions',
    choose: 'Choose a card',
    notYourTurn: 'Not your turn',
    /** The server's prompt begins with a name; players do not need to read their own. */
    prompt: (said: string, me: string | null): string =>
      me !== null && said.startsWith(`${me}: `) ? `Your turn: ${said.slice(me.length + 2)}` : said,
    hint: 'Hint',
    thinking: 'Thinking …',
    rules: 'Rules',
    menu: 'Menu',
    log: 'Log',
    chat: 'Chat',
    moves: 'Moves',
    close: 'Close',
    side: 'Log, moves, rules and chat',
    hand: 'Your hand',
    table: 'The table',
    lastTrick: 'Last trick',
    present: 'Back to the game',
    lookBack: 'Show the table at this point',
    connecting: 'Connecting …',
    refused: 'This link does not open the table.',
    moved: 'Your seat was moved to another device.',
    movedMore: 'Continue there. To bring it back, open the menu on that device, choose “Links”, and move the seat to this one. If you did not do this, tell the host.',
    revoked: 'You can no longer see this table.',
    tableOfRules: 'Table',
    toRule: (clause: string): string => `See ${clause}`,
    watching: 'You are watching.',
    askUndo: (name: string, moves: string): string => `${name} asks to take back ${moves}. Do you agree?`,
    agree: 'Agree',
    disagree: 'Decline',
    say: 'Message to the table',
    send: 'Send',
    nobodySpoke: 'No messages yet.',
    spectator: 'a spectator',
    botsPlay: 'A bot is playing for you.',
    queued: 'Only bots play here. The server plays a few such tables at a time; this one waits for its turn.',
    takeSeat: 'Take my seat back',
  },

  /** A thing on the table, for a line in the list of moves that stands for several moves. */
  thing: (kind: string, name: string): string => capital(`${kind.replaceAll('_', ' ')} ${name}`.trim()),

  over,
  review,

  fair: {
    checking: 'Dealing every card again …',
    failed: (why: string): string => `The check could not be completed: ${why}`,
    receipt: 'Save my receipt',
    details: 'What was checked',
    holds: 'What holds',
  },

  reactions: {
    well_played: 'Well played',
    thanks: 'Thank you',
    oops: 'Oops',
    thinking: 'Let me think',
    hurry: 'Your turn?',
    good_game: 'Good game',
  },

  menu: {
    title: 'Menu',
    look: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    pace: 'Animation',
    paces: { calm: 'Normal', quick: 'Fast', none: 'Off' },
    confirm: 'Choose first, then play: a card tapped once is shown as it would lie',
    plain: 'Plain table: every game as cards, lists and buttons',
    sound: 'Sounds',
    resign: 'Resign: let a bot play for me',
    resignLabel: 'Resign',
    sureResign: 'A bot plays on for you, and everyone sees it. You can take your seat back until the game is over.',
    links: 'Links',
    linksMore: 'Invite someone, let someone watch, or move your seat to another device.',
    copy: 'Copy',
    copied: 'Copied',
    keys: 'Keyboard shortcuts',
    keyList: [
      ['Tab, arrows', 'move between cards'],
      ['Enter, Space', 'choose'],
      ['Esc', 'clear the last pick'],
      ['h', 'hint'],
      ['u', 'undo'],
      ['r', 'rules'],
      ['l', 'log'],
      ['m', 'what can I play?'],
    ],
  },
}
