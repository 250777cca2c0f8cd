import { capital } from '../../words/grammar'

/** What the lesson says. */
export const lessonText = {
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
}
