/** What the lesson says. */
export const lessonText = {
  told: [
    'A duel for twelve members of a court. The first four, in violet, are the royals: they have the most status. The others have little, but each has a power you can use.',
    'Each member is swayed by one or two suits, shown on its tile. Influence a member with a card of one of these suits, and its pawn takes one step toward you. Whoever controls all four royals wins at once; otherwise the higher status wins when the cards run out.',
  ],
  play: 'Your turn: play a card, or pass. Choose a card from your hand and a member it sways, in either order. If a card already lies there, yours must be higher.',
  commit: 'Nobody has seen your play yet, so you may add to it or take it back. A 1, 2 or 3 of the same suit can be added as a boost, which counts for this play only. When the total is high enough, make the play.',
  draw: 'The pawn has moved. Now draw a card, or draw none. The game ends when the draw pile runs out, so the leader may prefer to draw.',
  again: 'A pawn with your opponent takes two plays: one brings it back to its tile, a second brings it to you. If it is already yours, a play only strengthens your hold. After a pass you must draw.',
  power: 'You controlled a member with a power when your turn began. To use the power, you return its pawn to its tile; the button above your hand says what it does. The card stays where it is.',
}
