/** How the lines of a chart differ: by shape and dash besides colour. The first is the reader's own. */
export interface Mark {
  /** A path around 0, 0. */
  shape: string
  dash: string
  colour: string
}

const MARKS: Mark[] = [
  { shape: 'M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0', dash: '', colour: 'var(--accent)' },
  { shape: 'M0 -7L7 0L0 7L-7 0Z', dash: '', colour: 'var(--line-1)' },
  { shape: 'M-5.5 -5.5h11v11h-11Z', dash: '7 5', colour: 'var(--line-2)' },
  { shape: 'M0 -6.5L6.5 5H-6.5Z', dash: '2 5', colour: 'var(--line-3)' },
  { shape: 'M-6.5 -2H-2V-6.5H2V-2H6.5V2H2V6.5H-2V2H-6.5Z', dash: '10 4 2 4', colour: 'var(--line-4)' },
  { shape: 'M0 6.5L6.5 -5H-6.5Z', dash: '14 5', colour: 'var(--line-5)' },
]

/** The mark of a seat: mine is the first, the others follow in order. A spectator has none. */
export function markOf(seat: number, mine: number | null): Mark {
  const n = seat === mine ? 0 : mine === null || seat < mine ? seat + 1 : seat
  return MARKS[n % MARKS.length] as Mark
}
