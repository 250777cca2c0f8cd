/* Tweedy Tricksters in C: random play to the end, with every parameter of the rules.
 *
 * State has the same bytes as the record of weatherdeck's rules, and the same seeds give the same games. `deck.h` is
 * written by `build.py`: the tables VALUE[kind][suit], KIND[bit], COPIES[kind], BITS[kind] and FIRST_COPIES[0]. */
#include <string.h>

#include "cards.h"
#include "deck.h"

enum { SEATS = 4, CARDS = 20, SUITS = 4, TRICKS = 5, PAIRINGS = 3, LEAST_HIDDEN = 2 };
enum { TAKE_CARD, TAKE_SUIT, PAIR, PLAY, OVER };
enum { FIRST_TAKE = CARDS, FIRST_SUIT = FIRST_TAKE + CARDS, FIRST_PAIRS = FIRST_SUIT + SUITS };
enum { ALL_CARDS = (1 << CARDS) - 1, MAX_LEGAL = CARDS - SEATS * LEAST_HIDDEN };

typedef struct {
    int32_t hidden[SEATS], drafted[SEATS], market, shown;
    int8_t hidden_size[SEATS], suit[SEATS], tricks[SEATS], score[SEATS], played[SEATS];
    int8_t players, phase, to_move, round, dealer, pairing, trick, n_played, leader, target;
    int8_t cards_dealt, drafts_first, pairs_by, points_of_2, points_of_3, points_of_4, points_of_5;
    int8_t target_after, to_target;
} State;

/* Multisets: the copies of a kind have bits in a row, and n copies are the lowest n of them. */
static inline int32_t with_one(int32_t cards, int kind) {
    int32_t bits = (int32_t)BITS[kind];
    return cards | (cards & bits) << 1 | (bits & -bits);
}

static inline int32_t without(int32_t cards, int kind) {
    int32_t bits = (int32_t)BITS[kind];
    return (cards & ~bits) | ((cards & bits) >> 1 & bits);
}

static inline int32_t stacked(int32_t cards) {
    if (FIRST_COPIES[0] == ALL_CARDS) /* no two cards are equal */
        return cards;
    int32_t multiset = 0;
    for (; cards; cards &= cards - 1)
        multiset = with_one(multiset, KIND[lowest(cards)]);
    return multiset;
}

static inline int next_seat(int seat, int steps) {
    return (seat + steps) % SEATS;
}

/* Dealing. */
static inline void start_trick(State *s, int leader) {
    s->leader = (int8_t)leader;
    s->to_move = (int8_t)leader;
    s->n_played = 0;
    memset(s->played, NONE, SEATS);
}

static inline void deal_round(State *s, int dealer, Rng *rng) {
    int32_t pool = ALL_CARDS;
    for (int seat = 0; seat < SEATS; seat++) {
        int32_t cards = (int32_t)some_of(pool, s->cards_dealt, rng);
        pool &= ~cards;
        s->hidden[seat] = stacked(cards);
    }
    s->market = s->shown = stacked(pool);
    s->dealer = (int8_t)dealer;
    memset(s->hidden_size, s->cards_dealt, SEATS);
    memset(s->drafted, 0, sizeof s->drafted);
    memset(s->suit, NONE, SEATS);
    memset(s->tricks, 0, SEATS);
    s->pairing = 0;
    s->trick = 0;
    start_trick(s, dealer);
    s->phase = TAKE_CARD;
    s->to_move = (int8_t)next_seat(dealer, s->drafts_first);
}

static inline void deal(State *s, Rng *rng) {
    s->players = SEATS;
    memset(s->score, 0, SEATS);
    s->round = 0;
    s->target = 0;
    deal_round(s, rng_below(rng, SEATS), rng);
}

/* The trick. */
static inline void take_trick(State *s) {
    int partner_of_leader = s->leader ^ s->pairing, suit = s->suit[s->leader];
    int value[SEATS], led = 0, followed = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        value[seat] = (int)VALUE[s->played[seat]][suit];
        if (seat == s->leader || seat == partner_of_leader)
            led += value[seat];
        else
            followed += value[seat];
    }
    bool leaders_win = led > followed;
    int winner = NONE, highest = 0;
    for (int k = 0; k < SEATS; k++) {
        int seat = next_seat(s->leader, k);
        if ((seat == s->leader || seat == partner_of_leader) == leaders_win) {
            s->tricks[seat]++;
            if (value[seat] > highest) {
                highest = value[seat];
                winner = seat;
            }
        }
    }
    s->trick++;
    start_trick(s, winner);
}

