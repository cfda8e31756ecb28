#include "harness/config/case_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Nominal seconds per particle for a step of motion, and for building and verifying the system.
 * Only the ratios of the groups' times matter.
 */
static const double particle_step = 20e-9, particle_made = 30e-6;

static double seconds_of(const struct case_spec *spec)
{
    double moves = (double)spec->dynamics.steps * (double)spec->system.n;
    return spec->passed_over ? 0 : case_span(spec).least + particle_step * moves;
}

int64_t case_groups(const struct cases *cases, struct case_group *groups)
{
    int64_t count = 0;
    for (int64_t k = 0; k < cases->count; k++) {
        const struct case_spec *spec = &cases->spec[k];
        if (k == 0 || !case_same_group(spec - 1, spec))
            groups[count++] =
                (struct case_group){.first = k,
                                    .system = hash_of_bytes(spec->id, (size_t)spec->system_length),
                                    .id = spec->id};
        struct case_group *group = &groups[count - 1];
        if (!spec->passed_over && group->seconds == 0) /* once per group, because all its cases
                                                        * have the same particles */
            group->seconds = particle_made * (double)spec->system.n;
        group->seconds += seconds_of(spec);
        group->count++;
    }
    return count;
}

static int compare(const void *left, const void *right)
{
    const struct case_group *a = left, *b = right;
    int order = (a->seconds < b->seconds) - (a->seconds > b->seconds);
    order = order ? order : (a->system.low > b->system.low) - (a->system.low < b->system.low);
    return order ? order : strcmp(a->id, b->id);
}

void case_groups_sort(struct case_group *groups, int64_t count)
{
    if (count > 0)
        qsort(groups, (size_t)count, sizeof *groups, compare);
}

/*
 * Estimates the sampling time of a case: its force calls and list builds. If requested, adds calls
 * with energies, calls on cold caches, and steps. Measuring the energy takes another second.
 */
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
