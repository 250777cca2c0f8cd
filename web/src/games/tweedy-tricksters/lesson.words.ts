/** What the lesson says. */
export const lessonText = {
  told: [
    'Every card belongs to all four suits at once, Ravens, Foxes, Rats and Toads, with a value on each side. In each round you draft cards, choose the one suit you may lead, get a partner, and play five tricks.',
    'You keep your own score, but you win tricks together with your partner for the round. In the end, the two players with the most points share the victory.',
  ],
  draft: 'Take one of the face-up cards. Everyone sees what you take, so two of your five cards are known to all. High values in one suit are good if you get to lead that suit.',
  suit: 'Take a Suit card: whenever you lead this round, you lead this suit. Look at your hand and choose a suit in which your values are high.',
  partners: 'You sit across from the dealer, so you say who plays with whom. Partners share a mark and a colour.',
  lead: (suit: string): string =>
    `You lead ${suit}. The large number on each card is its value in that suit.`,
  follow: (suit: string): string =>
    `${suit} counts in this trick. You may follow with any card. Partners add their two values; the boxes show both sums. If the sums are equal, the side that did not lead takes the trick.`,
  spare: 'Two tricks score one point, three or four score two, all five score three. A single trick scores nothing, but it keeps the other side from taking all five. Keep a high card that cannot win this trick.',
}
