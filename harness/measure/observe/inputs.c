#include "harness/measure/observe/inputs.h"
#include "harness/base/random.h"
#include "harness/input/system_create.h"
#include "harness/measure/observe/approach.h"
#include "harness/measure/observe/reference_of_case.h"
#include "harness/particles/cluster_pruning.h"
#include "harness/physics/shared/rotation.h"

#include <math.h>
#include <string.h>

/* Computes the particles' rows for the case's model. */
static bool set_rows(struct inputs *inputs, const struct case_spec *spec, struct error *error)
{
    if (inputs->rows_of != NULL && case_same_model(inputs->rows_of, spec))
        return true;
    inputs->is_rounded = false;
    inputs->rows_of = spec;
    return system_set_rows(&inputs->system, spec->model, spec->constants, error);
}

bool inputs_system(struct inputs *inputs, const struct case_spec *spec, struct error *error)
{
    if (inputs->system_of == NULL || !case_same_system(inputs->system_of, spec)) {
        system_free(&inputs->system);
        inputs->system = (struct system){0};
        inputs->is_rounded = false;
        inputs->system_of = spec;
        inputs->rows_of = NULL;
        inputs->system_good = system_create(&spec->system, &inputs->system, &inputs->system_error);
    }
    if (inputs->system_good)
        inputs->system_good = set_rows(inputs, spec, &inputs->system_error);
    if (!inputs->system_good)
        *error = inputs->system_error;
    if (!inputs->system_good && error->code == EXIT_ENVIRONMENT)
        inputs->system_of = NULL; /* kept unknown, because an interrupt may be the cause */
    return inputs->system_good;
}

static bool round_to(struct inputs *inputs, enum precision precision, struct error *error)
{
    if (inputs->is_rounded && inputs->precision == precision)
        return true;
    system_free(&inputs->rounded);
    inputs->rounded = (struct system){0};
    inputs->precision = precision;
    inputs->is_rounded = system_round(&inputs->system, precision, &inputs->rounded, error);
    return inputs->is_rounded;
}

bool inputs_reference(struct inputs *inputs, const struct case_spec *spec, struct error *error)
{
    if (!inputs_system(inputs, spec, error) || !round_to(inputs, spec->precision, error) ||
        !system_check_range(&inputs->rounded, spec->range + spec->skin, error))
        return false;
    const struct case_spec *had = inputs->reference_of;
    if (had != NULL && case_same_model(had, spec) &&
        strcmp(inputs->reference_hash, inputs->rounded.hash) == 0) {
        inputs->reference.quantum = precision_quantum(spec->precision);
        return true;
    }
    reference_free(&inputs->reference);
    inputs->reference = (struct reference){0};
    inputs->reference_of = NULL;
    if (!reference_of_case(spec, &inputs->rounded, &inputs->reference, error))
        return false;
    inputs->reference_of = spec;
    memcpy(inputs->reference_hash, inputs->rounded.hash, sizeof inputs->reference_hash);
    return true;
}

/*
 * Largest displacement of a shaken particle, relative to the range, and of the elements of its
 * quaternion.
 */
static const double shaken_by = 0.002;

/*
 * Displaces particles by up to `most` along each axis, and the elements of their quaternions by up
 * to `turn`.
 */
static void shake(struct system *system, double most, double turn)
{
    double *const coordinate[3] = {system->x, system->y, system->z};
    for (int64_t i = 0; i < system->n; i++) {
        struct random random = random_start(1, (uint64_t)i);
        double *q = system->orientation != NULL ? system->orientation + 4 * i : NULL;
        for (int d = 0; d < 3; d++)
            coordinate[d][i] += most * (2 * random_uniform(&random) - 1);
        for (int d = 0; d < 4 && q != NULL; d++)
            q[d] += turn * (2 * random_uniform(&random) - 1);
        if (q != NULL)
            rotation_normalize(q);
    }
    system_wrap_all(system);
}

