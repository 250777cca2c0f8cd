/* Random numbers and card sets, as in weatherdeck's kernel: equal bits for equal seeds. */
#ifndef CARDS_H
#define CARDS_H

#include <stdbool.h>
#include <stdint.h>

#define NONE (-1)

/* sfc32, four words of 32 bits. */
typedef struct {
    uint32_t a, b, c, d;
} Rng;

static inline uint32_t rng_next(Rng *rng) {
    uint32_t out = rng->a + rng->b + rng->d++;
    rng->a = rng->b ^ rng->b >> 9;
    rng->b = rng->c + (rng->c << 3);
    rng->c = (rng->c << 21 | rng->c >> 11) + out;
    return out;
}

static inline Rng rng_seeded(int64_t seed) {
    Rng rng = {(uint32_t)seed, (uint32_t)(seed >> 32), 0, 1};
    for (int i = 0; i < 15; i++)
        rng_next(&rng);
    return rng;
}

static inline int rng_below(Rng *rng, int n) {
    return (int)((uint64_t)rng_next(rng) * (uint64_t)n >> 32);
}

static inline int count(int64_t cards) {
    return __builtin_popcountll((uint64_t)cards);
}

static inline int lowest(int64_t cards) {
    return __builtin_ctzll((uint64_t)cards);
}

/* A random choice of n cards of a set, all choices equally likely. */
static inline int64_t some_of(int64_t cards, int n, Rng *rng) {
    int left = count(cards);
    if (n == left)
        return cards;
    int64_t chosen = 0;
    while (n > 0) {
        int taken = rng_below(rng, left--) < n;
        chosen |= cards & -cards & -(int64_t)taken;
        n -= taken;
        cards &= cards - 1;
    }
    return chosen;
}

#endif
