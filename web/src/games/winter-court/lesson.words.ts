/** What the lesson says. */
export const lessonText = {
  told: [
    'A duel for twelve members of a court. The first four, in violet, are the royals: they have the most status. The others have little, but each can do you one favour.',
    'Each member is swayed by one suit or two, shown on its tile. You influence a member with a card of such a suit; its pawn then takes one step toward you, along the line. Whoever has all four royals wins at once; otherwise the higher status wins when the cards run out.',
  ],
  play: 'Your turn: play a card, or pass. Choose a card of your hand and a member that it sways, in either order. Where a card lies already, yours must be higher.',
  commit: 'Nobody has seen your play yet: you may add to it, or take it back. A 1, 2 or 3 of the same suit can be a boost: it counts for this play only. When the total is enough, make the play.',
  draw: 'The pawn has moved. Now draw a card, or none: the game ends when the draw pile does, so whoever is ahead may like it short.',
  again: 'A pawn with your opponent takes two plays: one brings it back to its tile, another one to you. If it is yours already, a play only makes your hold stronger. After a pass you must draw.',
  power: 'You controlled a member with a power when your turn began. Return its pawn to its tile to use it: the button above your hand says what it does. The card stays where it is.',
}
