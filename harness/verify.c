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

/** Sums over vectors: of squared differences, of squares, and the largest squared difference. */
struct comparison {
    double difference2, size2, largest2;
};

static void compare(struct comparison *sums, const double found[3], const double expected[3])
{
    double d2 = 0;
    for (int d = 0; d < 3; d++) {
        double difference = found[d] - expected[d];
        d2 += difference * difference;
        sums->size2 += expected[d] * expected[d];
    }
    sums->difference2 += d2;
    /* NaN is larger than anything */
    if (!(d2 <= sums->largest2))
        sums->largest2 = d2;
}

struct verification verify_forces(const struct reference *reference, const struct forces *forces,
                                  double tolerance)
{
    struct comparison force = {0}, torque = {0};
    for (int64_t i = 0; i < reference->n; i++) {
        compare(&force, (double[]){forces->x[i], forces->y[i], forces->z[i]},
                (double[]){reference->x[i], reference->y[i], reference->z[i]});
        if (reference->torque != NULL)
            compare(&torque, &forces->torque[3 * i], &reference->torque[3 * i]);
    }
    double energy_scale = fmax(fabs(reference->energy), fabs(reference->virial) / 3);
    double n = (double)reference->n;
    struct verification result = {
        .force_rms_rel = relative(sqrt(force.difference2), sqrt(force.size2)),
        .force_max_rel = relative(sqrt(force.largest2), sqrt(force.size2 / n)),
        .torque_rms_rel = relative(sqrt(torque.difference2), sqrt(torque.size2)),
        .torque_max_rel = relative(sqrt(torque.largest2), sqrt(torque.size2 / n)),
        .energy_rel = relative(fabs(forces->energy - reference->energy), energy_scale),
        .tolerance = tolerance,
    };
    /* a comparison with NaN is false */
    result.passed = result.force_rms_rel <= tolerance && result.torque_rms_rel <= tolerance &&
                    result.energy_rel <= tolerance;
    for (int k = 0; k < MODEL_TERMS; k++) {
        result.terms_rel[k] = relative(fabs(forces->terms[k] - reference->terms[k]),
                                       fmax(fabs(reference->terms[k]), energy_scale));
        result.passed = result.passed && result.terms_rel[k] <= tolerance;
    }
    return result;
}

bool verify_case(const struct backend *backend, struct prepared *prepared,
                 const struct reference *reference, double tolerance,
                 struct verification *verification, struct error *error)
{
    double *arrays = memory_allocate(6 * reference->n, sizeof *arrays, "forces to verify", error);
    if (arrays == NULL)
        return false;
    struct forces forces = {
        .n = reference->n,
        .x = arrays,
        .y = arrays + reference->n,
        .z = arrays + 2 * reference->n,
        .torque = reference->torque != NULL ? arrays + 3 * reference->n : NULL,
    };
    bool good = backend->evaluate(prepared, &forces, error);
    if (good)
        *verification = verify_forces(reference, &forces, tolerance);
    free(arrays);
    return good;
}
