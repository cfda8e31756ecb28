#include "harness/particles/exclusion_strings.h"

#include "harness/base/memory.h"
#include "strategies/gpu_arguments.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/** Hash table of the strings so far, with the place and the reach of each; reach -1: free. */
struct known {
    int64_t room; /* a power of two */
    struct {
        int32_t place, reach;
    } * string;
};

static bool bit_at(const uint32_t *word, int64_t bit)
{
    return (word[bit / 32] >> bit % 32 & 1) != 0;
}

static void set_bit(uint32_t *word, int64_t bit)
{
    word[bit / 32] |= (uint32_t)1 << bit % 32;
}

static bool same_bits(const uint32_t *word, int64_t a, int64_t b, int64_t bits)
{
    for (int64_t k = 0; k < bits; k++)
        if (bit_at(word, a + k) != bit_at(word, b + k))
            return false;
    return true;
}

static void clear_bits(uint32_t *word, int64_t first, int64_t bits)
{
    for (int64_t k = first; k < first + bits; k++)
        word[k / 32] &= ~((uint32_t)1 << k % 32);
}

/** Returns the largest difference of indices between particle i and a partner that is excluded. */
static int64_t reach_of(const struct topology *topology, int32_t i, const int32_t *order)
{
    const int32_t *excluded = topology->excluded;
    int64_t reach = 0;
    for (int32_t k = excluded[i]; k < excluded[i + 1]; k++) {
        const int64_t away = llabs((int64_t)order[excluded[k]] - order[i]);
        reach = away > reach ? away : reach;
    }
    return reach;
}

/** Returns the place of particle i's string; appends the string if no equal string exists. */
static int64_t place_of(const struct topology *topology, int32_t i, const int32_t *order,
                        int64_t reach, struct known *known, struct exclusion_strings *strings)
{
    const int32_t *excluded = topology->excluded;
    const int64_t place = strings->bits + reach, bits = 2 * reach + 1;
    uint64_t key = (uint64_t)reach;
    set_bit(strings->word, place); /* the particle itself */
    for (int32_t k = excluded[i]; k < excluded[i + 1]; k++)
        set_bit(strings->word, place + order[excluded[k]] - order[i]);
    for (int64_t k = -reach; k <= reach; k++)
        if (bit_at(strings->word, place + k))
            key = (key ^ (uint64_t)(k + reach)) * 0x9e3779b97f4a7c15ULL;
    for (uint64_t slot = key >> 20;; slot++) {
        int32_t *of_place = &known->string[slot & (uint64_t)(known->room - 1)].place;
        int32_t *of_reach = &known->string[slot & (uint64_t)(known->room - 1)].reach;
        if (*of_reach == reach &&
            same_bits(strings->word, *of_place - reach, strings->bits, bits)) {
            clear_bits(strings->word, strings->bits, bits);
            return *of_place;
        }
        if (*of_reach < 0) {
            *of_place = (int32_t)place;
            *of_reach = (int32_t)reach;
            strings->bits += bits;
            return place;
        }
    }
}

static bool fill(const struct topology *topology, int64_t n, const int32_t *order,
                 struct known *known, struct exclusion_strings *strings, struct error *error)
{
    enum { BITS = 32 * EXCLUSION_WORDS };
    for (int32_t i = 0; i < n; i++) {
        const int64_t reach = reach_of(topology, i, order);
        if (strings->bits + 2 * reach + 1 > BITS) {
            error_set(error, EXIT_ENVIRONMENT,
                      "bit strings of exclusions have at most %d bits, which is too few: particle "
                      "%d is excluded from one %" PRId64 " away",
                      BITS, order[i] + 1, reach);
            return error_too_large(error);
        }
        strings->of[i][0] = order[i];
        strings->of[i][1] = (int32_t)place_of(topology, i, order, reach, known, strings);
        strings->of[i][2] = (int32_t)reach;
        strings->of[i][3] = 0;
    }
    const int32_t none[4] = {-1, 0, -1, 0};
    memcpy(strings->of[n], none, sizeof none);
    return true;
}

bool exclusion_strings_build(const struct topology *topology, int64_t n, const int32_t *order,
                             struct exclusion_strings *strings, struct error *error)
{
    /* a string has at least one bit, so at least half of the table's slots stay free */
    struct known known = {.room = 2 * 32 * (int64_t)EXCLUSION_WORDS};
    while ((known.room & (known.room - 1)) != 0)
        known.room += known.room & -known.room;
    *strings = (struct exclusion_strings){0};
    strings->of = memory_allocate(n + 1, sizeof *strings->of, "exclusions", error);
    strings->word =
        memory_allocate_zeroed(EXCLUSION_WORDS, sizeof *strings->word, "exclusions", error);
    known.string = memory_allocate(known.room, sizeof *known.string, "exclusions", error);
    bool fine = strings->of != NULL && strings->word != NULL && known.string != NULL;
    for (int64_t k = 0; fine && k < known.room; k++)
        known.string[k].reach = -1;
    fine = fine && fill(topology, n, order, &known, strings, error);
    free(known.string);
    if (!fine)
        exclusion_strings_free(strings);
    return fine;
}

double exclusion_strings_bytes(int64_t n)
{
    const struct exclusion_strings *strings = NULL;
    return (double)(n + 1) * sizeof *strings->of + EXCLUSION_WORDS * sizeof *strings->word;
}

void exclusion_strings_free(struct exclusion_strings *strings)
{
    free(strings->of);
    free(strings->word);
    *strings = (struct exclusion_strings){0};
}
