/* Bonded terms and excluded pairs of each particle, in the form that kernels read. */
#pragma once

#include "harness/base/error.h"
#include "harness/particles/system.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * The bonded terms of particle i are entry[start[i]] … entry[start[i + 1] - 1]. An entry has a
 * number that encodes form, row and role (topology_word), then the remaining members in their
 * order, and -1 after the last. Every term is in the rows of all its members.
 *
 * Particle i does not interact as a pair with the particles excluded[excluded[i]] …
 * excluded[excluded[i + 1] - 1]. Each of them occurs once. The first n + 1 numbers of the array are
 * the bounds of the rows that follow.
 */
struct topology {
    int32_t *start;                   /* n + 1 bounds of rows; NULL: there are no bonded terms */
    int32_t (*entry)[BONDED_MEMBERS]; /* start[n] entries */
    int32_t *excluded;                /* excluded[n] numbers; NULL: there are no excluded pairs */
};

/**
 * Returns the first number of an entry. It consists of the term's row, its form in five bits, and
 * its role in the lowest two bits. The role is the index of the particle among the members.
 */
static inline int32_t topology_word(const struct bonded *term, int role)
{
    return term->row << 7 | term->form << 2 | role;
}

static inline int topology_role(int32_t word)
{
    return word & 3;
}

static inline int topology_form(int32_t word)
{
    return word >> 2 & 31;
}

static inline int32_t topology_row(int32_t word)
{
    return word >> 7;
}

/**
 * Builds the rows of a system's bonded terms and excluded pairs. EXIT_USAGE with the particle if a
 * member does not exist or occurs twice.
 */
bool topology_build(const struct system *system, struct topology *topology, struct error *error);

/**
 * List of bonded terms, each once. Terms of the same form are consecutive, in the order of their
 * first members.
 */
struct term_list {
    int64_t count;
    int32_t *word;                     /* topology_word of the term with role 0 */
    int32_t (*member)[BONDED_MEMBERS]; /* members in their order; -1 after the last */
};

/** Lists the bonded terms of a topology of n particles; EXIT_ENVIRONMENT if memory runs out. */
bool topology_list_terms(const struct topology *topology, int64_t n, struct term_list *list,
                         struct error *error);

/** Returns the bytes of the list of a system's terms. */
double term_list_bytes(const struct system *system);

/** Frees the arrays of a list, which may be zeroed. */
void term_list_free(struct term_list *list);

/**
 * Returns the number of bonded terms of a system, including the terms of excluded pairs if the
 * model has them.
 */
int64_t topology_terms(const struct system *system);

/** Returns an upper bound on the bytes of a system's topology. */
double topology_bytes(const struct system *system);

/** Returns the largest number of excluded partners that any of n particles has. */
int32_t topology_exclusions_most(const struct topology *topology, int64_t n);

/** Frees the arrays of a topology, which may be zeroed. */
void topology_free(struct topology *topology);

/** Whether particles i and j are an excluded pair. */
static inline bool topology_excludes(const struct topology *topology, int64_t i, int64_t j)
{
    const int32_t *excluded = topology->excluded;
    if (excluded == NULL)
        return false;
    for (int32_t k = excluded[i]; k < excluded[i + 1]; k++)
        if (excluded[k] == j)
            return true;
    return false;
}