static inline int points_for(const State *s, int tricks) {
    const int points[TRICKS + 1] = {0, 0, s->points_of_2, s->points_of_3, s->points_of_4, s->points_of_5};
    return points[tricks];
}

static inline void end_round(State *s, Rng *rng) {
    int highest = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        s->score[seat] += (int8_t)points_for(s, s->tricks[seat]);
        if (s->score[seat] > highest)
            highest = s->score[seat];
    }
    if (s->round == s->target_after - 1)
        s->target = (int8_t)(highest + s->to_target);
    if (s->target != 0 && highest >= s->target) {
        start_trick(s, s->dealer);
        s->phase = OVER;
        return;
    }
    s->round++;
    deal_round(s, next_seat(s->dealer, 1), rng);
}

/* The verbs. */
static inline int legal(const State *s, uint8_t *out) {
    int n = 0;
    if (s->phase == PLAY) {
        int32_t cards = (s->hidden[s->to_move] | s->drafted[s->to_move]) & (int32_t)FIRST_COPIES[0];
        for (; cards; cards &= cards - 1)
            out[n++] = (uint8_t)KIND[lowest(cards)];
    } else if (s->phase == TAKE_CARD) {
        for (int32_t cards = s->market & (int32_t)FIRST_COPIES[0]; cards; cards &= cards - 1)
            out[n++] = (uint8_t)(FIRST_TAKE + KIND[lowest(cards)]);
    } else if (s->phase == TAKE_SUIT) {
        int taken = 0;
        for (int seat = 0; seat < SEATS; seat++)
            if (s->suit[seat] != NONE)
                taken |= 1 << s->suit[seat];
        for (int suit = 0; suit < SUITS; suit++)
            if (!(taken >> suit & 1))
                out[n++] = (uint8_t)(FIRST_SUIT + suit);
    } else {
        for (; n < PAIRINGS; n++)
            out[n] = (uint8_t)(FIRST_PAIRS + n);
    }
    return n;
}

static inline void play(State *s, int kind, Rng *rng) {
    int seat = s->to_move;
    if (s->drafted[seat] & (int32_t)BITS[kind]) {
        s->drafted[seat] = without(s->drafted[seat], kind);
    } else {
        s->hidden[seat] = without(s->hidden[seat], kind);
        s->hidden_size[seat]--;
        s->shown = with_one(s->shown, kind);
    }
    s->played[seat] = (int8_t)kind;
    s->n_played++;
    s->to_move = (int8_t)next_seat(seat, 1);
    if (s->n_played == SEATS) {
        take_trick(s);
        if (s->trick == TRICKS)
            end_round(s, rng);
    }
}

static inline void draft(State *s, int kind) {
    int seat = s->to_move;
    s->market = without(s->market, kind);
    s->drafted[seat] = with_one(s->drafted[seat], kind);
    s->to_move = (int8_t)next_seat(seat, 1);
    if (s->market == 0) {
        s->phase = TAKE_SUIT;
        s->to_move = (int8_t)next_seat(s->dealer, 1);
    }
}

static inline void take_suit(State *s, int suit) {
    int seat = s->to_move;
    s->suit[seat] = (int8_t)suit;
    s->to_move = (int8_t)next_seat(seat, 1);
    if (seat == s->dealer) {
        s->phase = PAIR;
        s->to_move = (int8_t)next_seat(s->dealer, s->pairs_by);
    }
}

static inline void apply(State *s, int action, Rng *rng) {
    if (s->phase == PLAY) {
        play(s, action, rng);
    } else if (s->phase == TAKE_CARD) {
        draft(s, action - FIRST_TAKE);
    } else if (s->phase == TAKE_SUIT) {
        take_suit(s, action - FIRST_SUIT);
    } else {
        s->pairing = (int8_t)(action - FIRST_PAIRS + 1);
        s->phase = PLAY;
        s->to_move = s->leader;
    }
}

int64_t state_size(void) {
    return sizeof(State);
}

/* Play games with consecutive seeds, each from a blank state. Return the decisions; s is how the last game ended. */
int64_t random_games(const State *blank, State *s, int64_t first_seed, int64_t games) {
    uint8_t actions[MAX_LEGAL];
    int64_t decisions = 0;
    for (int64_t game = 0; game < games; game++) {
        Rng rng = rng_seeded(first_seed + game);
        *s = *blank;
        deal(s, &rng);
        while (s->phase != OVER) {
            int n = legal(s, actions);
            apply(s, actions[rng_below(&rng, n)], &rng);
            decisions++;
        }
    }
    return decisions;
}
