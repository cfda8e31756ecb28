#include "harness/config/case_span.h"

#include <math.h>

/* Returns the time of sampling: force calls and list building of every case and, if asked for,
 * calls with energies, cold calls and steps. Energy takes one second more. */
struct case_span case_span(const struct case_spec *spec)
{
    const struct sampling_options *sampling = &spec->sampling;
    struct error reason;
    if (!case_has_kernels(spec, &reason))
        return (struct case_span){0};
    int quantities = 2 + sampling->energies + sampling->cold + (sampling->step > 0);
    double once = sampling->warmup_ms / 1e3 + spec->energy;
    double batch = sampling->min_samples * sampling->sample_ms / 1e3;
    return (struct case_span){.least = once + quantities * fmin(batch, sampling->max_seconds),
                              .most = once + quantities * sampling->max_seconds};
}
