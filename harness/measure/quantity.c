#include "harness/measure/quantity.h"
#include "harness/measure/case_state.h"

/* --- force, alone, with energies, and cold --- */

static bool always(const struct case_state *state, const struct backend *backend)
{
    (void)state;
    (void)backend;
    return true;
}

static bool time_force(const struct opened *opened, struct case_state *state, int64_t calls,
                       double *nanoseconds, struct error *error)
{
    return opened->backend->time_force(state->prepared, calls, nanoseconds, error);
}

static bool asks_energies(const struct case_state *state, const struct backend *backend)
{
    (void)backend;
    return state->spec->sampling.energies;
}

static bool time_energies(const struct opened *opened, struct case_state *state, int64_t calls,
                          double *nanoseconds, struct error *error)
{
    return opened->backend->time_energies(state->prepared, calls, nanoseconds, error);
}

static bool asks_cold(const struct case_state *state, const struct backend *backend)
{
    (void)backend;
    return state->spec->sampling.cold;
}

static bool time_cold(const struct opened *opened, struct case_state *state, double *nanoseconds,
                      struct error *error)
{
    return opened->backend->flush(opened->device, error) &&
           opened->backend->time_force(state->prepared, 1, nanoseconds, error);
}

/* --- bonded terms --- */

static bool has_bonded_step(const struct case_state *state, const struct backend *backend)
{
    (void)backend;
    return state->sizes.bonded_step;
}

static bool time_bonded(const struct opened *opened, struct case_state *state, int64_t calls,
                        double *nanoseconds, struct error *error)
{
    return opened->backend->time_bonded(state->prepared, calls, nanoseconds, error);
}

/* --- neighbor structures --- */

static bool time_build(const struct opened *opened, struct case_state *state, double *nanoseconds,
                       struct error *error)
{
    return opened->backend->time_build(state->prepared, nanoseconds, error);
}

static bool wants_binning(const struct case_state *state, const struct backend *backend)
{
    return backend->time_binning != NULL && case_has_binning(state->spec);
}

static bool time_binning(const struct opened *opened, struct case_state *state, double *nanoseconds,
                         struct error *error)
{
    state->binning.calls++;
    return opened->backend->time_binning(state->prepared, nanoseconds, state->binning.nanoseconds,
                                         error);
}

/* --- whole steps --- */

static bool asks_step(const struct case_state *state, const struct backend *backend)
{
    return state->spec->sampling.step > 0 && backend->start != NULL &&
           quantity_step_reason(state, backend) == NULL;
}

/*
 * Makes many steps even if `calls` is 1, so that each sample includes several builds of the list.
 */
static bool time_step(const struct opened *opened, struct case_state *state, int64_t calls,
                      double *nanoseconds, struct error *error)
{
    enum { USUAL = 200 };
    const struct backend *backend = opened->backend;
    struct motion_progress before, after;
    int asked = state->spec->sampling.step_calls, fewest = asked > 0 ? asked : USUAL;
    int64_t steps = calls > fewest ? calls : fewest;
    backend->progress(state->moving, &before);
    bool good = backend->advance(state->moving, steps, error);
    backend->progress(state->moving, &after);
    *nanoseconds = (after.nanoseconds - before.nanoseconds) * (double)calls / (double)steps;
    return good;
}

/* --- the table --- */

static const struct quantity_info quantities[QUANTITIES] = {
    [QUANTITY_BUILD] = {.message = "timing the list of",
                        .phase = PHASE_BUILD,
                        .asked = always,
                        .time_one = time_build,
                        .shared = true,
                        .brief = true},
    [QUANTITY_BIN] = {.message = "timing the cells of",
                      .phase = PHASE_BUILD,
                      .asked = wants_binning,
                      .time_one = time_binning,
                      .shared = true,
                      .brief = true},
    [QUANTITY_BONDED] = {.message = "timing the bonded terms of",
                         .phase = PHASE_BONDED,
                         .asked = has_bonded_step,
                         .time = time_bonded},
    [QUANTITY_ENERGIES] = {.message = "timing, with energies,",
                           .phase = PHASE_ENERGIES,
                           .asked = asks_energies,
                           .time = time_energies},
    [QUANTITY_COLD] = {.message = "timing, caches cold,",
                       .phase = PHASE_COLD,
                       .asked = asks_cold,
                       .time_one = time_cold,
                       .single = true},
    [QUANTITY_STEP] = {.message = "timing steps of",
                       .phase = PHASE_STEP,
                       .asked = asks_step,
                       .time = time_step,
                       .moves = true},
    [QUANTITY_FORCE] = {.message = "timing",
                        .phase = PHASE_FORCE,
                        .asked = always,
                        .time = time_force,
                        .warm = true},
};

const struct quantity_info *quantity_info(enum quantity quantity)
{
    return &quantities[quantity];
}

const char *quantity_step_reason(const struct case_state *state, const struct backend *backend)
{
    bool known = backend->step_untrusted != NULL && state->prepared != NULL;
    return state->spec->sampling.step > 0 && known ? backend->step_untrusted(state->prepared)
                                                   : NULL;
}

bool quantity_time(enum quantity quantity, const struct opened *opened, struct case_state *state,
                   int64_t calls, double *nanoseconds, struct error *error)
{
    const struct quantity_info *info = &quantities[quantity];
    if (info->time != NULL)
        return info->time(opened, state, calls, nanoseconds, error);
    *nanoseconds = 0;
    for (int64_t k = 0; k < calls; k++) {
        double one = 0;
        if (!info->time_one(opened, state, &one, error))
            return false;
        *nanoseconds += one;
    }
    return true;
}
