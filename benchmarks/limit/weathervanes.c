/* Weathervanes in C: random play to the end, with every option and parameter of the rules.
 *
 * State has the same bytes as the record of weatherdeck's rules, and the same seeds give the same games. `deck.h` is
 * written by `build.py` and has the tables of the deck, with the names that they have in the rules. */
#include <string.h>

#include "cards.h"
#include "deck.h"

enum { SEATS = 4, NUMBERS = 24, CORNERS = 4, CELLS = 9, MIDDLE = 4, PLACES = 8, HAND = 11 };
enum { ALL_READINGS = 0xffff, IN_EACH_BOX = 0x1111, RIGHT_COLUMN = 0x124 };
enum { NORTH, EAST, SOUTH, WEST };
enum { PLAY, PLACE, OVER };
enum { FIRST_PLACE = NUMBERS * CORNERS, MAX_LEGAL = HAND * CORNERS };

static const int64_t ALL_CARDS = ((int64_t)1 << 2 * NUMBERS) - 1;
static const int64_t FIRST_COPIES = 0x1555555555555555;

typedef struct {
    int64_t hand[SEATS], cannot_hold[SEATS], discard, aside;
    int16_t score[SEATS];
    int8_t hand_size[SEATS], aside_size, token[SEATS], display[SEATS], played[SEATS], tableau[SEATS][CELLS];
    int16_t occupied[SEATS];
    int8_t final_cards[SEATS], final_matches[SEATS];
    int8_t players, phase, to_move, round, trick, n_played, leader, heading, lead_suit, winner, n_taken, to_place;
    int16_t open_cells;
    int8_t ending, constrained_lead, partial_misere, bonus_no_kens, rounds, cards_dealt;
    int8_t points_of_2, points_of_3, points_of_4, points_per_match, bonus_per_card;
} State;

static const int8_t CELL[PLACES] = {1, 2, 5, 8, 7, 6, 3, 0};

static int16_t BESIDE[1 << CELLS];

__attribute__((constructor)) static void fill_tables(void) {
    for (int cells = 0; cells < 1 << CELLS; cells++)
        for (int o = 0; o < CELLS; o++)
            if (cells >> o & 1) {
                if (o % 3 > 0)
                    BESIDE[cells] |= 1 << (o - 1);
                if (o % 3 < 2)
                    BESIDE[cells] |= 1 << (o + 1);
                if (o > 2)
                    BESIDE[cells] |= 1 << (o - 3);
                if (o < 6)
                    BESIDE[cells] |= 1 << (o + 3);
            }
}

/* Multisets: two bits for each number, the lower one for the first copy. */
static inline int64_t with_one(int64_t cards, int card) {
    int64_t first = (int64_t)1 << 2 * card;
    return cards | (cards & first) << 1 | first;
}

static inline int64_t without(int64_t cards, int card) {
    int64_t bits = (int64_t)3 << 2 * card;
    return (cards & ~bits) | ((cards & bits) >> 1 & bits);
}

static inline int64_t merged(int64_t cards, int64_t more) {
    return cards | more | (cards & more & FIRST_COPIES) << 1;
}

static inline int64_t stacked(int64_t cards) {
    int64_t second = cards >> 1;
    return ((cards | second) & FIRST_COPIES) | (cards & second & FIRST_COPIES) << 1;
}

/* Scoring. */
static inline int readings(const State *s, int seat) {
    int found = ALL_READINGS;
    for (int cells = s->occupied[seat]; cells; cells &= cells - 1) {
        int cell = lowest(cells);
        found &= AGREES[cell][s->tableau[seat][cell]];
    }
    return found;
}

static inline int outer_matches(const State *s, int seat) {
    const int8_t *tableau = s->tableau[seat];
    int occupied = s->occupied[seat], matches = 0;
    for (int cells = occupied & occupied >> 1 & ~RIGHT_COLUMN; cells; cells &= cells - 1) {
        int cell = lowest(cells);
        matches += SIDE[tableau[cell]][EAST] == SIDE[tableau[cell + 1]][WEST];
    }
    for (int cells = occupied & occupied >> 3; cells; cells &= cells - 1) {
        int cell = lowest(cells);
        matches += SIDE[tableau[cell]][SOUTH] == SIDE[tableau[cell + 3]][NORTH];
    }
    return matches;
}

