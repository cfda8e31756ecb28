#include "harness/extensions/check.h"

#include "harness/input/builders/builder.h"
#include "harness/input/builders/builders.h"

#include <math.h>
#include <string.h>

/* Checks a member of a description; reports a value that is too large, too small or missing. */
static bool within(const char *what, int64_t found, int64_t low, int64_t high, struct error *error)
{
    return (found >= low && found <= high) ||
           error_set(error, EXIT_USAGE, "%s: expected %lld to %lld, found %lld", what,
                     (long long)low, (long long)high, (long long)found);
}

static bool check_named(const char *found, const char *summary, const char *name,
                        struct error *error)
{
    if (found == NULL)
        return error_set(error, EXIT_USAGE, "name: expected \"%s\", found none", name);
    if (strcmp(found, name) != 0)
        return error_set(error, EXIT_USAGE,
                         "name: expected \"%s\", as the file or folder is called, found \"%s\"",
                         name, found);
    return summary != NULL ||
           error_set(error, EXIT_USAGE, "summary: expected a few words, found none");
}

/* --- models --- */

static bool check_parameter(const struct parameter *parameter, struct error *error)
{
    if (parameter->name == NULL || parameter->unit == NULL || parameter->summary == NULL)
        return error_set(error, EXIT_USAGE,
                         "parameters: expected each to have a name, a unit (\"\" for none) and a "
                         "summary, found one without; is parameter_count right?");
    if (!(parameter->initial >= parameter->minimum) || !(parameter->initial <= parameter->maximum))
        return error_set(
            error, EXIT_USAGE, "parameter %s: expected an initial value from %g to %g, found %g",
            parameter->name, parameter->minimum, parameter->maximum, parameter->initial);
    return true;
}

static bool check_builders(const struct model *model, struct error *error)
{
    const struct builder *builder = NULL;
    if (model->builders[0] == NULL)
        return error_set(error, EXIT_USAGE,
                         "builders: expected names of builders of the model's systems, as "
                         "{\"fluid\"}, found none");
    for (int k = 0; k <= MODEL_BUILDERS && model->builders[k] != NULL; k++)
        if (k == MODEL_BUILDERS || !builder_find(model->builders[k], &builder, error))
            return k < MODEL_BUILDERS ? error_prefix(error, "builders")
                                      : within("builders", k + 1, 1, MODEL_BUILDERS, error);
    return true;
}

static bool check_constants(const struct model *model, struct error *error)
{
    double values[MODEL_PARAMETERS], constants[MODEL_CONSTANTS];
    model_defaults(model, values);
    double range = model->range(values);
    if (!(range > 0) || !isfinite(range))
        return error_set(error, EXIT_USAGE,
                         "range: expected a distance with the initial parameters, found %g", range);
    return model->derive(values, constants, error) || error_prefix(error, "initial parameters");
}

bool check_model(const struct model *model, const char *name, struct error *error)
{
    if (!check_named(model->name, model->summary, name, error) ||
        !within("parameter_count", model->parameter_count, 0, MODEL_PARAMETERS, error) ||
        !within("types", model->type_count, 1, MODEL_TYPES, error) ||
        !within("terms", model->term_count, 1, MODEL_TERMS, error) ||
        !within("branches", model->branch_count, 0, MODEL_BRANCHES_MOST, error))
        return false;
    if (model->citation == NULL || model->derive == NULL || model->range == NULL)
        return error_set(error, EXIT_USAGE, "%s: expected one, found none",
                         model->citation == NULL ? "citation"
                         : model->derive == NULL ? "derive"
                                                 : "range");
    if (model->evaluated.flops <= 0)
        return error_set(error, EXIT_USAGE,
                         "evaluated: expected the operations of a pair, as {.flops = 20, .special "
                         "= 1}, found %d",
                         model->evaluated.flops);
    if (!(model->fixed_tolerance >= 0) || !(model->fixed_tolerance < 1))
        return error_set(error, EXIT_USAGE, "fixed_tolerance: expected 0 to 1, found %g",
                         model->fixed_tolerance);
    for (int k = 0; k < model->parameter_count; k++)
        if (!check_parameter(&model->parameters[k], error))
            return false;
    return check_builders(model, error) && check_constants(model, error);
}

/* --- strategies --- */

static bool check_tuning(const struct tuning *tuning, struct error *error)
{
    if (tuning->summary == NULL)
        return error_set(error, EXIT_USAGE, "tuning %s: expected a summary, found none",
                         tuning->name);
    if (tuning->minimum > tuning->initial || tuning->initial > tuning->maximum)
        return error_set(error, EXIT_USAGE,
                         "tuning %s: expected an initial value from %d to %d, found %d",
                         tuning->name, tuning->minimum, tuning->maximum, tuning->initial);
    if (tuning->power_of_two && (tuning->initial <= 0 || (tuning->initial & (tuning->initial - 1))))
        return error_set(error, EXIT_USAGE,
                         "tuning %s: expected a power of two, as its description says, found %d",
                         tuning->name, tuning->initial);
    return true;
}

