/* A neighbor structure for tests: the particles sorted by x. */
#include "strategies/sweep_arguments.h"

#include "harness/backend/cpu/lists/cpu_neighbors.h"
#include "harness/base/memory.h"

#include <stdlib.h>

struct place {
    double x;
    int32_t particle;
};

struct kept {
    int64_t n;
    int32_t *particle;
    double *x;
    struct cpu_sweep arguments;
};

static void free_kept(void *context)
{
    struct kept *kept = context;
    free(kept->particle);
    free(kept->x);
    *kept = (struct kept){0};
}

static int by_x(const void *a, const void *b)
{
    const struct place *one = a;
    const struct place *other = b;
    return (one->x > other->x) - (one->x < other->x);
}

/* Counts the pairs that the kernel evaluates; each pair counts for both of its particles. */
static int64_t count_pairs(const struct kept *kept, double box, double range)
{
    int64_t pairs = 0;
    for (int64_t from = 0; from < kept->n; from++) {
        for (int64_t k = 1; k < kept->n; k++) {
            double apart = kept->x[(from + k) % kept->n] - kept->x[from];
            if ((apart < 0 ? apart + box : apart) > range)
                break;
            pairs += 2;
        }
    }
    return pairs;
}

static bool build(const struct cpu_neighbor_source *source, void *context,
                  struct cpu_neighbor_built *built, struct error *error)
{
    struct kept *kept = context;
    const struct system *system = source->system;
    free_kept(kept);
    struct place *places = memory_allocate(system->n, sizeof *places, "a sweep", error);
    kept->particle = memory_allocate(system->n, sizeof *kept->particle, "a sweep", error);
    kept->x = memory_allocate(system->n, sizeof *kept->x, "a sweep", error);
    if (places == NULL || kept->particle == NULL || kept->x == NULL) {
        free(places);
        free_kept(kept);
        return false;
    }
    kept->n = system->n;
    for (int64_t i = 0; i < kept->n; i++)
        places[i] = (struct place){system->x[i], (int32_t)i};
    qsort(places, (size_t)kept->n, sizeof *places, by_x);
    for (int64_t k = 0; k < kept->n; k++) {
        kept->particle[k] = places[k].particle;
        kept->x[k] = places[k].x;
    }
    free(places);
    kept->arguments = (struct cpu_sweep){.particle = kept->particle, .x = kept->x};
    *built = (struct cpu_neighbor_built){
        .arguments = &kept->arguments,
        .pairs_listed = count_pairs(kept, system->box[0], source->cutoff + source->skin),
        .list_bytes = kept->n * (int64_t)(sizeof *kept->particle + sizeof *kept->x),
    };
    return true;
}

/* Estimates memory; the peak includes the array for sorting. */
static struct cpu_neighbor_estimate estimate(const struct cpu_neighbor_source *source)
{
    double n = (double)source->system->n;
    double kept = n * (sizeof(int32_t) + sizeof(double)); /* particle and x */
    return (struct cpu_neighbor_estimate){
        .memory = {.kept = kept, .peak = kept + n * sizeof(struct place)}};
}

const struct cpu_neighbor_structure cpu_neighbors_sweep = {
    .size = sizeof(struct kept),
    .build = build,
    .estimate = estimate,
    .free = free_kept,
};
