#include "harness/timing/sampling.h"
#include "harness/base/clock.h"
#include "harness/base/memory.h"
#include "harness/base/random.h"
#include "harness/timing/ratio.h"
#include "harness/timing/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static const char *const names[] = {
    [STOP_NOT_YET] = "not yet",         [STOP_CONVERGED] = "converged",
    [STOP_STALLED] = "stalled",         [STOP_MAX_SAMPLES] = "max_samples",
    [STOP_MAX_SECONDS] = "max_seconds", [STOP_INTERRUPTED] = "interrupted",
    [STOP_FAILED] = "failed",           [STOP_DROPPED] = "dropped",
};

enum { MOST_CALLS = 1000000 }; /* maximum number of calls per sample */

/* Pause for cooling before a sample is repeated. */
static const struct timespec recovery = {.tv_nsec = 50000000};

const char *stop_reason_name(enum stop_reason reason)
{
    return names[reason];
}

static void shuffle(int *order, int count, struct random *random)
{
    for (int k = count - 1; k > 0; k--) {
        int other = (int)random_below(random, (uint32_t)k + 1);
        int swap = order[k];
        order[k] = order[other];
        order[other] = swap;
    }
}

/*
 * Returns half the width of the interval divided by the median; infinite if there are too few
 * samples.
 */
static double relative_width(const double *samples_ns, int count)
{
    struct statistics statistics;
    if (count < STATISTICS_FEWEST)
        return INFINITY;
    statistics_of(samples_ns, count, &statistics);
    if (!(statistics.median > 0))
        return INFINITY;
    return fmax(statistics.high - statistics.median, statistics.median - statistics.low) /
           statistics.median;
}

enum stop_reason sampling_judge(const struct sampling_options *options, const double *samples_ns,
                                int count, double seconds)
{
    if (count >= options->min_samples) {
        double width = relative_width(samples_ns, count);
        if (width <= options->relative_interval)
            return STOP_CONVERGED;
        /* if noise is independent, four times as many samples halve the interval */
        int quarter = count / 4;
        if (quarter >= options->min_samples && width > 0.8 * relative_width(samples_ns, quarter))
            return STOP_STALLED;
    }
    if (count >= options->max_samples)
        return STOP_MAX_SAMPLES;
    if (seconds >= options->max_seconds && count >= RATIO_FEWEST)
        return STOP_MAX_SECONDS;
    return STOP_NOT_YET;
}

static bool fail(struct sampler *sampler)
{
    sampler->stop = STOP_FAILED;
    return false;
}

/* Warms up. The last calls determine the number of calls per sample. */
static bool warm_up(const struct sampling_options *options, struct sampler *sampler,
                    const volatile sig_atomic_t *interrupted)
{
    double start = clock_seconds();
    double per_call = 0;
    int64_t calls = 1;
    int64_t done = 0;
    do {
        double nanoseconds = 0;
        if (!sampler->time(sampler->context, calls, &nanoseconds, &sampler->error))
            return fail(sampler);
        done += calls;
        if (nanoseconds > 0)
            per_call = nanoseconds / (double)calls;
        if (nanoseconds < 1e6 * options->sample_ms && !sampler->single && calls < MOST_CALLS)
            calls *= 2;
    } while (!*interrupted && (done < options->warmup_calls ||
                               1e3 * (clock_seconds() - start) < options->warmup_ms));
    double batch = sampler->single ? 1 : ceil(1e6 * options->sample_ms / fmax(per_call, 1));
    sampler->calls = (int64_t)fmin(fmax(batch, 1), MOST_CALLS);
    sampler->next_look = options->min_samples;
    return true;
}

/*
 * Queries the state of the hardware after a sample. Returns true if the sample has to be discarded.
 */
static bool discard(struct sampler *sampler)
{
    if (sampler->states == NULL)
        return false;
    struct device_state *state = &sampler->states[sampler->count];
    if (!sampler->state(sampler->context, state)) {
        free(sampler->states);
        sampler->states = NULL;
        return false;
    }
    if (!device_throttled(state) || sampler->discarded == SAMPLING_DISCARDS)
        return false;
    sampler->discarded++;
    nanosleep(&recovery, NULL);
    return true;
}

/* Whether a sample has a positive time. It has none if the clock was set back. */
static bool lasted(struct sampler *sampler, double nanoseconds)
{
    if (nanoseconds > 0) {
        sampler->timeless = 0;
        return true;
    }
    if (++sampler->timeless > SAMPLING_DISCARDS) {
        error_set(&sampler->error, EXIT_ENVIRONMENT,
                  "the clock does not advance: %d samples of %g ns", sampler->timeless,
                  nanoseconds);
        fail(sampler);
    }
    return false;
}

/*
 * Takes a sample. If the hardware throttled, or the sample has no positive time, it is discarded,
 * and repeated in a later round.
 */
static bool take(const struct sampling_options *options, struct sampler *sampler)
{
    double start = clock_seconds();
    double nanoseconds = 0;
    if ((sampler->warm && !sampler->time(sampler->context, 1, &nanoseconds, &sampler->error)) ||
        !sampler->time(sampler->context, sampler->calls, &nanoseconds, &sampler->error))
        return fail(sampler);
    sampler->seconds += clock_seconds() - start;
    if (!lasted(sampler, nanoseconds) || discard(sampler))
        return sampler->stop != STOP_FAILED;
    sampler->samples_ns[sampler->count++] = nanoseconds / (double)sampler->calls;

    /*
     * The interval is computed again only when the number of samples has grown by a tenth. Sorting
     * after each sample would take longer than short kernels.
     */
    bool capped =
        sampler->count >= options->max_samples || sampler->seconds >= options->max_seconds;
    if (sampler->count >= sampler->next_look || capped) {
        sampler->stop =
            sampling_judge(options, sampler->samples_ns, sampler->count, sampler->seconds);
        sampler->next_look = sampler->count + 1 + sampler->count / 10;
    }
    return true;
}

void sampling_run(const struct sampling_options *options, struct sampler *samplers, int count,
                  uint64_t seed, const volatile sig_atomic_t *interrupted,
                  sampling_stopped *stopped, void *context)
{
    int *order = memory_new(count, sizeof *order, "order of the rounds");
    int active = 0;
    for (int k = 0; k < count; k++) {
        struct sampler *sampler = &samplers[k];
        sampler->samples_ns =
            memory_new(options->max_samples, sizeof *sampler->samples_ns, "samples");
        if (sampler->state != NULL)
            sampler->states =
                memory_new(options->max_samples, sizeof *sampler->states, "states of the hardware");
        if (warm_up(options, sampler, interrupted))
            order[active++] = k;
        else
            stopped(context, sampler, k);
    }

    struct random random = random_start(seed, 0);
    while (active > 0 && !*interrupted) {
        shuffle(order, active, &random);
        int kept = 0;
        for (int k = 0; k < active; k++) {
            struct sampler *sampler = &samplers[order[k]];
            if (!*interrupted)
                take(options, sampler);
            if (sampler->stop == STOP_NOT_YET)
                order[kept++] = order[k];
            else
                stopped(context, sampler, order[k]);
        }
        active = kept;
    }
    for (int k = 0; k < active; k++) {
        struct sampler *sampler = &samplers[order[k]];
        sampler->stop = sampler->count >= options->min_samples ? STOP_INTERRUPTED : STOP_DROPPED;
        stopped(context, sampler, order[k]);
    }
    free(order);
}

void sampler_free(struct sampler *sampler)
{
    free(sampler->samples_ns);
    free(sampler->states);
    sampler->samples_ns = NULL;
    sampler->states = NULL;
}