/* Checks that the strategy has the tuning value that `items` require. */
static bool check_items(const struct strategy *strategy, enum step_items items, struct error *error)
{
    const char *needed = items == ITEMS_BUFFERS ? "buffers" : items == ITEMS_LANES ? "lanes" : NULL;
    const bool has_own = strategy->neighbors->build != NULL;
    if (!within("items of a step", items, ITEMS_PARTICLES, ITEMS_OWN, error))
        return false;
    if (has_own && (items == ITEMS_EDGES || items == ITEMS_PATCH_PAIRS || items == ITEMS_PATCHES ||
                    items == ITEMS_CLUSTER_GROUPS))
        return error_set(error, EXIT_USAGE,
                         "steps: expected items of particles or ITEMS_OWN, found edges or patches, "
                         "which structure %s does not have",
                         strategy->neighbors->name);
    if (!has_own && items == ITEMS_OWN)
        return error_set(error, EXIT_USAGE,
                         "steps: expected ITEMS_OWN with a structure of neighbors.c, found it with "
                         "%s",
                         strategy->neighbors->name);
    return needed == NULL || strategy_tuning(strategy, needed) >= 0 ||
           error_set(error, EXIT_USAGE, "steps: expected a tuning value %s, found none", needed);
}

/* Checks a user's neighbor structure: its description, and the strategy's requirements. */
static bool check_own(const struct strategy *strategy, struct error *error)
{
    const struct neighbor_structure *own = strategy->neighbors;
    if (own->name == NULL || own->summary == NULL)
        return error_set(error, EXIT_USAGE,
                         "neighbors: expected a name and a summary, found one without");
    if (!within("neighbors, rows", own->rows, 0, NEIGHBOR_ROWS_FULL, error) ||
        !within("neighbors, entry_bytes", own->entry_bytes, 0, INT32_MAX, error))
        return false;
    for (int k = 0; own->tunings[k] != NULL; k++)
        if (k == NEIGHBOR_TUNINGS || strategy_tuning(strategy, own->tunings[k]) < 0)
            return error_set(error, EXIT_USAGE,
                             "neighbors %s: expected at most %d tuning values of the strategy, "
                             "found %s",
                             own->name, NEIGHBOR_TUNINGS, own->tunings[k]);
    return strategy->scratch != SCRATCH_PATCH_PAIRS ||
           error_set(error, EXIT_USAGE,
                     "scratch: expected none or that of buffers, found that of patches, which "
                     "structure %s does not have",
                     own->name);
}

static bool check_neighbors(const struct strategy *strategy, struct error *error)
{
    if (strategy->neighbors == NULL)
        return error_set(error, EXIT_USAGE,
                         "neighbors: expected the structure that the kernels read, as "
                         "&neighbors_full, found none");
    if (neighbor_row(strategy->neighbors) == NULL)
        return error_set(error, EXIT_USAGE,
                         "neighbors: expected a structure that something builds, found %s without "
                         "a function",
                         strategy->neighbors->name);
    return strategy->neighbors->build == NULL || check_own(strategy, error);
}

static bool check_steps(const struct strategy *strategy, bool has_gpu, struct error *error)
{
    if (has_gpu != strategy_has_gpu(strategy))
        return error_set(
            error, EXIT_USAGE,
            has_gpu ? "steps: expected the kernels of %s.cu in the order of their "
                      "launches, as {{\"force\", ITEMS_PARTICLES}}, found none"
                    : "steps: expected none, because there is no %s.cu, found kernels of it",
            strategy->name);
    if (has_gpu && strategy_tuning(strategy, "block") < 0)
        return error_set(error, EXIT_USAGE,
                         "tunings: expected block, the threads of a block on a GPU, found none");
    for (int k = 0; k < STRATEGY_STEPS && strategy->steps[k].kernel != NULL; k++)
        if (!check_items(strategy, strategy->steps[k].items, error))
            return false;
    return true;
}

bool check_strategy(const struct strategy *rows, const char *name, bool has_gpu,
                    struct error *error)
{
    int count = 0;
    while (rows[count].name != NULL)
        count++;
    if (count != 1)
        return error_set(error, EXIT_USAGE,
                         "expected one row STRATEGY(.name = \"%s\", …), found %d with a name", name,
                         count);
    if (!check_named(rows->name, rows->summary, name, error) ||
        !within("scratch", rows->scratch, 0, SCRATCH_PATCH_PAIRS, error) ||
        !within("atomics", rows->atomics, 0, ATOMICS_SEGMENTS, error))
        return false;
    if (!check_neighbors(rows, error))
        return false;
    for (int k = 0; k < strategy_tunings(rows); k++)
        if (!check_tuning(&rows->tunings[k], error))
            return false;
    return check_steps(rows, has_gpu, error);
}
