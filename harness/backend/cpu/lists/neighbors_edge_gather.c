/* Edges on the CPU, with each particle's edges as first and as second end. */
#include "harness/backend/cpu/lists/cpu_neighbors.h"
#include "harness/base/machine/first_touch.h"
#include "harness/particles/neighbors.h"
#include "strategies/edge_gather/cpu_ends.h"

#include <stdlib.h>

struct kept {
    struct edges edges;
    int64_t n;
    int64_t *first_start, *second_start; /* n + 1 elements each */
    uint32_t *second;
    int64_t capacity; /* number of elements of `second` */
    struct cpu_ends arguments;
};

static void free_kept(void *context)
{
    struct kept *kept = context;
    edges_free(&kept->edges);
    free(kept->first_start);
    free(kept->second_start);
    free(kept->second);
    *kept = (struct kept){0};
}

static bool allocate(struct kept *kept, int64_t n, struct error *error)
{
    static const char what[] = "ends of edges";
    const int64_t edges = kept->edges.edges;
    if (edges > UINT32_MAX)
        return error_set(error, EXIT_ENVIRONMENT, "too many edges for numbers of 32 bits");
    if (kept->n != n) {
        free(kept->first_start);
        free(kept->second_start);
        kept->first_start = first_touch_allocate(n + 1, sizeof *kept->first_start, what, error);
        kept->second_start = first_touch_allocate(n + 1, sizeof *kept->second_start, what, error);
        kept->n = n;
    }
    if (kept->second == NULL || kept->capacity < edges) {
        free(kept->second);
        kept->capacity = edges + edges / 16 + 1;
        kept->second = first_touch_allocate(kept->capacity, sizeof *kept->second, what, error);
    }
    return kept->first_start != NULL && kept->second_start != NULL && kept->second != NULL;
}

/* Computes the start of each particle's edges, for a sort by one end. */
static void count(const struct edges *edges, const int32_t *end, int64_t n, int64_t *start)
{
    for (int64_t i = 0; i <= n; i++)
        start[i] = 0;
    for (int64_t k = 0; k < edges->edges; k++)
        start[end[k] + 1]++;
    for (int64_t i = 0; i < n; i++)
        start[i + 1] += start[i];
}

/*
 * Sorts the numbers of the edges by their second end. Filling advances each start to the next
 * particle's start, so the starts are shifted back at the end.
 */
static void place(struct kept *kept)
{
    int64_t *start = kept->second_start;
    for (int64_t k = 0; k < kept->edges.edges; k++)
        kept->second[start[kept->edges.second[k]]++] = (uint32_t)k;
    for (int64_t i = kept->n; i > 0; i--)
        start[i] = start[i - 1];
    start[0] = 0;
}

static bool build(const struct cpu_neighbor_source *source, void *context,
                  struct cpu_neighbor_built *built, struct error *error)
{
    struct kept *kept = context;
    const int64_t n = source->system->n;
    if (!edges_build(source->system, source->cutoff + source->skin, source->topology,
                     source->interactions, &kept->edges, error) ||
        !allocate(kept, n, error)) {
        free_kept(kept);
        return false;
    }
    count(&kept->edges, kept->edges.first, n, kept->first_start);
    count(&kept->edges, kept->edges.second, n, kept->second_start);
    place(kept);
    const struct edges *edges = &kept->edges;
    kept->arguments = (struct cpu_ends){
        .edges = {.edges = edges->edges,
                  .first = edges->first,
                  .second = edges->second,
                  .interaction = edges->interaction},
        .first_start = kept->first_start,
        .second_start = kept->second_start,
        .second = kept->second,
    };
    *built = (struct cpu_neighbor_built){
        .arguments = &kept->arguments,
        .pairs_listed = edges->edges,
        .list_bytes = edges_bytes(edges) + edges->edges * (int64_t)sizeof *kept->second +
                      2 * (n + 1) * (int64_t)sizeof *kept->first_start,
        .outputs = edges->edges,
    };
    return true;
}

static struct cpu_neighbor_estimate estimate(const struct cpu_neighbor_source *source)
{
    const double n = (double)source->system->n;
    const double range = source->cutoff + source->skin;
    struct cpu_neighbor_estimate need = {
        .memory = edges_footprint(source->system, range, source->interactions),
        .outputs = edges_expected(source->system, range),
    };
    footprint_keep(&need.memory,
                   2 * n * sizeof(int64_t) + 17. / 16 * need.outputs * sizeof(uint32_t));
    return need;
}

const struct cpu_neighbor_structure cpu_neighbors_edge_gather = {
    .size = sizeof(struct kept),
    .build = build,
    .estimate = estimate,
    .free = free_kept,
};
