/** What the lesson says. */
export const lessonText = {
  told: [
    'You are the four winds, and you win or lose together. Between you lie nine piles of cards. Whoever plays blows cards toward the player opposite; what leaves the board is collected there.',
    'The three cards in the corner say what is good for whom. A tick on a side: the three characteristics of that card score for the player there. A cross: they deduct. The small signs under each name say the same. Your score together must be above zero at the end.',
  ],
  blow: 'Rest on a card of your hand, or move the focus there: arrows show what its wind would do. Every open card that shares a characteristic with it moves one step; from the last line it is collected, for plus or minus one. Then play one.',
  order: 'The wind takes the line nearest the receiver first, and in each pile it begins at the top: a card below blows too, if it is open and matches. What lands is not blown again in the same turn.',
  thinkOfOthers: 'If nearly everything deducts for the player opposite, play what moves little, or what only moves cards within the board, ready for your neighbours.',
  gaps: 'A pile that runs empty is a gap for the rest of the game: cards fly over it, to the next pile or off the board.',
}
