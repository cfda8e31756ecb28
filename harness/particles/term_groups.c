#include "harness/particles/term_groups.h"

#include "harness/base/memory.h"
#include "strategies/term_group.h"

#include <stdlib.h>
#include <string.h>

/* The group that is being filled. */
struct filling {
    int32_t number;
    int32_t own, places, terms;
    int32_t place[TERM_GROUP_PLACES]; /* own particles; other members of the terms follow when the
                                       * group is closed */
    int32_t term[TERM_GROUP_TERMS];
};

/* State of the division of particles into groups. */
struct division {
    struct term_list list;
    int32_t *start;      /* n + 1 indices in `of`, at which each particle's terms begin */
    int32_t *of;         /* terms of each particle, as 4 * term + member */
    int32_t *place;      /* index of the particle with each number in the system */
    int32_t *group_of;   /* last group that contains each particle; -1: none */
    int32_t *local;      /* index of the particle in that group */
    int32_t *term_group; /* last group that contains each term; -1: none */
    int32_t *term_local; /* index of the term in that group */
    struct filling now;
};

static void division_free(struct division *d)
{
    int32_t **const arrays[] = {&d->start, &d->of,         &d->place,     &d->group_of,
                                &d->local, &d->term_group, &d->term_local};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        free(*arrays[k]);
    term_list_free(&d->list);
}

static bool division_start(const struct topology *topology, int64_t n, const int32_t *order,
                           struct division *d, struct error *error)
{
    if (!topology_list_terms(topology, n, &d->list, error))
        return false;
    const int64_t terms = d->list.count;
    d->start = memory_allocate_zeroed(n + 2, sizeof *d->start, "groups of terms", error);
    d->of = memory_allocate(topology->start[n], sizeof *d->of, "groups of terms", error);
    d->place = memory_allocate(n, sizeof *d->place, "groups of terms", error);
    d->group_of = memory_allocate(n, sizeof *d->group_of, "groups of terms", error);
    d->local = memory_allocate(n, sizeof *d->local, "groups of terms", error);
    d->term_group = memory_allocate(terms, sizeof *d->term_group, "groups of terms", error);
    d->term_local = memory_allocate(terms, sizeof *d->term_local, "groups of terms", error);
    if (d->start == NULL || d->of == NULL || d->place == NULL || d->group_of == NULL ||
        d->local == NULL || d->term_group == NULL || d->term_local == NULL)
        return false;
    for (int64_t i = 0; i < n; i++) {
        d->place[order[i]] = (int32_t)i;
        d->start[i + 2] = d->start[i + 1] + topology->start[i + 1] - topology->start[i];
    }
    for (int32_t t = 0; t < terms; t++)
        for (int m = 0; m < BONDED_MEMBERS && d->list.member[t][m] >= 0; m++)
            d->of[d->start[d->list.member[t][m] + 1]++] = BONDED_MEMBERS * t + m;
    return true;
}

/*
 * Counts the terms that particle i would add to a group. `places` becomes an upper bound on the
 * number of particles that it would add.
 */
static void count_more(const struct division *d, int32_t i, int32_t *terms, int32_t *places)
{
    *terms = 0;
    *places = d->group_of[i] == d->now.number ? 0 : 1;
    for (int32_t k = d->start[i]; k < d->start[i + 1]; k++) {
        const int32_t t = d->of[k] / BONDED_MEMBERS;
        if (d->term_group[t] == d->now.number)
            continue;
        (*terms)++;
        for (int m = 0; m < BONDED_MEMBERS && d->list.member[t][m] >= 0; m++) {
            const int32_t j = d->list.member[t][m];
            *places += j != i && d->group_of[j] != d->now.number;
        }
    }
}

