#include "harness/measure/observe/list_check.h"

#include <math.h>

double list_check_half(const struct case_spec *spec)
{
    return spec->strategy->neighbors->skin ? spec->skin / 2 : 0;
}

double list_check_distance(const struct system *from, const struct system *to)
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

/* Compares a distance with the largest, from coordinates in numbers of `size` bytes. */
static void judge(const struct case_spec *spec, const struct system *state, double distance,
                  double most, int size, struct verification *found)
{
    if (distance <= most * (1 + 1e-5) + 4 * precision_place(spec->precision, size, state->box))
        return;
    if (!(distance / most <= found->left_rel))
        found->left_rel = distance / most;
    found->passed = false;
}

void list_check_places(const struct case_spec *spec, const struct system *from,
                       const struct system *state, struct verification *found)
{
    judge(spec, state, list_check_distance(from, state), list_check_half(spec),
          precision_info(spec->precision)->state_size, found);
}

/* Compares the distances of particles from their places at the last pruning with half the skin of
 * pruned rows. */
static bool check_pruned(const struct backend *backend, struct moving *moving,
                         const struct case_spec *spec, const struct system *state,
                         struct verification *found, struct error *error)
{
    double distance = 0, most = 0;
    if (backend->pruned == NULL)
        return true;
    const bool good = backend->pruned(moving, &distance, &most, error);
    if (good && most > 0)
        judge(spec, state, distance, most, precision_info(spec->precision)->real_size, found);
    return good;
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
    return good && check_pruned(backend, moving, spec, state, found, error);
}
