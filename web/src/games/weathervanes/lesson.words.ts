import { capital } from '../../words/grammar'

/** What the lesson says. */
export const lessonText = {
  told: [
    'Four players, each for themselves. Every card carries all four suits, one in each corner, and a top that points: all cards of a trick point the same way, like weathervanes in one wind.',
    'You play tricks, but not to win cards from the trick. The wind of a trick decides who takes which Display, the open card before each player. What you take goes into your tableau, a square of four cards; and that is what scores.',
  ],
  lead: 'You lead. Choose any card, then the corner that goes to the centre. The corner sets the suit that the others must follow. And it turns the card, so it decides where the trick points. Rest on a corner to see what it would do: who would take which Display.',
  follow: (suit: string): string =>
    `${capital(suit)} was led. Your card must point the same way, so only one of its corners can lie at the centre: the marked one. Cards that show ${suit} there must be played; the others fade. The highest number in ${suit} wins.`,
  discard: (suit: string): string =>
    `None of your cards shows ${suit} in the right corner, so you may play any. It cannot win, but it will be your next Display.`,
  place: 'You took a Display and place it now. All cards of a tableau point up. The corners that meet in the middle of the square must show the same suit. The number in a place is what the tableau would then be worth: n cards are worth n times n, and matching corners on the outside add a point each.',
  complete: 'This is the fourth card: the square is full, is scored at once, and is cleared away. If its middle is of the suit of your Bonus Token, every card brings one point more.',
}
