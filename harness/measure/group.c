#include "harness/measure/group.h"
#include "harness/base/memory.h"
#include "harness/measure/case_state.h"
#include "harness/measure/compile_ahead.h"
#include "harness/measure/identity.h"
#include "harness/measure/memory_estimate.h"
#include "harness/measure/record_case.h"
#include "harness/measure/stage.h"
#include "harness/measure/time_cases.h"

#include <stdlib.h>

static void release(const struct group *group, struct case_state *state)
{
    if (state->prepared != NULL)
        group->opened->backend->release(state->prepared);
    state->prepared = NULL;
}

/* Records that a case has failed, unless an interrupt may be the cause. */
static bool fail(struct group *group, const struct case_state *state, const struct error *reason,
                 struct error *error)
{
    return runner_interrupted(group->runner) ||
           record_failed(group->runner, state->index, group->opened, reason, error);
}

static bool skip(struct group *group, const struct case_state *state, const struct error *reason,
                 bool by_machine, struct error *error)
{
    if (by_machine) {
        runner_note(group->runner, reason->text);
        group->runner->summary->no_device++;
    }
    return record_skipped(group->runner, state->index, group->opened, reason->text, error);
}

static bool fail_all(struct group *group, const struct error *reason, struct error *error)
{
    for (int k = 0; k < group->count; k++)
        if (!fail(group, &group->cases[k], reason, error))
            return false;
    return true;
}

static void swap(struct case_state *a, struct case_state *b)
{
    struct case_state third = *a;
    *a = *b;
    *b = third;
}

/* --- preparing cases --- */

enum outcome { OUTCOME_READY, OUTCOME_RECORDED, OUTCOME_LATER, OUTCOME_BROKEN };

/*
 * Whether the mapping of pairs to lanes is replayed for a case: the replay must be requested, not
 * too expensive, and known for the strategy.
 */
static bool wants_lanes(const struct runner *runner, const struct case_spec *spec)
{
    return spec->count_lanes && !runner->options->verify_only && lanes_known(spec->strategy) &&
           runner->inputs.rounded.n <= LANES_PARTICLES;
}

/*
 * Prepares a case, and verifies it if no earlier pass has verified it. Refuses a kernel that has
 * crashed this program before. Accepts such a kernel only if it crashed in other cases, and this
 * case has passed.
 */
static bool prepare_and_verify(struct group *group, struct case_state *state, struct error *error)
{
    char kernel[CRASH_NAME];
    const bool *passed = group->runner->options->passed;
    const char *crash =
        crash_reason(stage_kernel(state->spec, kernel),
                     passed != NULL && passed[state->index] ? state->spec->id : NULL);
    if (crash != NULL)
        return error_set(error, EXIT_VERIFICATION, "the kernel did not end: %s", crash);
    state->verification.passed = state->spec->verified;
    return stage_run(STAGE_PREPARE, group, state, error) &&
           (state->spec->verified || stage_run(STAGE_VERIFY, group, state, error));
}

/*
 * Prepares and verifies a case. If memory does not suffice together with the other cases of the
 * group, the case is tried alone later.
 */
static enum outcome make_ready(struct group *group, struct case_state *state, bool alone,
                               struct error *error)
{
    struct runner *runner = group->runner;
    const struct case_spec *spec = state->spec;
    struct error reason;
    if (!alone && !fits_with_group(group, spec, &reason))
        return OUTCOME_LATER;
    if (!prepare_and_verify(group, state, &reason) ||
        (wants_lanes(runner, spec) && !stage_run(STAGE_LANES, group, state, &reason))) {
        release(group, state);
        if (!alone && reason.code == EXIT_ENVIRONMENT && !reason.too_large)
            return OUTCOME_LATER;
        bool recorded = reason.too_large ? skip(group, state, &reason, true, error)
                                         : fail(group, state, &reason, error);
        return recorded ? OUTCOME_RECORDED : OUTCOME_BROKEN;
    }
    group->opened->backend->sizes(state->prepared, &state->sizes);
    state->counts = counts_of(spec->strategy, &state->sizes, &runner->inputs.reference);
    if (state->verification.passed && !runner->options->verify_only)
        return OUTCOME_READY;
    return record_ran(runner, group->opened, state, error) ? OUTCOME_RECORDED : OUTCOME_BROKEN;
}

/*
 * Prepares cases. Moves prepared ones to the front of the group, and moves cases without enough
 * memory to the end.
 */
static bool make_all_ready(struct group *group, int *ready, int *later, struct error *error)
{
    *ready = *later = 0;
    for (int k = 0; k < group->count - *later && !runner_interrupted(group->runner);) {
        struct case_state *state = &group->cases[k];
        switch (make_ready(group, state, group->count == 1, error)) {
        case OUTCOME_BROKEN:
            return false;
        case OUTCOME_READY:
            swap(&group->cases[(*ready)++], &group->cases[k++]);
            break;
        case OUTCOME_LATER:
            swap(state, &group->cases[group->count - ++*later]);
            break;
        case OUTCOME_RECORDED:
            release(group, state);
            k++;
            break;
        }
    }
    return true;
}

/* --- ready cases --- */

/*
 * Moves the particles of cases with a trajectory. A case fails if its checkpoint is refused, if
 * energies are not finite, or if forces after the last step are wrong. The case is then moved to
 * the end of the group, and not counted.
 */
