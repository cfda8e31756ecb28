#include "harness/config/cases_shard.h"

#include "harness/base/memory.h"
#include "harness/config/case_groups.h"

#include <stdio.h>
#include <stdlib.h>

/* Largest excess of a shard's time over the mean time, as a fraction. */
static const double slack = 1.0 / 8;

/* Returns a hash of a system and a shard. A system prefers the shard with the largest hash. */
static uint64_t preference(struct hash system, int shard)
{
    const uint64_t pair[] = {system.high, system.low, (uint64_t)shard};
    return hash_of_bytes(pair, sizeof pair).low;
}

/*
 * Returns the preferred shard of a group among shards with enough time for it. If there is none,
 * returns the shard with the least time.
 */
static int choose(const struct case_group *group, const double *seconds, int count, double full)
{
    int best = 0, emptiest = 0;
    bool fits = false;
    uint64_t most = 0;
    for (int k = 0; k < count; k++) {
        uint64_t preferred = preference(group->system, k);
        if (seconds[k] < seconds[emptiest])
            emptiest = k;
        if (seconds[k] + group->seconds <= full && (!fits || preferred > most)) {
            fits = true;
            most = preferred;
            best = k;
        }
    }
    return fits ? best : emptiest;
}

static void mark(struct cases *cases, const struct case_group *group, bool chosen, int shard,
                 int count)
{
    for (int64_t k = group->first; k < group->first + group->count; k++) {
        struct case_spec *spec = &cases->spec[k];
        spec->passed_over = spec->passed_over || !chosen;
        if (!spec->passed_over)
            snprintf(spec->shard, sizeof spec->shard, "%d/%d", shard, count);
    }
}

void cases_shard(struct cases *cases, int shard, int count)
{
    struct case_group *group = memory_new(cases->count, sizeof *group, "shards");
    double *seconds = memory_new(count, sizeof *seconds, "shards");
    const int64_t groups = case_groups(cases, group);
    double all = 0;
    case_groups_sort(group, groups);
    for (int64_t k = 0; k < groups; k++)
        all += group[k].seconds;
    for (int64_t k = 0; k < groups; k++) {
        int chosen = choose(&group[k], seconds, count, (1 + slack) * all / count);
        seconds[chosen] += group[k].seconds;
        mark(cases, &group[k], chosen == shard - 1, shard, count);
    }
    free(group);
    free(seconds);
}
