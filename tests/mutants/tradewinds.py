"""Ways to play Tradewinds wrongly."""

from .mutant import Mutant

MUTANTS = [
    Mutant("TW-1", "three may play", "players=(4,),", "players=(3, 4),", "__init__.py"),
    Mutant(
        "TW-1",
        "the seats have results of their own",
        "(2 * (s.score - s.target) + 1) / (2 * SINGLES + 1)))",
        "(2 * (s.score - s.target) + seat) / (2 * SINGLES + 1)))",
    ),
    Mutant(
        "TW-2",
        "Green comes before Red",
        "FILLED, PARTIAL, HOLLOW, RED, GREEN, BLUE",
        "FILLED, PARTIAL, HOLLOW, GREEN, RED, BLUE",
    ),
    Mutant(
        "TW-2 TW-3",
        "a Complete shows two patterns",
        "[1 << 1 + c // 9 | 1 << 4 + c // 3 % 3 | 1 << 7 + c % 3",
        "[1 << 1 + c // 9 | 1 << 1 + c // 3 % 3 | 1 << 7 + c % 3",
    ),
    Mutant(
        "TW-2",
        "Completes are read shape first",
        "[1 << 1 + c // 9 | 1 << 4 + c // 3 % 3 | 1 << 7 + c % 3",
        "[1 << 1 + c % 3 | 1 << 4 + c // 3 % 3 | 1 << 7 + c // 9",
    ),
    Mutant("TW-3", "five Singles of each", "COPIES = 4", "COPIES = 5"),
    Mutant("TW-3 TW-6", "eleven Trues, nine Falses", "TRUES = 10\nFALSES = 10", "TRUES = 11\nFALSES = 9"),
    Mutant(
        "TW-3", "a turned-up Single stays unseen", "    s.unseen[single] -= 1\n    return single", "    return single"
    ),
    Mutant("TW-4", "piles of five", "FACE_DOWN = 3", "FACE_DOWN = 4"),
    Mutant("TW-4", "Singles are not shuffled", "    pick = rng_below(rng, left)\n", "    pick = 0\n"),
    Mutant(
        "TW-4",
        "every shuffle is the same",
        "        s.top[pile] = draw_single(s, SINGLES - pile, rng)",
        "        s.top[pile] = draw_single(s, SINGLES - pile, [pile, 1, 2, 3])",
    ),
    Mutant(
        "TW-4",
        "Triangle is never on top of the first pile",
        "        s.top[pile] = draw_single(s, SINGLES - pile, rng)",
        "        s.top[pile] = draw_single(s, SINGLES - pile - (4 if pile == 0 else 0), rng)",
    ),
    Mutant("TW-5", "the first triple always", "triple = rng_below(rng, 36)", "triple = 0"),
    Mutant("TW-5", "35 of the triples", "triple = rng_below(rng, 36)", "triple = rng_below(rng, 35)"),
    Mutant("TW-5", "the Completes do not cover all", "ORDERS[triple % 6, i]\n", "ORDERS[triple % 6, 0]\n"),
    Mutant(
        "TW-6",
        "Trues are drawn with replacement",
        "                trues -= 1\n            cards -= 1",
        "            pass",
    ),
    Mutant(
        "TW-6",
        "the first sides have the Trues",
        "            if rng_below(rng, cards) < trues:",
        "            if i == 0 or rng_below(rng, cards) < trues:",
    ),
    Mutant(
        "TW-6",
        "a True scores its first characteristic only",
        "s.scoring[seat] |= SHOWN[s.covering[i]]",
        "s.scoring[seat] |= SHOWN[s.covering[i]] & -SHOWN[s.covering[i]]",
    ),
    Mutant(
        "TW-6",
        "what is not True does not deduct",
        "    return 1 if s.scoring[seat] >> single & 1 else -s.deduction",
        "    return 1 if s.scoring[seat] >> single & 1 else 0",
    ),
    Mutant("TW-7", "seven Completes each", "HAND = 6", "HAND = 7"),
    Mutant(
        "TW-7",
        "Completes are not shuffled",
        "        s.hand[seat] = some_of(pool, each, rng)\n        s.hand_size",
        "        s.hand[seat] = some_of(pool, each, [seat, 1, 2, 3])\n        s.hand_size",
    ),
    Mutant(
        "TW-7",
        "hands are dealt in order",
        "        s.hand[seat] = some_of(pool, each, rng)\n        s.hand_size",
        "        s.hand[seat] = pool\n        while s.hand[seat] & (s.hand[seat] - 1) and bin(s.hand[seat]).count('1') > each:\n            s.hand[seat] &= s.hand[seat] - 1\n        s.hand_size",
    ),
    Mutant(
        "TW-7",
        "the last Complete never goes to the first seat",
        "        s.hand[seat] = some_of(pool, each, rng)\n        s.hand_size",
        "        s.hand[seat] = some_of(pool & ~(1 << 26) if seat == 0 else pool, each, rng)\n        s.hand_size",
    ),
    Mutant(
        "TW-8",
        "North begins by default",
        "rng_below(rng, SEATS) if s.first == NONE else s.first",
        "NORTH if s.first == NONE else s.first",
    ),
    Mutant(
        "TW-8",
        "the option is ignored",
        "rng_below(rng, SEATS) if s.first == NONE else s.first",
        "rng_below(rng, SEATS)",
    ),
    Mutant(
        "TW-9",
        "hands are open",
        "    if s.open_hands:\n        return\n    for other in range(SEATS):\n        if other != seat:\n            s.hand[other] = 0",
        "    return",
    ),
    Mutant(
        "TW-9",
        "the option open_hands is ignored",
        "    if s.open_hands:\n        return\n    for other in range(SEATS):\n        if other != seat:\n            s.hand[other] = 0",
        "    for other in range(SEATS):\n        if other != seat:\n            s.hand[other] = 0",
    ),
    Mutant(
        "TW-9",
        "covered Singles are forgotten",
        "            s.hand[other] = 0\n\n\n@rule\ndef redeal",
        "            s.hand[other] = 0\n    for pile in range(PILES):\n        s.under[pile] = 0\n\n\n@rule\ndef redeal",
    ),
    Mutant(
        "TW-9",
        "the discard pile is hidden",
        "            s.hand[other] = 0\n\n\n@rule\ndef redeal",
        "            s.hand[other] = 0\n    s.discard = 0\n\n\n@rule\ndef redeal",
    ),
    Mutant(
        "TW-10",
        "only the first card may be played",
        "        out[n] = lowest(cards)\n        cards &= cards - 1\n        n += 1\n    return n",
        "        out[n] = lowest(cards)\n        cards = 0\n        n += 1\n    return n",
    ),
    Mutant(
        "TW-10",
        "turns go counter-clockwise",
        "    s.to_move = (seat + 1) % SEATS\n    if is_over(s):",
        "    s.to_move = (seat + 3) % SEATS\n    if is_over(s):",
    ),
    Mutant("TW-10", "the card stays in the hand", "    s.hand[seat] &= ~(1 << complete)\n", ""),
    Mutant(
        "TW-11",
        "the wind of East blows like North's",
        "sorted(range(PILES), key=lambda pile: (pile % LINE, pile)),  # East's",
        "sorted(range(PILES), key=lambda pile: (-(pile // LINE), pile)),  # East's",
    ),
    Mutant(
        "TW-11 TW-15",
        "the left neighbour collects",
        "        receiver = (seat + 2) % SEATS",
        "        receiver = (seat + 1) % SEATS",
    ),
    Mutant(
        "TW-11",
        "only Singles of the pattern move",
        "    matching = SHOWN[complete]\n",
        "    matching = SHOWN[complete] & 0b1110\n",
    ),
    Mutant(
        "TW-11",
        "Singles of two characteristics move",
        "    matching = SHOWN[complete]\n",
        "    matching = SHOWN[complete] & (SHOWN[complete] - 1)\n",
    ),
    Mutant(
        "TW-11",
        "covered Singles blow with what lies on them",
        "        while matching >> s.top[pile] & 1:\n            fly(s, seat, i, lift(s, pile))",
        "        while matching >> s.top[pile] & 1 or s.under[pile] > 0:\n            fly(s, seat, i, lift(s, pile))",
    ),
    Mutant(
        "TW-12",
        "the line nearest the player first",
        "        i = lowest(stirred)\n        stirred &= stirred - 1\n",
        "        i = stirred.bit_length() - 1\n        stirred ^= 1 << i\n",
    ),
    Mutant(
        "TW-12",
        "only the top of a pile blows",
        "        while matching >> s.top[pile] & 1:\n            fly",
        "        if matching >> s.top[pile] & 1:\n            fly",
    ),
    Mutant(
        "TW-12",
        "within a line from the other end",
        "        sorted(range(PILES), key=lambda pile: (pile // LINE, pile)),\n",
        "        sorted(range(PILES), key=lambda pile: (pile // LINE, -pile)),\n",
    ),
    Mutant(
        "TW-13",
        "a card lands under the pile",
        "    s.under[pile] = s.under[pile] * 10 + s.top[pile]\n    s.top[pile] = single",
        "    s.under[pile] = s.under[pile] * 10 + single",
    ),
    Mutant(
        "TW-13",
        "a card is blown to the far end",
        "    while to >= 0 and is_gap(s, AWAY[seat, to]):",
        "    while to >= LINE or to >= 0 and is_gap(s, AWAY[seat, to]):",
    ),
    Mutant(
        "TW-13",
        "a high pile forgets its lowest Singles",
        "        s.deep[pile] = s.under[pile]\n        s.under[pile] = 0",
        "        s.under[pile] = 0",
    ),
    Mutant(
        "TW-14 TW-E3",
        "cards do not fly over gaps",
        "    while to >= 0 and is_gap(s, AWAY[seat, to]):",
        "    while False:",
    ),
    Mutant(
        "TW-14",
        "a pile of face-down cards is a gap",
        "    return s.top[pile] == 0 and s.down[pile] == 0",
        "    return s.top[pile] == 0",
    ),
    Mutant(
        "TW-14 TW-E3", "a card flies over one gap only", "        to -= LINE\n", "        to -= LINE\n        break\n"
    ),
    Mutant(
        "TW-15", "the player who plays collects", "        receiver = (seat + 2) % SEATS", "        receiver = seat"
    ),
    Mutant(
        "TW-15",
        "True and False change places",
        "    return 1 if s.scoring[seat] >> single & 1 else -s.deduction",
        "    return -1 if s.scoring[seat] >> single & 1 else 1",
    ),
    Mutant(
        "TW-15",
        "a True of any player helps",
        "    return 1 if s.scoring[seat] >> single & 1 else -s.deduction",
        "    return 1 if (s.scoring[0] | s.scoring[1] | s.scoring[2] | s.scoring[3]) >> single & 1 else -1",
    ),
    Mutant("TW-15", "collected Singles are not kept", "        s.collected[receiver, single] += 1\n", ""),
    Mutant(
        "TW-16",
        "a card uncovered by the wind is turned up at once",
        "        if is_gap(s, pile):\n            note(EMPTIED, pile)",
        "        if s.top[pile] == 0 and s.down[pile] > 0:\n            s.down[pile] -= 1\n            s.top[pile] = draw_single(s, sum(s.down) + 1, [1, 2, 3, 4])\n        if is_gap(s, pile):\n            note(EMPTIED, pile)",
    ),
    Mutant("TW-16", "face-down cards stay face down", "    turn_up(s, rng)\n", "    pass\n"),
    Mutant(
        "TW-16",
        "nothing is turned up after the last turn",
        "    turn_up(s, rng)\n",
        "    if s.turn < TURNS - 1:\n        turn_up(s, rng)\n",
    ),
    Mutant("TW-16", "one pile a turn is turned up", "        bare &= bare - 1\n", "        bare = 0\n"),
    Mutant("TW-16", "the Complete is discarded face down", "    s.discard |= 1 << action\n", ""),
    Mutant(
        "TW-16",
        "what is turned up is known before",
        "        s.top[pile] = draw_single(s, unseen, rng)\n        unseen -= 1",
        "        s.top[pile] = draw_single(s, unseen, [1, 2, 3, 4])\n        unseen -= 1",
    ),
    Mutant(
        "TW-16",
        "the Complete is discarded before the wind",
        "    blow(s, seat, action)\n    s.discard |= 1 << action\n    note(DISCARDED, seat, action)\n",
        "    s.discard |= 1 << action\n    note(DISCARDED, seat, action)\n    blow(s, seat, action)\n",
    ),
    Mutant("TW-17", "23 turns", "return SEATS * s.cards_dealt", "return SEATS * s.cards_dealt - 1"),
    Mutant("TW-17", "zero wins", "    return s.score >= s.target", "    return s.score >= s.target - 1"),
    Mutant(
        "TW-17",
        "zero is no loss in the returns",
        "(2 * (s.score - s.target) + 1) / (2 * SINGLES + 1)",
        "(2 * (s.score - s.target) + 3) / (2 * SINGLES + 1)",
    ),
    Mutant(
        "TW-17", "deducting cards do not count", "        s.score += points\n", "        s.score += max(0, points)\n"
    ),
    Mutant(
        "TW-E1",
        "the wind of West blows like South's",
        "sorted(range(PILES), key=lambda pile: (-(pile % LINE), pile)),",
        "sorted(range(PILES), key=lambda pile: (pile // LINE, pile)),",
    ),
    Mutant(
        "TW-E2",
        "the wind of North blows like South's",
        "sorted(range(PILES), key=lambda pile: (-(pile // LINE), pile)),  # North's",
        "sorted(range(PILES), key=lambda pile: (pile // LINE, pile)),  # North's",
    ),
    Mutant(
        "TW-E2", "everything scores", "    return 1 if s.scoring[seat] >> single & 1 else -s.deduction", "    return 1"
    ),
    Mutant(
        "TW-E3",
        "only the top of a pile blows",
        "        while matching >> s.top[pile] & 1:\n            fly",
        "        if matching >> s.top[pile] & 1:\n            fly",
    ),
]
