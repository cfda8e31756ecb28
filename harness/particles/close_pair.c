#include "harness/particles/close_pair.h"

#include "harness/particles/cells.h"

#include <math.h>
#include <string.h>

/** Compares a particle with those of a cell. */
static void look_in_cell(const struct system *system, const struct cells *cells, int64_t cell,
                         int64_t p, struct close_pair *pair)
{
    for (int64_t k = cells->start[cell]; k < cells->start[cell + 1]; k++) {
        const int64_t q = cells->particle[k];
        double r[3];
        if (q <= p)
            continue;
        system_displacement(system, p, q, r);
        const double distance = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
        if (distance < pair->distance)
            *pair = (struct close_pair){p, q, distance};
    }
}

/** Compares a particle with those of the cells around its own. */
static void look_around(const struct system *system, const struct cells *cells, int64_t p,
                        struct close_pair *pair)
{
    const int *count = cells->count, cell = cells->cell[p];
    const int place[3] = {cell % count[0], cell / count[0] % count[1], cell / count[0] / count[1]};
    int first[3], span[3];
    for (int d = 0; d < 3; d++)
        span[d] = cells_span(count[d], place[d], 1, &first[d]);
    for (int z = 0; z < span[2]; z++)
        for (int y = 0; y < span[1]; y++)
            for (int x = 0; x < span[0]; x++) {
                const int at[3] = {(first[0] + x + count[0]) % count[0],
                                   (first[1] + y + count[1]) % count[1],
                                   (first[2] + z + count[2]) % count[2]};
                look_in_cell(system, cells, ((int64_t)at[2] * count[1] + at[1]) * count[0] + at[0],
                             p, pair);
            }
}

bool close_pair_find(const struct system *system, double distance, struct close_pair *pair,
                     bool *found, struct error *error)
{
    /* about one particle per cell */
    const double edge = fmax(distance, cbrt(1 / system_density(system)));
    struct cells cells;
    if (!cells_build(system, edge, &cells, error))
        return false;
    *pair = (struct close_pair){.p = -1, .distance = distance};
    for (int64_t p = 0; p < system->n; p++)
        look_around(system, &cells, p, pair);
    cells_free(&cells);
    *found = pair->p >= 0;
    return true;
}

/** The smaller of two lengths above 0; 0: neither is. */
static double smaller(double a, double b)
{
    return a <= 0 ? fmax(b, 0) : b <= 0 ? a : fmin(a, b);
}

/** The smallest sigma of types with coefficients of this name. */
static double of_types(const struct system *system, const struct model *model)
{
    const struct force_field *field = system->field;
    double sigma = 0;
    for (int k = 0; model->coefficients != NULL && model->coefficients[k] != NULL; k++) {
        if (strcmp(model->coefficients[k], "sigma") != 0)
            continue;
        for (int t = 0; field != NULL && field->of_type != NULL && t < field->types; t++)
            sigma = smaller(sigma, field->of_type[t].value[k]);
        for (int t = 0; sigma == 0 && t < model->type_count; t++)
            sigma = smaller(sigma, model->types[t].coefficients[k]);
    }
    return sigma;
}

double close_pair_sigma(const struct system *system, const struct model *model,
                        const double *parameters)
{
    const int parameter = model_parameter(model, "sigma");
    if (parameter >= 0)
        return parameters[parameter];
    return of_types(system, model);
}
