#include "harness/verify.h"
#include "harness/memory.h"

#include <math.h>
#include <stdlib.h>

static double relative(double difference, double scale)
{
    if (difference == 0)
        return 0;
    return difference / scale;
}

struct verification verify_forces(const struct reference *reference, const struct forces *forces,
                                  double tolerance)
{
    double difference2 = 0;
    double force2 = 0;
    double largest2 = 0;
    for (int64_t i = 0; i < reference->n; i++) {
        double dx = forces->x[i] - reference->x[i];
        double dy = forces->y[i] - reference->y[i];
        double dz = forces->z[i] - reference->z[i];
        double d2 = dx * dx + dy * dy + dz * dz;
        difference2 += d2;
        largest2 = d2 > largest2 ? d2 : largest2;
        force2 += reference->x[i] * reference->x[i] + reference->y[i] * reference->y[i] +
                  reference->z[i] * reference->z[i];
    }
    double energy_scale = fmax(fabs(reference->energy), fabs(reference->virial) / 3);
    struct verification result = {
        .force_rms_rel = relative(sqrt(difference2), sqrt(force2)),
        .force_max_rel = relative(sqrt(largest2), sqrt(force2 / (double)reference->n)),
        .energy_rel = relative(fabs(forces->energy - reference->energy), energy_scale),
        .tolerance = tolerance,
    };
    /* a comparison with NaN is false */
    result.passed = result.force_rms_rel <= tolerance && result.energy_rel <= tolerance;
    return result;
}

bool verify_case(const struct backend *backend, struct prepared *prepared,
                 const struct reference *reference, double tolerance,
                 struct verification *verification, struct error *error)
{
    double *arrays = memory_allocate(3 * reference->n, sizeof *arrays, "forces to verify", error);
    if (arrays == NULL)
        return false;
    struct forces forces = {
        .n = reference->n, .x = arrays, .y = arrays + reference->n, .z = arrays + 2 * reference->n};
    bool good = backend->evaluate(prepared, &forces, error);
    if (good)
        *verification = verify_forces(reference, &forces, tolerance);
    free(arrays);
    return good;
}
