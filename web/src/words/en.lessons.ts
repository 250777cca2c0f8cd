/** What the lessons say. They are loaded with a lesson, not with the first page. */
import { capital } from './grammar'

export const lessons = {
  weathervanes: {
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
  },
  tradewinds: {
    told: [
      'You are the four winds, and you win or lose together. Between you lie nine piles of cards. Whoever plays blows cards toward the player opposite; what leaves the board is collected there.',
      'The three cards in the corner say what is good for whom. A tick on a side: the three characteristics of that card score for the player there. A cross: they deduct. The small signs under each name say the same. Your score together must be above zero at the end.',
    ],
    blow: 'Rest on a card of your hand, or move the focus there: arrows show what its wind would do. Every open card that shares a characteristic with it moves one step; from the last line it is collected, for plus or minus one. Then play one.',
    order: 'The wind takes the line nearest the receiver first, and in each pile it begins at the top: a card below blows too, if it is open and matches. What lands is not blown again in the same turn.',
    thinkOfOthers: 'If nearly everything deducts for the player opposite, play what moves little, or what only moves cards within the board, ready for your neighbours.',
    gaps: 'A pile that runs empty is a gap for the rest of the game: cards fly over it, to the next pile or off the board.',
  },
  winterCourt: {
    told: [
      'A duel for twelve members of a court. The first four, in violet, are the royals: they have the most status. The others have little, but each can do you one favour.',
      'Each member is swayed by one suit or two, shown on its tile. You influence a member with a card of such a suit; its pawn then takes one step toward you, along the line. Whoever has all four royals wins at once; otherwise the higher status wins when the cards run out.',
    ],
    play: 'Your turn: play a card, or pass. Choose a card of your hand and a member that it sways, in either order. Where a card lies already, yours must be higher.',
    commit: 'Nobody has seen your play yet: you may add to it, or take it back. A 1, 2 or 3 of the same suit can be a boost: it counts for this play only. When the total is enough, make the play.',
    draw: 'The pawn has moved. Now draw a card, or none: the game ends when the draw pile does, so whoever is ahead may like it short.',
    again: 'A pawn with your opponent takes two plays: one brings it back to its tile, another one to you. If it is yours already, a play only makes your hold stronger. After a pass you must draw.',
    power: 'You controlled a member with a power when your turn began. Return its pawn to its tile to use it: the button above your hand says what it does. The card stays where it is.',
  },
  tweedy: {
    told: [
      'Every card belongs to all four suits at once, Ravens, Foxes, Rats and Toads, with a value on each side. In each round you draft, choose the one suit you may lead, get a partner, and play five tricks.',
      'You keep your own score, but you win tricks with your partner of the round. In the end the two with the most points share the victory.',
    ],
    draft: 'Take one of the open cards. Everyone sees what you take: two of your five cards are known to all. High values in one suit are good, if you get to lead that suit.',
    suit: 'Take a Suit card: whenever you lead this round, you lead this suit. Look at your hand and choose where your values are high.',
    partners: 'You sit across from the dealer, so you say who plays with whom. Partners share a mark and a colour.',
    lead: (suit: string): string =>
      `You lead, with ${suit} toward the centre: the large number on each card is what it is worth now.`,
    follow: (suit: string): string =>
      `${suit} counts in this trick. You may follow with any card. Partners add up their two values; the boxes show both sums. On equal sums, the side that did not lead takes the trick.`,
    spare: 'Two tricks bring a point, three or four bring two, all five bring three. So the first trick alone is worth nothing, but it keeps the others from a fifth. A high card that cannot win is better kept.',
  },
  fourSeasons: {
    told: [
      'Everyone has a secret role. The seasons are a team whose members do not know each other: each needs the most cards of their own season, and they win only if all of them manage it. Darkness plays alone, and wins by having the most of some season, or with no trick at all.',
      'Your role lies face down above your hand: the button lets you peek. What each player has won stands under their name, by season. You can note down what you think of the others; only you see it.',
    ],
    play: (suit: string | null): string =>
      suit === null
          ? 'You lead any card. The others must follow its suit if they can. Wilds are trumps: the highest wild wins; without one, the highest card of the suit that was led.'
          : `${capital(suit)} was led: follow if you can. Wilds are trumps, but you may play one on a season only if you cannot follow. The winner takes the cards, and the tokens, of the trick.`,
    after: 'Once in each turn, before or after your card, you may play one of your four tokens: Autumn discards a card into the Pit, Spring takes one from it, Summer wins a card out of the trick, Winter skips the trick. Or be done without one.',
    token: 'Try a token now: choose it, then what it acts on. It is won with the trick, and then counts as a card of its season. So tokens matter twice.',
    watch: 'Who collects what, and who helps whom? That is how roles show. A season that collects too openly will be robbed by Darkness.',
  },
}