static bool follow_trajectories(struct group *group, struct error *error)
{
    for (int k = 0; k < group->count && !runner_interrupted(group->runner); k++) {
        struct case_state *state = &group->cases[k];
        if (state->spec->dynamics.steps == 0)
            continue;
        if (!stage_run(STAGE_MOVE, group, state, error))
            return false;
        if (!trajectory_failed(&state->trajectory) && state->missed_after[0] == '\0')
            continue;
        if (state->missed_after[0] != '\0' ? !record_ran(group->runner, group->opened, state, error)
                                           : !fail(group, state, &state->trajectory.reason, error))
            return false;
        swap(&group->cases[k--], &group->cases[--group->count]);
    }
    return true;
}

/*
 * Moves replicas of the cases that request them. A case fails if a process ends or hangs, or if
 * forces are wrong. --resume runs it again.
 */
static bool move_replicas(struct group *group, struct error *error)
{
    const bool asked =
        group->cases[0].spec->sampling.replica_counts > 0 && !group->runner->options->compared_only;
    for (int k = 0; k < group->count && asked && !runner_interrupted(group->runner); k++) {
        struct case_state *state = &group->cases[k];
        if (!stage_run(STAGE_REPLICAS, group, state, error))
            return false;
        if (!state->replicas.broken && state->replicas.reason.code != EXIT_VERIFICATION)
            continue;
        if (!fail(group, state, &state->replicas.reason, error))
            return false;
        swap(&group->cases[k--], &group->cases[--group->count]);
    }
    return true;
}

static bool measure_ready(const struct group *group, int ready, struct error *error)
{
    struct group timed = *group;
    timed.count = ready;
    return follow_trajectories(&timed, error) && move_replicas(&timed, error) &&
           (timed.count == 0 || runner_interrupted(group->runner) || time_cases(&timed, error));
}

/*
 * Runs the cases of a group on one workload. Cases without enough memory are moved to the end.
 * Returns the number of the other cases, or -1 if the run cannot continue.
 */
static int run_together(struct group *group, struct error *error)
{
    struct error reason;
    int ready = 0, later = 0;
    group->workload = NULL;
    if (!stage_run(STAGE_LOAD, group, group->cases, &reason))
        return fail_all(group, &reason, error) ? 0 : -1;
    bool good = make_all_ready(group, &ready, &later, error) && measure_ready(group, ready, error);
    for (int k = 0; k < group->count; k++)
        release(group, &group->cases[k]);
    group->opened->backend->unload(group->workload);
    return good ? later : -1;
}

/* Runs the chosen cases together, then runs cases without enough memory one by one. */
static bool run_chosen(struct group *group, struct error *error)
{
    struct error reason;
    if (!stage_run(STAGE_REFERENCE, group, group->cases, &reason))
        return fail_all(group, &reason, error);
    int later = run_together(group, error);
    for (int k = group->count - later;
         later > 0 && k < group->count && !runner_interrupted(group->runner); k++) {
        struct group alone = *group;
        alone.cases = &group->cases[k];
        alone.count = 1;
        if (run_together(&alone, error) < 0)
            return false;
    }
    return later >= 0;
}

/* --- the group --- */

/*
 * Chooses the cases that have kernels and enough memory, as estimated before the system exists. A
 * case with results is chosen without the estimate; choose_again removes it if the results are for
 * this system.
 */
static bool choose(struct group *group, int64_t first, int count, struct error *error)
{
    struct runner *runner = group->runner;
    for (int64_t index = first; index < first + count; index++) {
        const struct case_spec *spec = &runner->cases->spec[index];
        if (spec->passed_over)
            continue;
        struct case_state *state = &group->cases[group->count];
        *state = (struct case_state){.index = index, .spec = spec};
        struct error reason;
        bool has_kernels = case_has_kernels(spec, &reason);
        if (has_kernels && (results_get(runner->results, index) != NULL ||
                            fits_alone(runner, group->opened, spec, &reason)))
            group->count++;
        else if (!skip(group, state, &reason, has_kernels, error))
            return false;
    }
    return true;
}

/* Removes cases with results for this system, and cases that cannot run with it. */
static bool choose_again(struct group *group, struct error *error)
{
    struct runner *runner = group->runner;
    int count = group->count;
    group->count = 0;
    for (int k = 0; k < count; k++) {
        struct case_state *state = &group->cases[group->count];
        *state = group->cases[k];
        identity_set(runner, group->opened, state);
        struct error reason;
        if (identity_recorded(runner, group->opened, state)) {
            runner->summary->ok++;
            runner->summary->kept++;
            progress_step(&runner->progress);
        } else if (compile_possible(group->opened, state->spec, &reason) &&
                   fits_alone(runner, group->opened, state->spec, &reason)) {
            group->count++;
        } else if (!skip(group, state, &reason, true, error)) {
            return false;
        }
    }
    return true;
}

/*
 * Makes the system, and runs the cases that remain. Kernels are compiled after the system was made,
 * so that invalid input is found early.
 */
static bool run_on_system(struct group *group, struct error *error)
{
    struct error reason;
    if (!stage_run(STAGE_SYSTEM, group, group->cases, &reason))
        return fail_all(group, &reason, error);
    compile_ahead(group->runner, group->opened);
    return runner_interrupted(group->runner) ||
           (choose_again(group, error) && (group->count == 0 || run_chosen(group, error)));
}

bool group_run(struct runner *runner, const struct opened *opened, int64_t first, int count,
               struct error *error)
{
    struct group group = {.runner = runner, .opened = opened};
    group.cases = memory_new(count, sizeof *group.cases, "the cases of a group");
    bool good = choose(&group, first, count, error);
    good = good && (group.count == 0 || run_on_system(&group, error));
    for (int k = 0; k < group.count; k++)
        trajectory_free(&group.cases[k].trajectory);
    free(group.cases);
    return good;
}