/* Adds particle i to the group, with its terms and their members. */
static void add_particle(struct division *d, int32_t i)
{
    struct filling *now = &d->now;
    now->places += d->group_of[i] != now->number;
    d->group_of[i] = now->number;
    now->place[now->own++] = i;
    for (int32_t k = d->start[i]; k < d->start[i + 1]; k++) {
        const int32_t t = d->of[k] / BONDED_MEMBERS;
        if (d->term_group[t] == now->number)
            continue;
        d->term_group[t] = now->number;
        now->term[now->terms++] = t;
        for (int m = 0; m < BONDED_MEMBERS && d->list.member[t][m] >= 0; m++) {
            now->places += d->group_of[d->list.member[t][m]] != now->number;
            d->group_of[d->list.member[t][m]] = now->number;
        }
    }
}

/* Compares terms by form, then by the indices of their first members in the group. */
static int compare_terms(const void *a, const void *b, void *division)
{
    const struct division *d = division;
    const int32_t s = *(const int32_t *)a, t = *(const int32_t *)b;
    const int32_t forms[] = {topology_form(d->list.word[s]), topology_form(d->list.word[t])};
    const int32_t places[] = {d->local[d->list.member[s][0]], d->local[d->list.member[t][0]]};
    return forms[0] != forms[1]     ? (forms[0] > forms[1]) - (forms[0] < forms[1])
           : places[0] != places[1] ? (places[0] > places[1]) - (places[0] < places[1])
                                    : (s > t) - (s < t);
}

/* Adds the other members of the group's terms after its own particles. */
static void place_others(struct division *d)
{
    struct filling *now = &d->now;
    int32_t places = now->own;
    for (int32_t k = 0; k < now->own; k++) {
        d->local[now->place[k]] = k;
        d->group_of[now->place[k]] = -1; /* only the other members then keep the number of this
                                          * group */
    }
    for (int32_t t = 0; t < now->terms; t++) {
        const int32_t *member = d->list.member[now->term[t]];
        for (int m = 0; m < BONDED_MEMBERS && member[m] >= 0; m++) {
            if (d->group_of[member[m]] != now->number)
                continue;
            d->group_of[member[m]] = -1;
            d->local[member[m]] = places;
            now->place[places++] = member[m];
        }
    }
    now->places = places;
}

/* Writes the rows and slots of the group's own particles. */
static void write_slots(const struct division *d, int32_t *row, uint16_t *slot)
{
    const struct filling *now = &d->now;
    int32_t slots = 0;
    for (int32_t k = 0; k < now->own; k++) {
        const int32_t i = now->place[k];
        row[k] = slots;
        for (int32_t e = d->start[i]; e < d->start[i + 1]; e++) {
            const int32_t t = d->of[e] / BONDED_MEMBERS, m = d->of[e] % BONDED_MEMBERS;
            slot[slots++] = (uint16_t)(m * now->terms + d->term_local[t]);
        }
    }
    row[now->own] = slots;
}

/* Writes the filled group to its part of the array, which begins at `begin`. */
static void write_group(struct division *d, int32_t begin, int32_t *data)
{
    struct filling *now = &d->now;
    const int32_t head[TERM_GROUP_HEAD] = {begin, now->own, now->places, now->terms};
    int32_t *row = data + begin + now->places, *word = row + now->own + 1;
    uint8_t *member = (uint8_t *)(word + now->terms);
    memcpy(data + TERM_GROUP_HEAD * (now->number + 1), head, sizeof head);
    memcpy(data + begin, now->place, (size_t)now->places * sizeof *data);
    for (int32_t k = 0; k < now->terms; k++) {
        const int32_t t = now->term[k], *of = d->list.member[t];
        d->term_local[t] = k;
        word[k] = d->list.word[t];
        for (int m = 0; m < BONDED_MEMBERS; m++)
            member[BONDED_MEMBERS * k + m] = (uint8_t)d->local[of[m] >= 0 ? of[m] : of[0]];
    }
    write_slots(d, row, (uint16_t *)(word + 2 * (int64_t)now->terms));
}

