#include "harness/physics/lookup.h"

#include "harness/catalog/model.h"
#include "harness/catalog/model_table.h"

#include <math.h>
#include <stdlib.h>

/* Types by their numbers in the model: OW, and HW, which has charge alone. */
enum { OXYGEN = 0, BARE = 1, OXYGEN_CHARGE = -84760 };

/* The force of the reference between two atoms of a type and with a charge. */
static double expected(const struct model *model, const double *constants, int type, int charge,
                       double r)
{
    const struct particle atom = {.type = type, .charge = charge};
    const double at[3] = {r, 0, 0};
    struct pair_result result;
    return model->pair(constants, NULL, &atom, &atom, at, &result) ? result.force[0] : 0;
}

static void fill(const struct model *model, const double *direct, const struct lookup_pair *pair,
                 bool single, struct lookup_error *errors)
{
    double sum = 0;
    errors->largest = 0;
    for (int k = 0; k < LOOKUP_SAMPLES; k++) {
        const double at = errors->from + (errors->to - errors->from) * (k + 0.5) / LOOKUP_SAMPLES;
        const double r = single ? (float)at : at;
        const double found =
            single ? lookup_force_in_single(pair, r) : lookup_force_in_double(pair, r);
        const double size = fabs(expected(model, direct, OXYGEN, 0, r)) +
                            fabs(expected(model, direct, BARE, OXYGEN_CHARGE, r));
        const double right = expected(model, direct, OXYGEN, OXYGEN_CHARGE, r);
        const double off = fabs(found - right) / size;
        errors->largest = fmax(errors->largest, off);
        sum += off * off;
    }
    errors->rms = sqrt(sum / LOOKUP_SAMPLES);
}

bool lookup_errors(const double *parameters, enum precision precision, struct lookup_error *errors,
                   int count, struct error *error)
{
    const struct model *model = model_find("allatom");
    double constants[MODEL_CONSTANTS], direct[MODEL_CONSTANTS], directly[MODEL_PARAMETERS];
    for (int k = 0; k < model->parameter_count; k++)
        directly[k] = parameters[k];
    directly[model_parameter(model, "force")] = 0;
    if (!model->derive(parameters, constants, error) || !model->derive(directly, direct, error) ||
        !model_table_serves(model, constants, precision, true, error))
        return false;
    void *table = NULL;
    if (model_table_size(model, constants) > 0 &&
        (table = model_table_build(model, constants, precision, error)) == NULL)
        return false;
    struct lookup_pair pair = {.constants = constants, .table = table};
    model->row(constants, model->types[OXYGEN].coefficients, pair.row);
    pair.charges = 332.06371 * OXYGEN_CHARGE * OXYGEN_CHARGE / CHARGES_PER_E / CHARGES_PER_E;
    const bool single = precision_info(precision)->real_size == sizeof(float);
    for (int k = 0; k < count; k++)
        fill(model, direct, &pair, single, &errors[k]);
    free(table);
    return true;
}
