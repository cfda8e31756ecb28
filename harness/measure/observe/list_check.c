#include "harness/measure/observe/list_check.h"

#include <float.h>
#include <math.h>

double list_check_half(const struct case_spec *spec)
{
    return spec->strategy->neighbors->skin ? spec->skin / 2 : 0;
}

/*
 * Returns the largest distance of a particle from its position in another state; NAN if any is NAN.
 */
static double largest_distance(const struct system *from, const struct system *to)
{
    double largest2 = 0;
    for (int64_t i = 0; i < to->n; i++) {
        const double x = system_nearest(to->x[i] - from->x[i], to->box[0]);
        const double y = system_nearest(to->y[i] - from->y[i], to->box[1]);
        const double z = system_nearest(to->z[i] - from->z[i], to->box[2]);
        const double size2 = x * x + y * y + z * z;
        if (isnan(size2) || size2 > largest2)
            largest2 = size2;
    }
    return sqrt(largest2);
}

void list_check_places(const struct case_spec *spec, const struct system *from,
                       const struct system *state, struct verification *found)
{
    const struct precision_info *info = precision_info(spec->precision);
    const double edge = fmax(state->box[0], fmax(state->box[1], state->box[2]));
    const double epsilon = info->state_size == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
    const double kept = fmax(precision_spacing(info->state_bits), epsilon * edge);
    const double half = list_check_half(spec), distance = largest_distance(from, state);
    if (distance <= half * (1 + 1e-5) + 4 * kept)
        return;
    if (!(distance / half <= found->left_rel))
        found->left_rel = distance / half;
    found->passed = false;
}

bool list_check(const struct backend *backend, struct moving *moving, const struct case_spec *spec,
                const struct system *state, struct verification *found, struct error *error)
{
    struct system listed = {0};
    const bool good = system_round(state, PRECISION_DOUBLE, &listed, error) &&
                      backend->listed(moving, &listed, error);
    if (good)
        list_check_places(spec, &listed, state, found);
    system_free(&listed);
    return good;
}