/* Closes the filled group, and begins a new one. Without `data`, only counts. */
static void close_group(struct division *d, struct term_groups *groups)
{
    struct filling *now = &d->now;
    int64_t slots = 0;
    place_others(d);
    qsort_r(now->term, (size_t)now->terms, sizeof *now->term, compare_terms, d);
    for (int32_t k = 0; k < now->own; k++)
        slots += d->start[now->place[k] + 1] - d->start[now->place[k]];
    if (groups->data != NULL)
        write_group(d, (int32_t)groups->size, groups->data);
    groups->size += now->places + now->own + 1 + 2 * (int64_t)now->terms + (slots + 1) / 2;
    groups->groups++;
    if (now->terms > groups->most_terms)
        groups->most_terms = now->terms;
    *now = (struct filling){.number = now->number + 1};
}

/* Whether the group has room for particle i and its terms. */
static bool has_room(const struct division *d, int32_t i)
{
    int32_t terms, places;
    count_more(d, i, &terms, &places);
    return d->now.terms + terms <= TERM_GROUP_TERMS && d->now.places + places <= TERM_GROUP_PLACES;
}

/*
 * Divides the particles into groups. Counts the groups and the numbers that describe them. If
 * `data` is not NULL, writes the numbers there, after the heads of `heads` groups.
 */
static bool divide(struct division *d, int64_t n, int32_t heads, struct term_groups *groups,
                   struct error *error)
{
    memset(d->group_of, -1, (size_t)n * sizeof *d->group_of);
    memset(d->term_group, -1, (size_t)d->list.count * sizeof *d->term_group);
    d->now = (struct filling){.number = 0};
    groups->groups = 0;
    groups->size = TERM_GROUP_HEAD * (1 + (int64_t)heads);
    for (int64_t number = 0; number < n; number++) {
        const int32_t i = d->place[number];
        if (!has_room(d, i) && d->now.own > 0)
            close_group(d, groups);
        if (!has_room(d, i))
            return error_set(error, EXIT_USAGE,
                             "particle %lld has %d bonded terms: a group has room for %d terms of "
                             "%d particles; expected bonded gather or scatter",
                             (long long)number, (int)(d->start[i + 1] - d->start[i]),
                             TERM_GROUP_TERMS, TERM_GROUP_PLACES);
        add_particle(d, i);
    }
    close_group(d, groups);
    return true;
}

static bool write_groups(struct division *d, int64_t n, struct term_groups *groups,
                         struct error *error)
{
    if (!divide(d, n, 0, groups, error))
        return false;
    const int32_t heads = groups->groups;
    groups->size += TERM_GROUP_HEAD * (int64_t)heads;
    if (groups->size > INT32_MAX)
        return error_set(error, EXIT_ENVIRONMENT, "too many bonded terms for 32-bit indices");
    groups->data =
        memory_allocate_zeroed(groups->size, sizeof *groups->data, "groups of terms", error);
    if (groups->data == NULL || !divide(d, n, heads, groups, error))
        return false;
    groups->data[0] = heads;
    return true;
}

bool term_groups_build(const struct topology *topology, int64_t n, const int32_t *order,
                       struct term_groups *groups, struct error *error)
{
    struct division division = {0};
    *groups = (struct term_groups){0};
    const bool fine = division_start(topology, n, order, &division, error) &&
                      write_groups(&division, n, groups, error);
    division_free(&division);
    if (!fine)
        term_groups_free(groups);
    return fine;
}

double term_groups_bytes(const struct system *system)
{
    const double n = (double)system->n, terms = (double)topology_terms(system);
    /* Numbers per particle: its index, a row and a share of a head. Numbers per term: two in each
     * group, and a term may be in two groups. Each slot is half a number. */
    return sizeof(int32_t) * (3 * n + 4 * terms + BONDED_MEMBERS * terms / 2);
}

void term_groups_free(struct term_groups *groups)
{
    free(groups->data);
    *groups = (struct term_groups){0};
}
