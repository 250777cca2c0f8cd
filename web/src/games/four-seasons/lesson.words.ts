import { capital } from '../../words/grammar'

/** What the lesson says. */
export const lessonText = {
  told: [
    'Everyone has a secret role. The seasons are a team, but its members do not know each other. Each needs the most cards of their own season, and they win only if all of them succeed. Darkness plays alone and wins by having the most of some season, or by winning no trick at all.',
    'Your role lies face down above your hand; the button lets you peek. What each player has won is shown under their name, by season. You can note your guesses about the others; only you see them.',
  ],
  play: (suit: string | null): string =>
    suit === null
        ? 'Lead any card. The others must follow its suit if they can. Wilds are trumps: the highest wild wins, or else the highest card of the suit led.'
        : `${capital(suit)} was led: follow suit if you can. Wilds are trumps, but you may play one on a season only if you cannot follow suit. The winner takes the cards and tokens of the trick.`,
  after: 'Once per turn, before or after your card, you may play one of your four tokens: Autumn discards a card into the Pit, Spring takes one from it, Summer wins a card out of the trick, and Winter skips the trick. Or end your turn without one.',
  token: 'Try a token now: choose it, then choose what to use it on. Whoever wins the trick also wins the token, and it counts as a card of its season. So tokens matter twice.',
  watch: 'Who collects what, and who helps whom? That is how you can tell the roles. If a season collects too openly, Darkness will step in.',
}
