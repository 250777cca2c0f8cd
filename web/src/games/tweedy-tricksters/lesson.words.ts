/** What the lesson says. */
export const lessonText = {
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
}