double inputs_shaken_most(const struct case_spec *spec)
{
    return sqrt(3) * shaken_by * spec->range;
}

/*
 * Returns how far particles of pairs that approach each other are displaced: nearly half of the
 * skin, of pruned rows if there are any, together with the shaking.
 */
static double approach_of(const struct case_spec *spec)
{
    const int prune = strategy_tuning_value(spec->strategy, spec->tuning, "prune", 0);
    const double skin = prune > 0 ? cluster_pruning_skin(prune, spec->skin) : spec->skin;
    return fmax(0.98 * skin / 2 - inputs_shaken_most(spec), 0);
}

bool inputs_shaken(struct inputs *inputs, const struct case_spec *spec, struct error *error)
{
    const struct case_spec *had = inputs->shaken_of;
    const double approach = approach_of(spec);
    struct system moved;
    if (had != NULL && case_same_model(had, spec) && had->precision == spec->precision &&
        inputs->approached == approach && strcmp(inputs->shaken_from, inputs->rounded.hash) == 0)
        return true;
    system_free(&inputs->shaken);
    reference_free(&inputs->shaken_reference);
    inputs->shaken = (struct system){0};
    inputs->shaken_of = NULL;
    if (!system_round(&inputs->rounded, PRECISION_DOUBLE, &moved, error))
        return false;
    shake(&moved, shaken_by * spec->range, shaken_by);
    const bool good = (approach == 0 || approach_pairs(&moved, spec, approach, error)) &&
                      system_round(&moved, spec->precision, &inputs->shaken, error) &&
                      reference_of_case(spec, &inputs->shaken, &inputs->shaken_reference, error);
    system_free(&moved);
    if (!good)
        return false;
    inputs->shaken_of = spec;
    inputs->approached = approach;
    memcpy(inputs->shaken_from, inputs->rounded.hash, sizeof inputs->shaken_from);
    return true;
}

bool inputs_lanes(struct inputs *inputs, const struct case_spec *spec, struct error *error)
{
    const struct case_spec *had = inputs->lanes_of;
    if (had != NULL && case_same_system(had, spec) && case_same_model(had, spec) &&
        had->precision == spec->precision && had->skin == spec->skin && had->sort == spec->sort &&
        had->interactions == spec->interactions &&
        had->exclusion_method == spec->exclusion_method && had->bonding == spec->bonding)
        return true;
    const struct workload_spec workload = case_workload(spec, &inputs->rounded);
    lanes_input_free(&inputs->lanes);
    bool created = lanes_input_create(&workload, &inputs->lanes, error);
    inputs->lanes_of = created ? spec : NULL;
    return created;
}

const struct system *inputs_peek(const struct inputs *inputs, const struct case_spec *spec)
{
    return inputs->system_of != NULL && inputs->system_good &&
                   case_same_system(inputs->system_of, spec)
               ? &inputs->system
               : NULL;
}

double inputs_bytes(const struct inputs *inputs)
{
    const struct case_spec *system = inputs->system_of, *reference = inputs->reference_of;
    double bytes = 0;
    if (system != NULL && inputs->system_good)
        bytes += system_bytes(&inputs->system, system->model);
    if (system != NULL && inputs->is_rounded)
        bytes += system_bytes(&inputs->rounded, system->model);
    if (reference != NULL)
        bytes += reference_footprint(&inputs->rounded, reference->model, reference->range).kept;
    if (inputs->shaken_of != NULL)
        bytes +=
            system_bytes(&inputs->shaken, inputs->shaken_of->model) +
            reference_footprint(&inputs->shaken, inputs->shaken_of->model, inputs->shaken_of->range)
                .kept;
    return bytes;
}

void inputs_free(struct inputs *inputs)
{
    system_free(&inputs->system);
    system_free(&inputs->rounded);
    reference_free(&inputs->reference);
    system_free(&inputs->shaken);
    reference_free(&inputs->shaken_reference);
    lanes_input_free(&inputs->lanes);
    *inputs = (struct inputs){0};
}
