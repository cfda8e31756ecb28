#include "harness/measure/time_cases.h"
#include "harness/base/memory.h"
#include "harness/measure/observe/blame.h"
#include "harness/measure/observe/mover.h"
#include "harness/measure/record_case.h"
#include "harness/measure/stage.h"

#include <stdlib.h>

/* A case and a quantity that one sampler times. */
struct timed {
    struct group *group;
    struct case_state *state;
    enum quantity quantity;
};

/* State of timing a group of cases in turns. */
struct turns {
    struct group *group;
    struct timed *timed;      /* samplers of the current quantity */
    struct sampler *samplers; /* samplers, a row of group->count for each quantity */
    uint64_t seed;
    bool good; /* false: a case could not be recorded, for the reason `error` */
    struct error error;
};

/* --- a sampler --- */

/* Records which kernel runs, in case it crashes; valid until the next call or the end of timing. */
static void guard(const struct case_spec *spec)
{
    char kernel[CRASH_NAME];
    crash_guard(stage_kernel(spec, kernel), spec->id, 0);
}

static bool time_calls(void *context, int64_t calls, double *nanoseconds, struct error *error)
{
    const struct timed *timed = context;
    const struct quantity_info *info = quantity_info(timed->quantity);
    const char *id = timed->state->spec->id;
    progress_sample(&timed->group->runner->progress, info->message, id,
                    timed->state->sampler[timed->quantity]->count);
    guard(timed->state->spec);
    phase_begin(info->phase, id);
    bool good = quantity_time(timed->quantity, timed->group->opened, timed->state, calls,
                              nanoseconds, error);
    phase_end();
    return good;
}

static bool read_state(void *context, struct device_state *state)
{
    const struct timed *timed = context;
    const struct opened *opened = timed->group->opened;
    return opened->backend->state(opened->device, state);
}

static struct sampler sampler_of(struct timed *timed)
{
    const struct quantity_info *info = quantity_info(timed->quantity);
    return (struct sampler){.time = time_calls,
                            .state = timed->group->opened->backend->state ? read_state : NULL,
                            .context = timed,
                            .warm = info->warm,
                            .single = info->single};
}

/*
 * Keeps the times of a sampler that has stopped; the case is recorded when its last quantity is
 * timed.
 */
static void keep_stopped(void *context, struct sampler *sampler, int index)
{
    (void)context;
    (void)sampler;
    (void)index;
}

/* Returns the sampler of the first quantity that could not be timed; NULL: all were timed. */
static const struct sampler *find_failed(const struct case_state *state)
{
    for (enum quantity q = 0; q < QUANTITIES; q++) {
        const struct sampler *sampler = state->sampler[q];
        if (sampler != NULL && sampler->stop == STOP_FAILED)
            return sampler;
    }
    return NULL;
}

static void record_stopped(void *context, struct sampler *sampler, int index)
{
    struct turns *turns = context;
    struct group *group = turns->group;
    struct case_state *state = turns->timed[index].state;
    const struct sampler *failed = find_failed(state);
    struct error reason;
    if (!turns->good || (failed == NULL && sampler->stop == STOP_DROPPED))
        return;
    if (failed != NULL)
        reason = failed->error;
    if (failed != NULL || !stage_run(STAGE_VERIFY_AGAIN, group, state, &reason))
        turns->good =
            record_failed(group->runner, state->index, group->opened, &reason, &turns->error);
    else
        turns->good = record_ran(group->runner, group->opened, state, &turns->error);
}

/* --- whole steps --- */

/*
 * Times the steps of one case alone, because its particles and lists may need all of the memory.
 * Verifies the forces of its last step.
 */
static void time_moving(const struct turns *turns, struct case_state *state,
                        struct sampler *sampler)
{
    const struct group *group = turns->group;
    const struct backend *backend = group->opened->backend;
    const struct case_spec *spec = state->spec;
    const struct system *rounded = &group->runner->inputs.rounded;
    const struct motion motion = mover_motion(spec);
    struct system moved = {0};
    struct mover mover = {0};
    guard(spec);
    if (!system_round(rounded, spec->precision, &moved, &sampler->error) ||
        !mover_start(&mover, backend, group->opened->device, spec, rounded, &motion, &moved,
                     &sampler->error)) {
        sampler->stop = STOP_FAILED;
    } else {
        state->moving = mover.moving;
        sampling_run(&spec->sampling, sampler, 1, turns->seed, group->runner->options->interrupted,
                     keep_stopped, NULL);
        backend->progress(mover.moving, &state->motion);
        if (sampler->stop != STOP_FAILED && !runner_interrupted(group->runner) &&
            (!mover_make_steps(&mover, &moved, &sampler->error) ||
             !stage_verify_moved(group->runner, state, &mover, false, &moved, "the timed steps",
                                 &sampler->error)))
            sampler->stop = STOP_FAILED;
        if (sampler->stop == STOP_FAILED && sampler->error.code == EXIT_USAGE)
            blame_steps(&mover, spec, rounded, &sampler->error);
        if (spec->hardware && sampler->stop != STOP_FAILED)
            hardware_count(backend, mover.prepared, mover.moving, MOTION_INTEGRATION, spec->metrics,
                           &state->integration_counters);
        state->moving = NULL;
        if (sampler->stop != STOP_FAILED && !runner_interrupted(group->runner) &&
            !stage_verify_list(group->runner, state, &mover, &moved, &sampler->error))
            sampler->stop = STOP_FAILED;
    }
    mover_stop(&mover);
    system_free(&moved);
}

