/** What the lesson says. */
export const lessonText = {
  told: [
    'You are the four winds, and you win or lose together. Between you lie nine piles of cards. When you play, you blow cards toward the player opposite, who collects whatever leaves the board.',
    'The three cards in the corner show what scores for whom. A tick on a side means that the card’s three characteristics score for the player there; a cross means that they deduct. The small signs under each name show the same. To win, your total must be above zero at the end.',
  ],
  blow: 'Hover over a card in your hand, or move the focus there: arrows show what its wind would do. Every face-up card that shares a characteristic with it moves one step. A card that is blown off the board is collected, for plus or minus one. Then play a card.',
  order: 'The wind moves the row nearest the receiver first, and each pile from the top down: a card further down also moves if it is face up and matches. A card that has landed does not move again in the same turn.',
  thinkOfOthers: 'If nearly everything deducts for the player opposite, play a card that moves little, or one that only moves cards within the board, ready for your neighbours.',
  gaps: 'A pile that runs out is a gap for the rest of the game: cards fly over it to the next pile or off the board.',
}