static inline bool has_bonus(const State *s, int seat, bool against) {
    if (count(s->occupied[seat]) < 2 || s->bonus_no_kens)
        return false;
    int possible = readings(s, seat), with_token = possible & IN_EACH_BOX << s->token[seat];
    return against ? with_token == possible : with_token != 0;
}

static inline void score_tableau(State *s, int seat, bool final) {
    bool negative = final && s->partial_misere;
    int n = count(s->occupied[seat]);
    int points = n == 4 ? s->points_of_4 : n == 3 ? s->points_of_3 : n == 2 ? s->points_of_2 : n;
    points += outer_matches(s, seat) * s->points_per_match;
    if (has_bonus(s, seat, negative))
        points += n * s->bonus_per_card;
    s->score[seat] += (int16_t)(negative ? -points : points);
}

/* The tableau. */
static inline void clear_tableau(State *s, int seat) {
    s->occupied[seat] = 0;
    memset(s->tableau[seat], NONE, CELLS);
}

static inline void discard_tableau(State *s, int seat) {
    for (int cells = s->occupied[seat]; cells; cells &= cells - 1)
        s->discard = with_one(s->discard, s->tableau[seat][lowest(cells)]);
    clear_tableau(s, seat);
}

static inline void put(State *s, int seat, int card, int cell) {
    s->phase = PLAY;
    s->to_place = NONE;
    s->open_cells = 0;
    s->tableau[seat][cell] = (int8_t)card;
    s->occupied[seat] |= (int16_t)(1 << cell);
    if (s->ending) {
        score_tableau(s, seat, true);
        s->final_cards[seat] = (int8_t)count(s->occupied[seat]);
        s->final_matches[seat] = (int8_t)outer_matches(s, seat);
    } else if (count(s->occupied[seat]) == CORNERS) {
        score_tableau(s, seat, false);
        discard_tableau(s, seat);
    }
}

static inline int open_cells(const State *s, int seat, int card) {
    int occupied = s->occupied[seat], found = 0;
    for (int open = readings(s, seat); open; open &= open - 1)
        found |= FITS_IN[lowest(open)][card];
    return found & BESIDE[occupied] & ~occupied;
}

static inline bool must_choose(State *s, int seat, int card) {
    if (s->occupied[seat]) {
        s->open_cells = (int16_t)open_cells(s, seat, card);
        if (s->open_cells) {
            s->phase = PLACE;
            s->to_move = (int8_t)seat;
            s->to_place = (int8_t)card;
            return true;
        }
        score_tableau(s, seat, false);
        discard_tableau(s, seat);
    }
    put(s, seat, card, MIDDLE);
    return false;
}

/* Dealing. */
static inline void start_trick(State *s, int leader) {
    s->phase = PLAY;
    s->leader = (int8_t)leader;
    s->to_move = (int8_t)leader;
    s->n_played = 0;
    s->n_taken = 0;
    s->to_place = NONE;
    s->open_cells = 0;
}

static void deal_round(State *s, Rng *rng) {
    int64_t pool = merged(s->discard, s->aside);
    int each = count(pool) / SEATS;
    if (each > s->cards_dealt)
        each = s->cards_dealt;
    for (int seat = 0; seat < SEATS; seat++) {
        int64_t hand = some_of(pool, each, rng);
        pool &= ~hand;
        s->hand[seat] = stacked(hand);
        s->hand_size[seat] = (int8_t)each;
        s->cannot_hold[seat] = 0;
        if (s->token[seat] == 0)
            s->leader = (int8_t)seat;
    }
    s->aside = stacked(pool);
    s->aside_size = (int8_t)count(pool);
    s->discard = 0;
    s->trick = 0;
    start_trick(s, s->leader);
}

static void deal(State *s, Rng *rng) {
    s->players = SEATS;
    s->discard = ALL_CARDS;
    s->aside = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        s->score[seat] = 0;
        s->played[seat] = NONE;
        s->final_cards[seat] = 0;
        s->final_matches[seat] = 0;
        s->token[seat] = (int8_t)seat;
        clear_tableau(s, seat);
    }
    for (int seat = SEATS - 1; seat > 0; seat--) {
        int other = rng_below(rng, seat + 1);
        int8_t suit = s->token[seat];
        s->token[seat] = s->token[other];
        s->token[other] = suit;
    }
    for (int seat = 0; seat < SEATS; seat++) {
        int card = lowest(some_of(s->discard, 1, rng)) >> 1;
        s->discard = without(s->discard, card);
        s->display[seat] = (int8_t)card;
    }
    s->round = 0;
    s->ending = 0;
    s->winner = 0;
    s->heading = 0;
    s->lead_suit = 0;
    deal_round(s, rng);
}

