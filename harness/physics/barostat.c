#include "harness/physics/barostat.h"

#include <math.h>
#include <string.h>

/** Largest relative change of an edge in one action. */
static const double most = 0.02;

static const char *const kinds[BAROSTATS] = {
    [BAROSTAT_ISOTROPIC] = "isotropic", [BAROSTAT_SEMI_ISOTROPIC] = "semi_isotropic"};

const char *barostat_kind_name(enum barostat_kind kind)
{
    return kinds[kind];
}

void barostat_set(struct barostat *barostat, const char *name, int interval)
{
    barostat->interval = 0;
    for (int k = 0; k < BAROSTATS; k++) {
        if (strcmp(kinds[k], name) != 0)
            continue;
        barostat->kind = (enum barostat_kind)k;
        barostat->interval = interval;
    }
}

const char *barostat_name(const struct barostat *barostat)
{
    return barostat->interval == 0 ? "none" : kinds[barostat->kind];
}

bool barostat_check(const struct barostat *barostat, enum precision precision, struct error *error)
{
    if (barostat->interval == 0)
        return true;
    if (!(barostat->time > 0 && barostat->compressibility > 0))
        return error_set(error, EXIT_USAGE,
                         "barostat %s needs a relaxation time and a compressibility",
                         kinds[barostat->kind]);
    return precision_info(precision)->fraction_bits == 0 ||
           error_set(error, EXIT_USAGE,
                     "barostat %s changes the box, which lies on a grid in precision %s: expected "
                     "another precision, or no barostat",
                     kinds[barostat->kind], precision_info(precision)->name);
}

bool barostat_acts(const struct barostat *barostat, int64_t step)
{
    return barostat->interval != 0 && step % barostat->interval == 0;
}

bool barostat_tries(const struct barostat *barostat)
{
    return barostat->kind == BAROSTAT_SEMI_ISOTROPIC;
}

bool barostat_follow(const struct barostat *barostat, double dt, const double box[3], double virial,
                     double along_z, const struct molecular_sums *sums, struct pressures *found,
                     double scale[3], struct error *error)
{
    const double volume = box[0] * box[1] * box[2];
    const double share = barostat->interval * dt / barostat->time * barostat->compressibility / 3;
    const double *momentum2 = sums->momentum2, *inner = sums->inner;
    const double all = virial - inner[0] - inner[1] - inner[2];
    double lateral = (momentum2[0] + momentum2[1] + all - along_z) / (2 * volume);
    double normal = (momentum2[2] + along_z) / volume;
    if (!barostat_tries(barostat))
        lateral = normal = (momentum2[0] + momentum2[1] + momentum2[2] + all) / (3 * volume);
    found->count++;
    found->lateral += lateral;
    found->normal += normal;
    scale[0] = scale[1] = 1 - share * (barostat->pressure - lateral);
    scale[2] = 1 - share * (barostat->pressure - normal);
    for (int d = 0; d < 3; d += 2)
        if (!(fabs(scale[d] - 1) <= most))
            return error_set(error, EXIT_USAGE,
                             "the barostat multiplies edge %c of the box by %g at once: expected "
                             "particles closer to the target pressure, or a longer barostat_time",
                             "xyz"[d], scale[d]);
    return true;
}
