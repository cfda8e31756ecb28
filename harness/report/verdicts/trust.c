#include "harness/report/verdicts/trust.h"

#include "harness/base/text.h"
#include "harness/timing/statistics.h"

#include <math.h>
#include <string.h>

/*
 * Largest useful width of an interval, as a fraction of the median. Times with narrower intervals
 * can be compared, whatever their noise.
 */
static const double wide = 0.25;
static const double drifting = 0.05; /* largest half-width of a drifting interval, as a fraction */
/* Number of CPUs that other processes may use, because every system needs some time for itself. */
static const double spare = 0.25;
static const double stolen = 0.05; /* largest fraction of all CPUs' time that a hypervisor may
                                    * take */
static const double throttled_periods = 0.02;
static const double delayed = 0.05; /* largest fraction of the threads' time that they may wait for
                                     * CPUs */

static double width_of(const struct timing *time)
{
    return (time->high - time->low) / time->median;
}

static bool is_slowed(const struct timing *time)
{
    return time->median > 2 * time->minimum;
}

static bool is_unsettled(const struct timing *time)
{
    double reach = fmax(time->high - time->median, time->median - time->low) / time->median;
    return strcmp(time->stop_reason, "stalled") == 0 && reach > drifting;
}

/* Returns the number of threads of a case. A case on a GPU needs one CPU, which starts kernels. */
static double threads_of(const struct record *record)
{
    return isfinite(record->threads) ? record->threads : 1;
}

static bool is_busy(const struct record *record)
{
    return (record->others_busy > spare &&
            threads_of(record) + record->others_busy > record->cpu_cores + spare) ||
           record->stolen > stolen * record->cpu_cores;
}

/* Returns the number of CPUs that a case may use; NAN if unknown. */
static double cpus_of(const struct record *record)
{
    return record->cpus_allowed > 0 ? fmin(record->cpus_allowed, record->cpu_cores)
                                    : record->cpu_cores;
}

/* Returns the first place (of OMP_PLACES) with two threads; -1 if there is none. */
static int shared_place(const struct record *record)
{
    const cJSON *place = NULL;
    cJSON_ArrayForEach (place, record->places)
        for (const cJSON *other = place->next; other != NULL; other = other->next)
            if (place->valuedouble == other->valuedouble)
                return place->valueint;
    return -1;
}

static bool exceeds_quota(const struct record *record)
{
    return record->cpu_quota > 0 && threads_of(record) > record->cpu_quota + spare;
}

static bool lacks_cpus(const struct record *record)
{
    double threads = threads_of(record);
    return threads > cpus_of(record) || exceeds_quota(record) ||
           record->cpu_throttled > throttled_periods || shared_place(record) >= 0;
}

/*
 * Whether another process used the cores of a case's threads, although there were enough cores for
 * both.
 */
static bool has_neighbor(const struct record *record)
{
    return strcmp(record->backend, "cpu") == 0 &&
           record->cpu_delayed > delayed * threads_of(record) && !lacks_cpus(record);
}

static void add_lack(const struct record *record, char *text, size_t size)
{
    double threads = threads_of(record);
    if (threads > cpus_of(record))
        text_append(text, size, ", ", "%.0f threads on %.0f %s", threads, cpus_of(record),
                    cpus_of(record) == 1 ? "CPU" : "CPUs");
    if (exceeds_quota(record))
        text_append(text, size, ", ", "%.0f %s with a quota of %.3g CPUs", threads,
                    threads == 1 ? "thread" : "threads", record->cpu_quota);
    if (record->cpu_throttled > throttled_periods)
        text_append(text, size, ", ", "the quota of CPU time was used up in %.0f %% of its periods",
                    100 * record->cpu_throttled);
    if (shared_place(record) >= 0)
        text_append(text, size, ", ", "several threads bound to CPU %d", shared_place(record));
}

unsigned trust_faults(const struct record *record, const struct timing *time)
{
    return (time->samples < STATISTICS_FEWEST ? TRUST_FEW : 0u) |
           (width_of(time) > wide ? TRUST_WIDE : 0u) | (is_unsettled(time) ? TRUST_UNSETTLED : 0u) |
           (is_slowed(time) ? TRUST_SLOWED : 0u) | (time->throttled > 0 ? TRUST_THROTTLED : 0u) |
           (is_busy(record) || has_neighbor(record) ? TRUST_BUSY : 0u) |
           (lacks_cpus(record) ? TRUST_CPUS : 0u);
}

const char *trust_reason(const struct record *record, const struct timing *time, char *text,
                         size_t size)
{
    unsigned faults = trust_faults(record, time);
    text[0] = '\0';
    if (has_neighbor(record))
        text_append(text, size, ", ", "%.2g threads of the run waited for a CPU on average",
                    record->cpu_delayed);
    if (is_busy(record))
        text_append(text, size, ", ", "other programs kept %.2g CPUs busy, a hypervisor %.2g",
                    record->others_busy, record->stolen);
    if (faults & TRUST_CPUS)
        add_lack(record, text, size);
    if (faults & TRUST_THROTTLED)
        text_append(text, size, ", ", "the hardware throttled in %.0f of %.0f %s", time->throttled,
                    time->samples, time->samples == 1 ? "sample" : "samples");
    if (faults & TRUST_SLOWED)
        text_append(text, size, ", ", "its shortest call took %.3g µs, the median %.3g",
                    1e-3 * time->minimum, 1e-3 * time->median);
    if (faults & TRUST_FEW)
        text_append(text, size, ", ", "%.0f %s too few for an interval", time->samples,
                    time->samples == 1 ? "sample is" : "samples are");
    else if (faults & (TRUST_WIDE | TRUST_UNSETTLED))
        text_append(text, size, ", ", "the interval is %.2g %% wide after %.0f samples (%s)",
                    100 * width_of(time), time->samples, time->stop_reason);
    return text;
}

const char *trust_remedy(unsigned faults)
{
    if (faults & TRUST_CPUS)
        return "give the run as many CPUs as it has threads, or lower --threads, and run again";
    if (faults & (TRUST_BUSY | TRUST_SLOWED))
        return "stop other programs, or leave them a CPU with --threads, and run again";
    if (faults & TRUST_THROTTLED)
        return "let the device cool down and run again";
    if (faults & TRUST_FEW)
        return "raise sampling.max_samples and sampling.max_seconds (which overrides min_samples)";
    if (faults & (TRUST_WIDE | TRUST_UNSETTLED))
        return "run again on a quiet machine, or raise sampling.max_seconds (which overrides "
               "min_samples) and max_samples";
    return "";
}