/* The trick. */
static inline int corner_at_centre(int seat, int heading) {
    return (seat + 2 - heading + CORNERS) % CORNERS;
}

static inline int legal(const State *s, uint8_t *out) {
    int n = 0;
    if (s->phase == PLACE) {
        for (int place = 0; place < PLACES; place++) {
            out[n] = (uint8_t)(FIRST_PLACE + place);
            n += s->open_cells >> CELL[place] & 1;
        }
        return n;
    }
    int64_t cards = s->hand[s->to_move] & FIRST_COPIES;
    if (s->n_played == 0) {
        for (; cards; cards &= cards - 1) {
            int card = lowest(cards) >> 1;
            if (s->constrained_lead)
                out[n++] = (uint8_t)(card * CORNERS + CORNER[card][s->token[s->to_move]]);
            else
                for (int corner = 0; corner < CORNERS; corner++)
                    out[n++] = (uint8_t)(card * CORNERS + corner);
        }
        return n;
    }
    int corner = corner_at_centre(s->to_move, s->heading);
    int64_t following = cards & SHOWING[corner][s->lead_suit];
    for (cards = following ? following : cards; cards; cards &= cards - 1)
        out[n++] = (uint8_t)((lowest(cards) >> 1) * CORNERS + corner);
    return n;
}

static inline void play(State *s, int card, int corner) {
    int seat = s->to_move, suit = SUIT[card][corner];
    if (s->n_played == 0) {
        s->heading = (int8_t)corner_at_centre(seat, corner);
        s->lead_suit = (int8_t)suit;
        s->winner = (int8_t)seat;
    } else if (suit != s->lead_suit)
        s->cannot_hold[seat] |= SHOWING[corner][s->lead_suit];
    else if (card > s->played[s->winner])
        s->winner = (int8_t)seat;
    s->hand[seat] = without(s->hand[seat], card);
    s->hand_size[seat]--;
    s->played[seat] = (int8_t)card;
    s->n_played++;
    s->to_move = (int8_t)((seat + 1) % SEATS);
}

static inline void take_displays(State *s) {
    for (; s->n_taken < SEATS; s->n_taken++) {
        int giver = (s->heading + 1 + s->n_taken) % SEATS;
        int card = s->display[giver];
        s->display[giver] = NONE;
        if (must_choose(s, (s->winner + s->n_taken) % SEATS, card))
            return;
    }
}

static inline void place_last_displays(State *s) {
    for (; s->n_taken < SEATS; s->n_taken++) {
        int seat = (s->winner + s->n_taken) % SEATS;
        int card = s->display[seat];
        s->display[seat] = NONE;
        if (must_choose(s, seat, card))
            return;
    }
    s->phase = OVER;
}

static inline void end_trick(State *s, Rng *rng) {
    for (int seat = 0; seat < SEATS; seat++) {
        s->display[seat] = s->played[seat];
        s->played[seat] = NONE;
    }
    s->trick++;
    start_trick(s, s->winner);
    if (s->hand_size[0] > 0)
        return;
    if (s->round < s->rounds - 1) {
        int8_t last = s->token[SEATS - 1];
        memmove(s->token + 1, s->token, SEATS - 1);
        s->token[0] = last;
        s->round++;
        deal_round(s, rng);
    } else
        s->ending = 1;
}

static inline void apply(State *s, int action, Rng *rng) {
    if (s->phase == PLACE) {
        put(s, s->to_move, s->to_place, CELL[action - FIRST_PLACE]);
        s->n_taken++;
    } else {
        play(s, action / CORNERS, action % CORNERS);
        if (s->n_played < SEATS)
            return;
    }
    if (!s->ending) {
        take_displays(s);
        if (s->phase == PLACE)
            return;
        end_trick(s, rng);
    }
    if (s->ending)
        place_last_displays(s);
}

int64_t state_size(void) {
    return sizeof(State);
}

/* Play games with consecutive seeds, each from a blank state. Return the decisions; s is how the last game ended. */
int64_t random_games(const State *blank, State *s, int64_t first_seed, int64_t games) {
    uint8_t actions[MAX_LEGAL + PLACES];
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
