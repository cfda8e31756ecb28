#include "harness/config/cases_shard.h"

#include "harness/base/hash.h"
#include "harness/base/memory.h"
#include "harness/config/case_span.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far over the mean a shard may be filled, if there is another. */
static const double slack = 1.0 / 8;

/* Seconds that a particle takes for a step of motion. It is nominal, for no machine is asked: only
 * the ratios of cases count. */
static const double particle_step = 20e-9;

/* The cases of a group. */
struct piece {
    struct case_spec *spec;
    int64_t count;
    double seconds;
    struct hash system; /* of what its model and particles are called */
};

static double seconds_of(const struct case_spec *spec)
{
    double moves = (double)spec->dynamics.steps * (double)spec->system.n;
    return spec->passed_over ? 0 : case_span(spec).least + particle_step * moves;
}

/* Cuts the cases into groups; returns how many. */
static int64_t cut(const struct cases *cases, struct piece *pieces)
{
    int64_t count = 0;
    for (int64_t k = 0; k < cases->count; k++) {
        struct case_spec *spec = &cases->spec[k];
        if (k == 0 || !case_same_group(spec - 1, spec))
            pieces[count++] = (struct piece){
                .spec = spec, .system = hash_of_bytes(spec->id, (size_t)spec->system_length)};
        pieces[count - 1].count++;
        pieces[count - 1].seconds += seconds_of(spec);
    }
    return count;
}

/* Longest first; what takes as long in an order that content alone decides. */
static int compare_pieces(const void *left, const void *right)
{
    const struct piece *a = left, *b = right;
    int order = (a->seconds < b->seconds) - (a->seconds > b->seconds);
    order = order ? order : (a->system.low > b->system.low) - (a->system.low < b->system.low);
    return order ? order : strcmp(a->spec->id, b->spec->id);
}

/* How much a system prefers a shard. */
static uint64_t preference(struct hash system, int shard)
{
    const uint64_t pair[] = {system.high, system.low, (uint64_t)shard};
    return hash_of_bytes(pair, sizeof pair).low;
}

/* The shard that a group prefers of those that it does not fill too much; else the emptiest. */
static int choose(const struct piece *piece, const double *seconds, int count, double full)
{
    int best = 0, emptiest = 0;
    bool fits = false;
    uint64_t most = 0;
    for (int k = 0; k < count; k++) {
        uint64_t preferred = preference(piece->system, k);
        if (seconds[k] < seconds[emptiest])
            emptiest = k;
        if (seconds[k] + piece->seconds <= full && (!fits || preferred > most)) {
            fits = true;
            most = preferred;
            best = k;
        }
    }
    return fits ? best : emptiest;
}

static void mark(const struct piece *piece, bool chosen, int shard, int count)
{
    for (int64_t k = 0; k < piece->count; k++) {
        struct case_spec *spec = &piece->spec[k];
        spec->passed_over = spec->passed_over || !chosen;
        if (!spec->passed_over)
            snprintf(spec->shard, sizeof spec->shard, "%d/%d", shard, count);
    }
}

bool cases_shard(struct cases *cases, int shard, int count, struct error *error)
{
    struct piece *pieces = memory_allocate(cases->count, sizeof *pieces, "shards", error);
    double *seconds = memory_allocate_zeroed(count, sizeof *seconds, "shards", error);
    bool good = pieces != NULL && seconds != NULL;
    int64_t groups = good ? cut(cases, pieces) : 0;
    double all = 0;
    if (groups > 0)
        qsort(pieces, (size_t)groups, sizeof *pieces, compare_pieces);
    for (int64_t k = 0; k < groups; k++)
        all += pieces[k].seconds;
    for (int64_t k = 0; k < groups; k++) {
        int chosen = choose(&pieces[k], seconds, count, (1 + slack) * all / count);
        seconds[chosen] += pieces[k].seconds;
        mark(&pieces[k], chosen == shard - 1, shard, count);
    }
    free(pieces);
    free(seconds);
    return good;
}
