/* Builds neighbor lists on the host, in the layout that strategies/cpu_arguments.h describes. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/interactions.h"
#include "harness/particles/system.h"
#include "harness/particles/topology.h"

#include <stdint.h>

/**
 * Rows of neighbors, with start[n] entries. Every row is padded to a multiple of LIST_PADDING with
 * n, the index of a particle far from all others.
 */
struct rows {
    int64_t n;
    int64_t *start;
    int32_t *count;
    int32_t *entry;
    uint8_t *interaction; /* kind of interaction of each entry; NULL: not stored */
    int32_t *run_end;     /* ends of kinds in sorted rows: entries of kind k in row i end before
                           * start[i] + run_end[i * kinds + k]; NULL: rows are not sorted */
    int64_t pairs;        /* number of entries without padding */
    int64_t capacity;     /* number of entries that memory is allocated for */
};

/** A list of pairs, each once, sorted by `first`. */
struct edges {
    int64_t edges;
    int32_t *first, *second;
    uint8_t *interaction; /* kind of interaction of each edge; NULL: not stored */
    int64_t capacity;     /* number of edges that memory is allocated for */
};

/**
 * Lists the pairs with a minimum-image distance below `range`: with `half` each pair in one row,
 * otherwise in both. In a half list the parity of i + j decides which row contains a pair. Every
 * row then has about half of a full row's entries, whatever the order of the particles. Each edge
 * of the box must be at least twice the range. Pairs that the topology (NULL: none) excludes are
 * left out. `interactions` (NULL: one kind) may require that each entry's kind of interaction is
 * stored. It may also require that the entries of a row are sorted by kind, stably. Uses all
 * threads; the rows do not depend on their number. Allocates zeroed rows. Overwrites rows of an
 * earlier build with the same interactions if they are large enough. After an error they are freed.
 */
bool rows_build(const struct system *system, double range, bool half,
                const struct topology *topology, const struct interactions *interactions,
                struct rows *rows, struct error *error);

/**
 * Lists the pairs of rows_build once each, as edges: the concatenated rows of the half list,
 * without padding.
 */
bool edges_build(const struct system *system, double range, const struct topology *topology,
                 const struct interactions *interactions, struct edges *edges, struct error *error);

/**
 * Returns the bytes of rows with `kinds` kinds of interaction. The second function returns the
 * bytes of edges. Neither includes spare room.
 */
int64_t rows_bytes(const struct rows *rows, int kinds);
int64_t edges_bytes(const struct edges *edges);

/** Returns the estimated memory of the first rows_build or edges_build of a homogeneous system. */
struct footprint rows_footprint(const struct system *system, double range, bool half,
                                const struct interactions *interactions);
struct footprint edges_footprint(const struct system *system, double range,
                                 const struct interactions *interactions);

/** Returns the approximate number of edges in the list of a homogeneous system. */
double edges_expected(const struct system *system, double range);

/** Frees the arrays and zeroes all members. Zeroed lists may be freed. */
void rows_free(struct rows *rows);
void edges_free(struct edges *edges);