/* --- all cases --- */

/* Makes a sampler for each case that has a quantity; returns their number. */
static int set_samplers(struct turns *turns, enum quantity quantity, struct sampler *samplers)
{
    const struct quantity_info *info = quantity_info(quantity);
    struct group *group = turns->group;
    int count = 0;
    for (int k = 0; k < group->count; k++) {
        struct case_state *state = &group->cases[k];
        if (!info->asked(state, group->opened->backend))
            continue;
        if (info->shared && state->builder != state) {
            state->sampler[quantity] = state->builder->sampler[quantity];
            continue;
        }
        turns->timed[count] = (struct timed){group, state, quantity};
        samplers[count] = sampler_of(&turns->timed[count]);
        state->sampler[quantity] = &samplers[count++];
    }
    return count;
}

static void time_quantity(struct turns *turns, enum quantity quantity)
{
    const struct quantity_info *info = quantity_info(quantity);
    const struct group *group = turns->group;
    struct sampler *samplers = &turns->samplers[(int64_t)quantity * group->count];
    struct sampling_options options = group->cases[0].spec->sampling;
    int count = set_samplers(turns, quantity, samplers);
    if (info->brief)
        options.warmup_ms = 0;
    if (!info->moves)
        sampling_run(&options, samplers, count, turns->seed, group->runner->options->interrupted,
                     quantity == QUANTITY_FORCE ? record_stopped : keep_stopped, turns);
    for (int k = 0; k < count && info->moves; k++)
        time_moving(turns, turns->timed[k].state, &samplers[k]);
}

/* Whether a run times a quantity. With compared_only, it times only forces and steps. */
static bool is_wanted(const struct group *group, enum quantity quantity)
{
    return !group->runner->options->compared_only || quantity == QUANTITY_FORCE ||
           quantity == QUANTITY_STEP;
}

/*
 * Finds the case that builds each neighbor structure. Cases that read the same structure share the
 * build if the structure does not depend on the tuning.
 */
static void find_builders(struct group *group)
{
    for (int k = 0; k < group->count; k++) {
        struct case_state *own = &group->cases[k], *other = group->cases;
        const struct neighbor_structure *neighbors = own->spec->strategy->neighbors;
        while (other != own &&
               (neighbors->tunings[0] != NULL || other->spec->strategy->neighbors != neighbors))
            other++;
        own->builder = other;
    }
}

static bool measure_separately(struct group *group, enum stage stage, bool asked,
                               struct error *error)
{
    for (int k = 0; k < group->count && asked && !runner_interrupted(group->runner); k++)
        if (!stage_run(stage, group, &group->cases[k], error))
            return false;
    return true;
}

bool time_cases(struct group *group, struct error *error)
{
    const struct case_spec *spec = group->cases[0].spec;
    int64_t count = group->count;
    struct turns turns = {.group = group, .seed = hash_of_text(spec->id).low, .good = true};
    turns.timed = memory_new(count, sizeof *turns.timed, "cases in turns");
    turns.samplers = memory_new(QUANTITIES * count, sizeof *turns.samplers, "cases in turns");
    bool good = measure_separately(group, STAGE_ENERGY, spec->energy, error) &&
                measure_separately(group, STAGE_COUNTERS, spec->hardware, error) &&
                measure_separately(group, STAGE_INSTRUCTIONS, spec->instructions, error);
    find_builders(group);
    group->runner->timed_from = processor_time_now();
    for (enum quantity q = 0; q < QUANTITIES && good; q++)
        if (is_wanted(group, q))
            time_quantity(&turns, q);
    crash_leave();
    if (good && !turns.good)
        *error = turns.error;
    for (int64_t k = 0; k < QUANTITIES * count; k++)
        sampler_free(&turns.samplers[k]);
    free(turns.samplers);
    free(turns.timed);
    return good && turns.good;
}
