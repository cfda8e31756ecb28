#include "harness/report/verdicts/trust.h"

#include "harness/base/text.h"
#include "harness/timing/statistics.h"

#include <math.h>
#include <string.h>

/* An interval tells of noise by itself: it parts times, or does not. It is of no use where it is
 * this wide, of the median from end to end. */
static const double wide = 0.25;
static const double drifting = 0.05; /* to either side, where sampling gave up */
static const double spare = 0.25;  /* CPUs that others may take: what any system needs for itself */
static const double stolen = 0.05; /* of all CPUs */

static double width_of(const struct timing *time)
{
    return (time->high - time->low) / time->median;
}

static bool is_unsettled(const struct timing *time)
{
    double reach = fmax(time->high - time->median, time->median - time->low) / time->median;
    return strcmp(time->stop_reason, "stalled") == 0 && reach > drifting;
}

/* A GPU's cases need one CPU, which starts them. */
static bool is_busy(const struct record *record)
{
    double threads = isfinite(record->threads) ? record->threads : 1;
    return threads + record->others_busy > record->cpu_cores + spare ||
           record->stolen > stolen * record->cpu_cores;
}

unsigned trust_faults(const struct record *record, const struct timing *time)
{
    return (time->samples < STATISTICS_FEWEST ? TRUST_FEW : 0u) |
           (width_of(time) > wide ? TRUST_WIDE : 0u) | (is_unsettled(time) ? TRUST_UNSETTLED : 0u) |
           (time->throttled > 0 ? TRUST_THROTTLED : 0u) | (is_busy(record) ? TRUST_BUSY : 0u);
}

const char *trust_reason(const struct record *record, const struct timing *time, char *text,
                         size_t size)
{
    unsigned faults = trust_faults(record, time);
    text[0] = '\0';
    if (faults & TRUST_BUSY)
        text_append(text, size, ", ", "other programs kept %.2g CPUs busy, a hypervisor %.2g",
                    record->others_busy, record->stolen);
    if (faults & TRUST_THROTTLED)
        text_append(text, size, ", ", "the hardware throttled in %.0f of %.0f %s", time->throttled,
                    time->samples, time->samples == 1 ? "sample" : "samples");
    if (faults & TRUST_FEW)
        text_append(text, size, ", ", "%.0f %s too few for an interval", time->samples,
                    time->samples == 1 ? "sample is" : "samples are");
    else if (faults & (TRUST_WIDE | TRUST_UNSETTLED))
        text_append(text, size, ", ", "the interval is %.2g %% wide after %.0f samples (%s)",
                    100 * width_of(time), time->samples, time->stop_reason);
    return text;
}

const char *trust_mend(unsigned faults)
{
    if (faults & TRUST_BUSY)
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
