#include "harness/search/trials.h"

#include "harness/base/clock.h"
#include "harness/base/memory.h"

#include <omp.h>
#include <stdlib.h>

/* Returns the cases of trials; the caller frees the list. */
static struct case_spec *specs_of(const struct trials *own, struct trial *const *trials, int count)
{
    struct case_spec *specs = memory_new(count, sizeof *specs, "trials");
    for (int k = 0; k < count; k++)
        specs[k] = candidates_spec(&own->candidates[trials[k]->space], &trials[k]->point);
    return specs;
}

static bool prepare(void *context, struct trial *const *trials, int count, double until,
                    struct error *error)
{
    const struct trials *own = context;
    struct case_spec *specs = specs_of(own, trials, count);
    own->bench->until = until;
    bool good = bench_prepare(own->bench, specs, count, error);
    own->bench->until = 0;
    for (int k = 0; good && k < count; k++)
        trials[k]->ready = bench_ended(own->bench, k);
    free(specs);
    return good;
}

static bool measure(void *context, struct trial *const *trials, int count, double seconds,
                    double until, struct error *error)
{
    const struct trials *own = context;
    struct bench *bench = own->bench;
    struct case_spec *specs = specs_of(own, trials, count);
    bench->until = until;
    bench->brief = true;
    bool good = bench_measure(bench, specs, count, seconds, error);
    bench->brief = false;
    bench->until = 0;
    for (int k = 0; good && k < count; k++) {
        struct record record;
        trials[k]->ready = bench_ended(bench, k);
        if (trials[k]->ready)
            trials[k]->estimate = bench_record(bench, k, &record)
                                      ? bench_estimate(bench_timing(&record, bench->step))
                                      : estimate_unknown;
    }
    free(specs);
    return good;
}

static double again(void *context, const struct trial *trial)
{
    const struct trials *own = context;
    const struct case_spec spec = candidates_spec(&own->candidates[trial->space], &trial->point);
    return bench_again(own->bench, &spec);
}

static double now(void *context)
{
    (void)context;
    return clock_seconds();
}

struct search_means trials_means(struct trials *trials)
{
    return (struct search_means){.prepare = prepare,
                                 .together = omp_get_num_procs(),
                                 .measure = measure,
                                 .again = again,
                                 .now = now,
                                 .context = trials};
}
