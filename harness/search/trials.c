#include "harness/search/trials.h"

#include "harness/base/clock.h"
#include "harness/base/memory.h"

#include <stdlib.h>

static bool measure(void *context, struct trial *const *trials, int count, double seconds,
                    struct error *error)
{
    const struct trials *own = context;
    struct case_spec *specs = memory_allocate(count, sizeof *specs, "trials", error);
    if (specs == NULL)
        return false;
    for (int k = 0; k < count; k++)
        specs[k] = candidates_spec(&own->candidates[trials[k]->space], &trials[k]->point);
    bool good = bench_measure(own->bench, specs, count, seconds, error);
    for (int k = 0; good && k < count; k++) {
        struct record record;
        trials[k]->estimate = bench_record(own->bench, k, &record)
                                  ? bench_estimate(bench_timing(&record, own->bench->step))
                                  : estimate_unknown;
    }
    free(specs);
    return good;
}

static double now(void *context)
{
    (void)context;
    return clock_seconds();
}

struct search_means trials_means(struct trials *trials)
{
    return (struct search_means){.measure = measure, .now = now, .context = trials};
}
