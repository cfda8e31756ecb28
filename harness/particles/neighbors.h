/* Neighbor lists on the host, in the layout that strategies/cpu_arguments.h describes. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/interactions.h"
#include "harness/particles/system.h"
#include "harness/particles/topology.h"

#include <stdint.h>

/**
 * Rows of neighbors. `entry` has start[n] entries; every row is padded with the dummy particle n
 * to a multiple of LIST_PADDING.
 */
struct rows {
    int64_t n;
    int64_t *start;
    int32_t *count;
    int32_t *entry;
    uint8_t *interaction; /* kind of each entry, if stored; otherwise NULL */
    int32_t *run_end; /* ends of kinds in sorted rows, n times `kinds`: the entries of kind k in row
                       * i end before start[i] + run_end[i * kinds + k]; otherwise NULL */
    int64_t pairs;    /* entries without the padding */
    int64_t capacity; /* capacity of `entry` */
};

/** Each pair once, sorted by `first`. */
struct edges {
    int64_t edges;
    int32_t *first, *second;
    uint8_t *interaction; /* kind of each edge, if stored; otherwise NULL */
    int64_t capacity;     /* capacity of each array */
};

/**
 * Lists the pairs whose minimum-image distance is under `range`: with `half` each pair in one row,
 * otherwise in both. The parity of i + j decides which row of a half list has the pair, so that
 * rows are even (about half of a full row) in every particle order. No edge of the box may be under
 * twice the range. Pairs that the topology (NULL: none) excludes are left out. The interactions
 * (NULL: one kind) may require that each entry's kind is stored, or that entries are sorted by it,
 * stably. Uses all threads, with the same rows for every number of them. Allocates zeroed rows;
 * overwrites rows of an earlier build with the same interactions if they are large enough. After an
 * error they are freed.
 */
bool rows_build(const struct system *system, double range, bool half,
                const struct topology *topology, const struct interactions *interactions,
                struct rows *rows, struct error *error);

/** Lists each of these pairs once, as edges: the half list's rows one after another, unpadded. */
bool edges_build(const struct system *system, double range, const struct topology *topology,
                 const struct interactions *interactions, struct edges *edges, struct error *error);

/** Returns the bytes of rows with `kinds` kinds of interaction, and of edges, without spare
 * room. */
int64_t rows_bytes(const struct rows *rows, int kinds);
int64_t edges_bytes(const struct edges *edges);

/** Returns the memory of the first rows_build or edges_build of a homogeneous system. */
struct footprint rows_footprint(const struct system *system, double range, bool half,
                                const struct interactions *interactions);
struct footprint edges_footprint(const struct system *system, double range,
                                 const struct interactions *interactions);

/** Returns the approximate number of edges that edges_build lists for a homogeneous system. */
double edges_expected(const struct system *system, double range);

/** Frees the arrays and zeroes the rest. Zeroed lists may be freed. */
void rows_free(struct rows *rows);
void edges_free(struct edges *edges);
