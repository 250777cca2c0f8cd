import { capital } from '../../words/grammar'

/** What the lesson says. */
export const lessonText = {
  told: [
    'Four players, each for themselves. Every card shows all four suits, one in each corner. Its top edge points somewhere, and all cards of a trick point the same way, like weathervanes in one wind.',
    'You play tricks, but you do not win the cards in them. Each trick decides who takes which Display card, the face-up card in front of each player. You place the card you take in your tableau, a square of four cards, and that is what scores.',
  ],
  lead: 'You lead. Choose any card, then the corner that goes to the centre. That corner sets the suit the others must follow. It also turns the card, so it decides where the trick points. Hover over a corner to see who would take which Display card.',
  follow: (suit: string): string =>
    `${capital(suit)} was led. Your card must point the same way, so only its marked corner can lie at the centre. If you have cards that show ${suit} there, you must play one of them; the others are faded. The highest number in ${suit} wins.`,
  discard: (suit: string): string =>
    `None of your cards shows ${suit} in the right corner, so you may play any card. It cannot win, but it becomes your next Display card.`,
  place: 'You took a Display card, and now you place it. All cards in a tableau point up, and the corners that meet in the middle of the square must show the same suit. The number in each place is what your tableau would be worth: n cards are worth n times n, and each pair of matching corners on the outside adds a point.',
  complete: 'This is the fourth card. The full square is scored at once and cleared away. If its middle shows the suit of your Bonus Token, every card scores one more point.',
}
