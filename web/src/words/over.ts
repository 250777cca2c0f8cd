/** The texts of the end of a match and of looking back at it. */
import { capital, counted, listed } from './grammar'

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
const MINUS = '−'

const signed = (amount: number): string => (amount < 0 ? `${MINUS}${-amount}` : `+${amount}`)
const ordinal = (n: number): string => `${n}${n % 10 === 1 && n !== 11 ? 'st' : n % 10 === 2 && n !== 12 ? 'nd' : n % 10 === 3 && n !== 13 ? 'rd' : 'th'}`
const isShare = (unit: string): boolean => unit === 'chance of winning'
/** An amount in the unit of a review. */
const amount = (value: number, unit: string): string => (isShare(unit) ? `${Math.round(value * 100)}%` : value.toFixed(1).replace('-', MINUS))
/** A difference in the unit of a review, with its sign. */
const change = (value: number, unit: string): string => {
  const size = isShare(unit) ? `${Math.round(Math.abs(value) * 100)}%` : Math.abs(value).toFixed(1)
  return `${value < 0 ? MINUS : '+'}${size}`
}

export const over = {
  title: 'The game is over',
  open: 'Result',
  finished: (chapters: number, chapter: string): string => `finished · ${counted(chapters, chapter)}`,
  over: 'finished',
  result: 'Result',
  look: 'Look at the table',
  lookBack: 'Look back at my decisions',
  lookBackOf: (name: string): string => `Look back with ${name}`,
  rematch: 'Play again, same players',
  again: 'Play again',
  wantsRematch: 'Waiting for the others …',
  replay: 'Replay',
  copyLink: 'Copy link to this game',
  copied: 'Link copied',
  linkMore: 'Whoever has this link can watch this table and its replays. Nobody can play with it.',
  verify: 'Check the shuffle',
  download: 'Save the game',

  headline: (names: string[], isMine: boolean, score: string, isRanked: boolean): string => {
    const won = names.length > 1 ? `${capital(listed(names))} ${isRanked ? 'share the victory' : 'win'}` : `${capital(names[0] ?? '')} ${isMine ? 'win' : 'wins'}`
    return score ? `${won} with ${score}` : won
  },
  nobody: 'Nobody wins',
  everyone: 'Everyone wins',
  together: (won: boolean, score: string): string => `Everyone ${won ? 'wins' : 'loses'} with ${score}`,
  team: 'together',
  mine: (place: number, isShared: boolean, gap: number | null, counted: string): string => {
    const where = isShared ? `You share ${PLACES[place - 1] ?? ordinal(place)} place` : `You are ${PLACES[place - 1] ?? ordinal(place)}`
    return gap === null ? `${where}.` : `${where}, ${gap} ${gap === 1 ? counted.replace(/s$/, '') : counted} behind.`
  },
  winsBy: (margin: number): string => `wins by ${margin}`,
  placed: (place: number, of: number): string => `${ordinal(place)} of ${of}`,
  winner: 'winner',
  gain: signed,
  amount: (value: number): string => String(value).replace('-', MINUS),

  story: 'How it went',
  deal: 'deal',
  storyOf: (counted: string, chapter: string): string => `${capital(counted)} of each player after each ${chapter}`,
  /** What the chart counts along its axis: "round", "cards drawn". */
  axis: (chapter: string, isFew: boolean): string => (isFew ? chapter : chapter.replace(/^\w+/, '$&s')),
  numbers: 'The same in numbers',

  best: 'Your best decision',
  costliest: 'Your costliest decision',
  bestOf: (name: string): string => `Best decision of ${name}`,
  costliestOf: (name: string): string => `Costliest decision of ${name}`,
  turning: 'Turning point',
  close: 'Close call',
  closeBy: (ahead: string, behind: string, margin: string): string => `${capital(ahead)} ${ahead === 'you' ? 'are' : 'is'} only ${margin} ahead of ${behind}`,
  level: (one: string, other: string): string => `${capital(one)} and ${other} are level`,
  noneBest: 'No single move stands out.',
  noneCostly: 'No clear mistake was found.',
  noneTurning: 'Nothing changed much at once.',
  searching: (done: number, all: number | null): string => (all === null ? 'A strong player is looking …' : `A strong player is looking: ${Math.floor((100 * done) / all)}%`),
  waiting: (why: string): string => `Not known yet: ${why}.`,
  at: (chapter: string, n: number): string => `${capital(chapter)} ${n}`,
}

export const review = {
  title: 'Looking back',
  looking: 'looking back',
  whose: 'Decisions of',
  count: (n: number): string => counted(n, 'decision'),
  order: 'Order',
  inOrder: 'In order',
  byCost: 'By cost',
  best: 'best',
  bestMove: 'A strong player found nothing better here.',
  lost: (value: number, unit: string): string => change(-value, unit),
  change,
  amount,
  /** For screen readers. */
  cost: (value: number, unit: string): string =>
    isShare(unit) ? `cost ${Math.round(value * 100)} percentage points of the chance of winning` : `cost ${value.toFixed(1)} ${unit}`,
  before: (who: string): string => `before ${who === 'you' ? 'your' : `${who}’s`} decision`,
  better: (label: string, value: string): string => `better: ${label} · ${value}`,
  betterShort: (value: string): string => `better · ${value}`,
  you: (who: string, label: string, value: string): string => `${who}: ${label}${value ? ` · ${value}` : ''}`,
  youShort: (who: string, value: string): string => `${who}${value ? ` · ${value}` : ''}`,
  why: (label: string): string => `Better: ${label}`,
  whyBest: (label: string): string => `${label}: the best found`,
  measured: (worlds: number, better: string, played: string, unit: string, best: string, own: string): string =>
    `Tried in the same ${worlds} deals that fit what could be seen then: “${better}” ${isShare(unit) ? 'wins' : 'brings'} ${best}, “${played}” ${own}${isShare(unit) ? '' : ` ${unit}`}.`,
  uncertain: 'The difference is small enough to be chance.',
  would: (sentences: string): string => `It would have gone: ${sentences}`,
  then: (sentences: string): string => `What happened: ${sentences}`,
  curve: (unit: string): string => (isShare(unit) ? 'your chance to win' : `your expected ${unit}`),
  curveOf: (name: string, unit: string): string => (isShare(unit) ? `${name}’s chance to win` : `${name}’s expected ${unit}`),
  axis: 'moves, in order',
  even: 'even chance',
  earlier: 'Earlier',
  later: 'Later',
  allHands: 'All hands',
  next: (where: string): string => `Next costly one: ${where}`,
  nextShort: 'Next costly one',
  noneCostly: 'No clear mistake',
  noOther: 'No other costly one',
  details: 'Why, and all decisions',
  stepDetails: 'Steps and more',
  finishing: 'Still looking …',
  playOn: 'Play on from here',
  playOnMore: 'A new practice table with these cards, against bots.',
  link: 'Link to this moment',
  close: 'Close',
  toReplay: 'Replay',
  toReview: 'Look back',
  progress: (done: number, all: number): string => `A strong player has looked at ${done} of ${all} moves.`,
  asking: 'A strong player is looking at this match …',
  failed: (why: string): string => `There is no review: ${why}.`,
  connectionLost: 'the connection was lost again and again while it was being sent',
}
