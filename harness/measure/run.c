#include "harness/measure/run.h"
#include "harness/backend/hardware.h"
#include "harness/base/clock.h"
#include "harness/base/hash.h"
#include "harness/base/memory.h"
#include "harness/base/progress.h"
#include "harness/catalog/embedded.h"
#include "harness/catalog/work.h"
#include "harness/measure/case_json.h"
#include "harness/measure/counts.h"
#include "harness/measure/devices.h"
#include "harness/measure/energy.h"
#include "harness/measure/inputs.h"
#include "harness/measure/trajectory.h"
#include "harness/measure/trajectory_json.h"
#include "harness/measure/verify.h"
#include "harness/results/limits.h"
#include "harness/results/provenance.h"
#include "harness/timing/overhead.h"
#include "harness/timing/phase.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct runner {
    const struct cases *cases;
    const struct run_options *options;
    struct results *results;
    struct run_summary *summary;
    struct progress progress;
    struct devices devices;
    struct pace moved[DEVICES]; /* on each: particles times steps */
    struct inputs inputs;
    struct source_set own;   /* of the binary: its CPU kernels */
    struct source_set given; /* with those of --source: what GPU kernels are compiled from */
};

/* A case of the group at hand. */
struct item {
    int64_t index;
    const struct case_spec *spec;
    char source_hash[HASH_TEXT];
    char identity[HASH_TEXT];
    struct prepared *prepared;
    struct verification verification;
    struct structure_sizes sizes;
    struct counts counts;
    struct energy energy;
    struct lanes lanes;
    bool has_lanes;
    struct hardware hardware, listing, moving; /* of forces, a list, a step's integration */
    struct trajectory trajectory;
    struct motion_progress motion;      /* of whole steps */
    double binning_part[BINNING_PARTS]; /* nanoseconds of a call; 0: not told apart */
    int build;                          /* the sampler of its list building, and of filling cells */
    int bonded; /* the sampler of its bonded terms; -1: they are no step of their own */
};

/* What a sampler calls. */
struct timed {
    struct runner *runner;
    const struct opened *opened;
    const struct item *item;
    double binning_part[BINNING_PARTS]; /* over all calls of time_binning */
    int64_t binnings;
};

/* A group while it is sampled. */
struct group {
    struct runner *runner;
    const struct opened *opened;
    struct item *items;
    const struct sampler *builds;
    const struct sampler *bins; /* NULL: the backend does not tell */
    const struct sampler *bondeds;
    const struct sampler *colds; /* NULL: not asked for */
    const struct sampler *steps; /* NULL: not asked for */
    bool good;
    struct error error;
};

/* --- recording --- */

static void note_reason(struct run_summary *summary, const char *reason)
{
    if (summary->reason.text[0] == '\0')
        snprintf(summary->reason.text, sizeof summary->reason.text, "%s", reason);
}

static cJSON *describe(const struct runner *runner, const struct case_spec *spec,
                       const struct opened *opened)
{
    return case_json_new(spec, devices_info(opened), inputs_peek(&runner->inputs, spec));
}

/* Where the trajectory of a case is kept while that is not recorded: beside the results. NULL:
 * nowhere. */
static const char *trajectory_path(const struct runner *runner, const struct case_spec *spec,
                                   char path[PATH_MAX])
{
    char id[HASH_TEXT];
    hash_text(hash_of_text(spec->id), id);
    if (runner->results->path == NULL || spec->dynamics.checkpoint <= 0)
        return NULL;
    int length = snprintf(path, PATH_MAX, "%s.%s.checkpoint", runner->results->path, id);
    return length < PATH_MAX ? path : NULL;
}

static bool publish(struct runner *runner, int64_t index, cJSON *json, struct error *error)
{
    results_put(runner->results, index, json);
    progress_step(&runner->progress);
    return results_write(runner->results, error);
}

static bool record_skipped(struct runner *runner, int64_t index, const struct opened *opened,
                           const char *reason, struct error *error)
{
    runner->summary->skipped++;
    cJSON *json = describe(runner, &runner->cases->spec[index], opened);
    case_json_status(json, "skipped", reason);
    return publish(runner, index, json, error);
}

static bool record_failed(struct runner *runner, int64_t index, const struct opened *opened,
                          const struct error *reason, struct error *error)
{
    runner->summary->failed++;
    if (reason->code == EXIT_USAGE)
        runner->summary->bad_input++;
    note_reason(runner->summary, reason->text);
    cJSON *json = describe(runner, &runner->cases->spec[index], opened);
    case_json_status(json, "failed", reason->text);
    return publish(runner, index, json, error);
}

/* What was timed of a case; NULL: not. */
struct timings {
    const struct sampler *force, *cold, *bonded, *build, *bin, *step;
};

static bool add_timings(cJSON *json, const struct timings *timings, struct error *error)
{
    return (timings->force == NULL || case_json_timing(json, "force", timings->force, error)) &&
           (timings->cold == NULL || case_json_timing(json, "force_cold", timings->cold, error)) &&
           (timings->bonded == NULL || case_json_timing(json, "bonded", timings->bonded, error)) &&
           (timings->build == NULL || case_json_timing(json, "build", timings->build, error)) &&
           (timings->bin == NULL || case_json_timing(json, "bin", timings->bin, error)) &&
           (timings->step == NULL || case_json_timing(json, "step", timings->step, error));
}

static struct work work_of_item(const struct runner *runner, const struct item *item)
{
    const struct case_spec *spec = item->spec;
    return work_of(&(struct work_case){
        .model = spec->model,
        .strategy = spec->strategy,
        .precision = spec->precision,
        .patch = strategy_tuning_value(spec->strategy, spec->tuning, "patch", 1),
        .reciprocal = strategy_tuning_value(spec->strategy, spec->tuning, "reciprocal", 0) != 0,
        .n = (double)runner->inputs.reference.n,
        .pairs_listed = (double)item->counts.pairs_listed,
        .pairs_in_cutoff = (double)item->counts.pairs_in_cutoff,
        .branches = item->counts.branches,
    });
}

/* What a verification that did not pass has found; of the energy terms the worst. */
static void describe_miss(const struct verification *verification, const struct model *model,
                          char *text, size_t size)
{
    char torque[40] = "", term[60] = "";
    int worst = 0;
    for (int k = 1; k < model->term_count; k++)
        if (!(verification->terms_rel[k] <= verification->terms_rel[worst])) /* NaN is worst */
            worst = k;
    if (model->oriented)
        snprintf(torque, sizeof torque, "torque error %.3g, ", verification->torque_rms_rel);
    if (model->term_count > 1)
        snprintf(term, sizeof term, "that of its term %s %.3g, ", model->terms[worst],
                 verification->terms_rel[worst]);
    snprintf(text, size,
             "verification failed: force error %.3g, %senergy error %.3g, %stolerance %.3g",
             verification->force_rms_rel, torque, verification->energy_rel, term,
             verification->tolerance);
}

/* A case that ran, with whatever of it was timed; without a passed verification that is nothing. */
static bool record_ran(struct runner *runner, const struct opened *opened, const struct item *item,
                       const struct timings *timings, struct error *error)
{
    const struct verification *verification = &item->verification;
    cJSON *json = describe(runner, item->spec, opened);
    case_json_hashes(json, item->source_hash, item->identity);
    case_json_verify(json, verification, item->spec->model);
    case_json_counts(json, &item->counts, item->spec->model, &item->sizes);
    const struct work work = work_of_item(runner, item);
    case_json_work(json, &work);
    if (verification->passed) {
        runner->summary->ok++;
        case_json_status(json, "ok", NULL);
    } else {
        char reason[200];
        describe_miss(verification, item->spec->model, reason, sizeof reason);
        runner->summary->failed++;
        runner->summary->unverified++;
        note_reason(runner->summary, reason);
        case_json_status(json, "failed", reason);
    }
    case_json_energy(json, &item->energy, &item->counts);
    if (item->has_lanes)
        case_json_lanes(json, &item->lanes, item->spec->model);
    case_json_hardware(json, &item->hardware, &item->listing, &item->moving);
    if (!add_timings(json, timings, error) ||
        (verification->passed && !runner->options->verify_only &&
         !trajectory_json(json, item->spec, &item->trajectory, error))) {
        cJSON_Delete(json);
        return false;
    }
    if (timings->bin != NULL)
        case_json_bin_parts(json, item->binning_part);
    if (timings->step != NULL)
        case_json_step_parts(json, &item->motion);
    if (runner->options->ceilings != NULL)
        limits_put(json, runner->options->ceilings);
    if (opened->backend->gaps != NULL && item->prepared != NULL)
        case_json_gaps(json, opened->backend->gaps(item->prepared));
    if (!publish(runner, item->index, json, error))
        return false;
    char path[PATH_MAX];
    if (trajectory_path(runner, item->spec, path) != NULL)
        unlink(path);
    return true;
}

/* --- timing --- */

static bool time_force(void *context, int64_t calls, double *nanoseconds, struct error *error)
{
    const struct timed *timed = context;
    progress_say(&timed->runner->progress, "timing", timed->item->spec->id);
    phase_begin(PHASE_FORCE, timed->item->spec->id);
    bool good =
        timed->opened->backend->time_force(timed->item->prepared, calls, nanoseconds, error);
    phase_end();
    return good;
}

/* Each call on caches that hold nothing of the case. */
static bool time_cold(void *context, int64_t calls, double *nanoseconds, struct error *error)
{
    const struct timed *timed = context;
    const struct opened *opened = timed->opened;
    progress_say(&timed->runner->progress, "timing, caches cold,", timed->item->spec->id);
    phase_begin(PHASE_COLD, timed->item->spec->id);
    *nanoseconds = 0;
    bool good = true;
    for (int64_t k = 0; k < calls && good; k++) {
        double one = 0;
        good = opened->backend->flush(opened->device, error) &&
               opened->backend->time_force(timed->item->prepared, 1, &one, error);
        *nanoseconds += one;
    }
    phase_end();
    return good;
}

static bool time_bonded(void *context, int64_t calls, double *nanoseconds, struct error *error)
{
    const struct timed *timed = context;
    progress_say(&timed->runner->progress, "timing the bonded terms of", timed->item->spec->id);
    phase_begin(PHASE_BONDED, timed->item->spec->id);
    bool good =
        timed->opened->backend->time_bonded(timed->item->prepared, calls, nanoseconds, error);
    phase_end();
    return good;
}

static bool time_build(void *context, int64_t calls, double *nanoseconds, struct error *error)
{
    const struct timed *timed = context;
    progress_say(&timed->runner->progress, "timing the list of", timed->item->spec->id);
    phase_begin(PHASE_BUILD, timed->item->spec->id);
    *nanoseconds = 0;
    bool good = true;
    for (int64_t k = 0; k < calls && good; k++) {
        double one = 0;
        good = timed->opened->backend->time_build(timed->item->prepared, &one, error);
        *nanoseconds += one;
    }
    phase_end();
    return good;
}

static bool time_binning(void *context, int64_t calls, double *nanoseconds, struct error *error)
{
    struct timed *timed = context;
    progress_say(&timed->runner->progress, "timing the cells of", timed->item->spec->id);
    phase_begin(PHASE_BUILD, timed->item->spec->id);
    *nanoseconds = 0;
    bool good = true;
    for (int64_t k = 0; k < calls && good; k++) {
        double one = 0;
        good = timed->opened->backend->time_binning(timed->item->prepared, &one,
                                                    timed->binning_part, error);
        *nanoseconds += one;
    }
    timed->binnings += calls;
    phase_end();
    return good;
}

/* Particles that move, and the case that moves them. */
struct mover {
    struct timed timed;
    struct workload *workload;
    struct prepared *prepared;
    struct system system;
    struct moving *moving;
};

/* Many steps even for one call, so that a list is built several times in every sample. */
static bool time_step(void *context, int64_t calls, double *nanoseconds, struct error *error)
{
    enum { FEWEST = 200 };
    const struct mover *mover = context;
    const struct backend *backend = mover->timed.opened->backend;
    struct motion_progress before, after;
    int64_t steps = calls > FEWEST ? calls : FEWEST;
    progress_say(&mover->timed.runner->progress, "timing steps of", mover->timed.item->spec->id);
    phase_begin(PHASE_STEP, mover->timed.item->spec->id);
    backend->progress(mover->moving, &before);
    bool good = backend->advance(mover->moving, steps, error);
    backend->progress(mover->moving, &after);
    *nanoseconds = (after.nanoseconds - before.nanoseconds) * (double)calls / (double)steps;
    phase_end();
    return good;
}

static bool read_state(void *context, struct device_state *state)
{
    const struct timed *timed = context;
    return timed->opened->backend->state(timed->opened->device, state);
}

/* A sampler whose case is recorded later, with the others. */
static void keep_stopped(void *context, struct sampler *sampler, int index)
{
    (void)context;
    (void)sampler;
    (void)index;
}

static void force_stopped(void *context, struct sampler *sampler, int index)
{
    struct group *group = context;
    struct runner *runner = group->runner;
    const struct item *item = &group->items[index];
    const struct sampler *build = &group->builds[item->build];
    const struct sampler *bin = group->bins != NULL ? &group->bins[item->build] : NULL;
    const struct sampler *cold = group->colds != NULL ? &group->colds[index] : NULL;
    const struct sampler *step = group->steps != NULL ? &group->steps[index] : NULL;
    const struct sampler *bonded = item->bonded >= 0 ? &group->bondeds[item->bonded] : NULL;
    const struct sampler *broken = build->stop == STOP_FAILED                      ? build
                                   : bin != NULL && bin->stop == STOP_FAILED       ? bin
                                   : cold != NULL && cold->stop == STOP_FAILED     ? cold
                                   : step != NULL && step->stop == STOP_FAILED     ? step
                                   : bonded != NULL && bonded->stop == STOP_FAILED ? bonded
                                                                                   : sampler;
    const struct timings timings = {.force = sampler,
                                    .cold = cold != NULL && cold->count > 0 ? cold : NULL,
                                    .bonded = bonded != NULL && bonded->count > 0 ? bonded : NULL,
                                    .build = build->count > 0 ? build : NULL,
                                    .bin = bin != NULL && bin->count > 0 ? bin : NULL,
                                    .step = step != NULL && step->count > 0 ? step : NULL};
    if (!group->good)
        return;
    if (broken->stop == STOP_FAILED)
        group->good =
            record_failed(runner, item->index, group->opened, &broken->error, &group->error);
    else if (sampler->stop != STOP_DROPPED)
        group->good = record_ran(runner, group->opened, item, &timings, &group->error);
}

/* Cases that read the same structure share its building; patches depend on the tuning. */
static int find_builds(struct item *items, int count, int owners[])
{
    int builds = 0;
    for (int k = 0; k < count; k++) {
        enum neighbor_kind kind = items[k].spec->strategy->neighbors;
        int build = 0;
        while (build < builds && (kind == NEIGHBORS_PATCHES ||
                                  items[owners[build]].spec->strategy->neighbors != kind))
            build++;
        if (build == builds)
            owners[builds++] = k;
        items[k].build = build;
    }
    return builds;
}

static void measure_energy(struct runner *runner, const struct opened *opened, struct item *item)
{
    progress_say(&runner->progress, "energy of", item->spec->id);
    phase_begin(PHASE_ENERGY, item->spec->id);
    energy_measure(opened->backend, opened->device, item->prepared, runner->options->interrupted,
                   &item->energy);
    phase_end();
}

static void count_hardware(struct runner *runner, const struct opened *opened, struct item *item)
{
    progress_say(&runner->progress, "hardware counters of", item->spec->id);
    phase_begin(PHASE_COUNTERS, item->spec->id);
    hardware_count(opened->backend, item->prepared, NULL, MOTION_FORCE, item->spec->metrics,
                   &item->hardware);
    hardware_count(opened->backend, item->prepared, NULL, MOTION_LIST, item->spec->metrics,
                   &item->listing);
    phase_end();
}

static bool time_colds(struct group *group, int count, struct sampler *colds, struct timed *timed,
                       uint64_t seed, struct error *error)
{
    const struct backend *backend = group->opened->backend;
    for (int k = 0; k < count; k++) {
        timed[k] = (struct timed){
            .runner = group->runner, .opened = group->opened, .item = &group->items[k]};
        colds[k] = (struct sampler){.time = time_cold,
                                    .state = backend->state ? read_state : NULL,
                                    .context = &timed[k],
                                    .single = true};
    }
    group->colds = colds;
    return sampling_run(&group->items[0].spec->sampling, colds, count, seed,
                        group->runner->options->interrupted, keep_stopped, NULL, error);
}

/* Particles of their own for a case: what moves is void for others. */
static bool set_moving(struct mover *mover, struct error *error)
{
    const struct inputs *inputs = &mover->timed.runner->inputs;
    const struct case_spec *spec = mover->timed.item->spec;
    const struct backend *backend = mover->timed.opened->backend;
    const struct workload_spec load = case_workload(spec, &inputs->rounded);
    const struct motion motion = {.dt = spec->sampling.step / spec->model->time.own,
                                  .thermostat = {.temperature = isfinite(spec->system.temperature)
                                                                    ? spec->system.temperature
                                                                    : 0,
                                                 .seed = spec->system.seed}};
    return system_round(&inputs->rounded, spec->precision, &mover->system, error) &&
           backend->load(mover->timed.opened->device, &load, &mover->workload, error) &&
           backend->prepare(mover->workload, spec->strategy, spec->tuning, &mover->prepared,
                            error) &&
           backend->start(mover->prepared, &motion, &mover->system, &mover->moving, error);
}

static void stop_moving(struct mover *mover)
{
    const struct backend *backend = mover->timed.opened->backend;
    if (mover->moving != NULL)
        backend->stop(mover->moving);
    if (mover->prepared != NULL)
        backend->release(mover->prepared);
    if (mover->workload != NULL)
        backend->unload(mover->workload);
    system_free(&mover->system);
}

/* One case after another: each fills the memory with particles and lists of its own. */
static bool time_steps(struct group *group, int count, struct sampler *samplers, uint64_t seed,
                       struct error *error)
{
    const struct backend *backend = group->opened->backend;
    bool good = true;
    group->steps = samplers;
    for (int k = 0; k < count && good; k++) {
        struct item *item = &group->items[k];
        struct mover mover = {
            .timed = {.runner = group->runner, .opened = group->opened, .item = item}};
        samplers[k] = (struct sampler){
            .time = time_step, .state = backend->state ? read_state : NULL, .context = &mover};
        if (!set_moving(&mover, &samplers[k].error)) {
            samplers[k].stop = STOP_FAILED;
        } else {
            good = sampling_run(&item->spec->sampling, &samplers[k], 1, seed,
                                group->runner->options->interrupted, keep_stopped, NULL, error);
            backend->progress(mover.moving, &item->motion);
            if (good && item->spec->hardware)
                hardware_count(backend, mover.prepared, mover.moving, MOTION_INTEGRATION,
                               item->spec->metrics, &item->moving);
        }
        stop_moving(&mover);
    }
    return good;
}

/* The cells of the cases that own the builds; the others have the same. */
static bool time_binnings(struct group *group, int count, const int *owners, int builds,
                          const struct sampling_options *sampling, struct sampler *bins,
                          struct timed *timed, uint64_t seed, struct error *error)
{
    const struct backend *backend = group->opened->backend;
    for (int k = 0; k < builds; k++) {
        timed[k] = (struct timed){
            .runner = group->runner, .opened = group->opened, .item = &group->items[owners[k]]};
        bins[k] = (struct sampler){.time = time_binning,
                                   .state = backend->state ? read_state : NULL,
                                   .context = &timed[k]};
    }
    group->bins = bins;
    if (!sampling_run(sampling, bins, builds, seed, group->runner->options->interrupted,
                      keep_stopped, NULL, error))
        return false;
    for (int k = 0; k < count; k++) {
        const struct timed *owner = &timed[group->items[k].build];
        for (int p = 0; p < BINNING_PARTS && owner->binnings > 0; p++)
            group->items[k].binning_part[p] = owner->binning_part[p] / (double)owner->binnings;
    }
    return true;
}

static bool time_bondeds(struct group *group, int count, struct sampler *bondeds,
                         struct timed *timed, uint64_t seed, struct error *error)
{
    const struct backend *backend = group->opened->backend;
    int found = 0;
    for (int k = 0; k < count; k++) {
        struct item *item = &group->items[k];
        item->bonded = item->sizes.bonded_step ? found++ : -1;
        if (item->bonded < 0)
            continue;
        timed[item->bonded] =
            (struct timed){.runner = group->runner, .opened = group->opened, .item = item};
        bondeds[item->bonded] = (struct sampler){.time = time_bonded,
                                                 .state = backend->state ? read_state : NULL,
                                                 .context = &timed[item->bonded]};
    }
    group->bondeds = bondeds;
    return sampling_run(&group->items[0].spec->sampling, bondeds, found, seed,
                        group->runner->options->interrupted, keep_stopped, NULL, error);
}

static bool time_items(struct group *group, int count, struct sampler *samplers,
                       struct timed *timed, int *owners, struct error *error)
{
    struct runner *runner = group->runner;
    const struct opened *opened = group->opened;
    const struct sampling_options *sampling = &group->items[0].spec->sampling;
    /* the builds come first, and find a device that verification has woken */
    struct sampling_options sampling_builds = *sampling;
    sampling_builds.warmup_ms = 0;
    const volatile sig_atomic_t *interrupted = runner->options->interrupted;
    uint64_t seed = hash_of_text(group->items[0].spec->id).low;
    struct sampler *builds = samplers + count;
    bool (*state)(void *, struct device_state *) = opened->backend->state ? read_state : NULL;
    group->builds = builds;

    for (int k = 0; k < count && group->items[0].spec->energy && !*interrupted; k++)
        measure_energy(runner, opened, &group->items[k]);
    for (int k = 0; k < count && group->items[0].spec->hardware && !*interrupted; k++)
        count_hardware(runner, opened, &group->items[k]);
    int build_count = find_builds(group->items, count, owners);
    for (int k = 0; k < build_count; k++) {
        timed[k] =
            (struct timed){.runner = runner, .opened = opened, .item = &group->items[owners[k]]};
        builds[k] = (struct sampler){.time = time_build, .state = state, .context = &timed[k]};
    }
    if (!sampling_run(&sampling_builds, builds, build_count, seed, interrupted, keep_stopped, NULL,
                      error) ||
        (opened->backend->time_binning != NULL &&
         !time_binnings(group, count, owners, build_count, &sampling_builds, builds + 4 * count,
                        timed, seed, error)))
        return false;
    if (!time_bondeds(group, count, builds + count, timed, seed, error) ||
        (sampling->cold && !time_colds(group, count, builds + 2 * count, timed, seed, error)) ||
        (sampling->step > 0 && opened->backend->start != NULL &&
         !time_steps(group, count, builds + 3 * count, seed, error)))
        return false;
    for (int k = 0; k < count; k++) {
        timed[k] = (struct timed){.runner = runner, .opened = opened, .item = &group->items[k]};
        samplers[k] = (struct sampler){
            .time = time_force, .state = state, .context = &timed[k], .warm = true};
    }
    if (!sampling_run(sampling, samplers, count, seed, interrupted, force_stopped, group, error))
        return false;
    if (!group->good)
        *error = group->error;
    return group->good;
}

/* Times verified cases in turns. */
static bool time_group(struct runner *runner, const struct opened *opened, struct item *items,
                       int count, struct error *error)
{
    struct group group = {.runner = runner, .opened = opened, .items = items, .good = true};
    int *owners = memory_allocate(count, sizeof *owners, "cases in turns", error);
    struct timed *timed = memory_allocate(count, sizeof *timed, "cases in turns", error);
    struct sampler *samplers =
        memory_allocate_zeroed(6 * (int64_t)count, sizeof *samplers, "cases in turns", error);
    bool good = owners != NULL && timed != NULL && samplers != NULL &&
                time_items(&group, count, samplers, timed, owners, error);
    for (int k = 0; samplers != NULL && k < 6 * count; k++)
        sampler_free(&samplers[k]);
    free(samplers);
    free(timed);
    free(owners);
    return good;
}

/* --- a group --- */

static bool interrupted(const struct runner *runner)
{
    return *runner->options->interrupted != 0;
}

/* Everything that decides what a case measures. */
static void identify(const struct runner *runner, struct item *item,
                     const struct device_info *device)
{
    const struct case_spec *spec = item->spec;
    const struct sampling_options *sampling = &spec->sampling;
    const double numbers[] = {sampling->warmup_calls,
                              sampling->warmup_ms,
                              sampling->sample_ms,
                              sampling->min_samples,
                              sampling->max_samples,
                              sampling->max_seconds,
                              sampling->relative_interval,
                              device->cores,
                              sampling->step,
                              sampling->cold,
                              spec->energy,
                              spec->count_lanes,
                              spec->repeat,
                              spec->hardware,
                              (double)spec->dynamics.steps,
                              (double)spec->dynamics.warmup,
                              (double)spec->dynamics.sample,
                              spec->dynamics.motion.thermostat.time,
                              spec->dynamics.motion.thermostat.diffusion,
                              spec->dynamics.motion.thermostat.interval};
    bool cpu = strcmp(spec->backend, "cpu") == 0;
    hash_text(source_hash(cpu ? &runner->own : &runner->given, cpu ? SOURCES_CPU : SOURCES_GPU,
                          spec->strategy->name, spec->model->name),
              item->source_hash);
    struct hasher hasher;
    hash_start(&hasher);
    hash_string(&hasher, spec->id);
    hash_string(&hasher, runner->inputs.system.hash);
    hash_string(&hasher, item->source_hash);
    hash_string(&hasher, device->name);
    hash_bytes(&hasher, numbers, sizeof numbers);
    for (int k = 0; k < spec->metrics->count && spec->hardware; k++) {
        hash_string(&hasher, spec->metrics->metric[k].name);
        hash_string(&hasher, spec->metrics->metric[k].field);
    }
    hash_text(hash_end(&hasher), item->identity);
}

static bool done_before(const struct runner *runner, const struct item *item)
{
    const cJSON *known = results_get(runner->results, item->index);
    const cJSON *identity = cJSON_GetObjectItemCaseSensitive(known, "identity");
    return cJSON_IsString(identity) && strcmp(identity->valuestring, item->identity) == 0;
}

static double tolerance_of(const struct runner *runner, const struct case_spec *spec)
{
    return runner->options->tolerance >= 0 ? runner->options->tolerance
                                           : precision_tolerance(spec->precision, spec->model);
}

static void release(const struct opened *opened, struct item *item)
{
    if (item->prepared != NULL)
        opened->backend->release(item->prepared);
    item->prepared = NULL;
}

static bool verify(struct runner *runner, const struct backend *backend, struct item *item,
                   struct error *error)
{
    phase_begin(PHASE_VERIFY, item->spec->id);
    bool repeated = item->spec->repeat && !runner->options->verify_only;
    bool done = verify_case(backend, item->prepared, &runner->inputs.reference,
                            tolerance_of(runner, item->spec), repeated ? VERIFY_CALLS : 1,
                            &item->verification, error);
    phase_end();
    return done;
}

/* Replays the mapping to lanes, if it is asked for, affordable and known. */
static bool count_lanes(struct runner *runner, struct item *item, struct error *error)
{
    const struct case_spec *spec = item->spec;
    if (!spec->count_lanes || runner->options->verify_only ||
        spec->strategy->mapping == MAPPING_NONE || runner->inputs.rounded.n > LANES_PARTICLES)
        return true;
    phase_begin(PHASE_LANES, spec->id);
    item->has_lanes =
        inputs_lanes(&runner->inputs, spec, error) &&
        lanes_replay(&runner->inputs.lanes, spec->strategy, spec->tuning, &item->lanes, error);
    phase_end();
    return item->has_lanes;
}

enum outcome { OUTCOME_READY, OUTCOME_RECORDED, OUTCOME_LATER, OUTCOME_BROKEN };

/* Prepares and verifies. Memory may suffice for a case alone that the group together lacks. */
static enum outcome make_ready(struct runner *runner, const struct opened *opened,
                               struct workload *workload, struct item *item, bool alone,
                               struct error *error)
{
    const struct backend *backend = opened->backend;
    struct error reason;
    progress_say(&runner->progress, "preparing", item->spec->id);
    phase_begin(PHASE_PREPARE, item->spec->id);
    bool prepared = backend->prepare(workload, item->spec->strategy, item->spec->tuning,
                                     &item->prepared, &reason);
    phase_end();
    if (!prepared)
        item->prepared = NULL;
    if (!prepared || !verify(runner, backend, item, &reason) ||
        !count_lanes(runner, item, &reason)) {
        release(opened, item);
        if (!alone && reason.code == EXIT_ENVIRONMENT)
            return OUTCOME_LATER;
        return record_failed(runner, item->index, opened, &reason, error) ? OUTCOME_RECORDED
                                                                          : OUTCOME_BROKEN;
    }
    backend->sizes(item->prepared, &item->sizes);
    item->counts = counts_of(item->spec->strategy, &item->sizes, &runner->inputs.reference);
    if (item->verification.passed && !runner->options->verify_only)
        return OUTCOME_READY;
    return record_ran(runner, opened, item, &(struct timings){0}, error) ? OUTCOME_RECORDED
                                                                         : OUTCOME_BROKEN;
}

static void swap(struct item *a, struct item *b)
{
    struct item third = *a;
    *a = *b;
    *b = third;
}

/* Particles times steps of a case; 0 where they stay, or come from a file not read yet. */
static double way_of(const struct case_spec *spec)
{
    const struct case_motion *dynamics = &spec->dynamics;
    return dynamics->steps > 0
               ? (double)spec->system.n * (double)(dynamics->warmup + dynamics->steps)
               : 0;
}

/* A trajectory under way, and what is known of its pace. */
struct way {
    struct runner *runner;
    const struct case_spec *spec;
    struct pace own, *device; /* in steps; of all trajectories there */
    double others;            /* that still have to go it */
    double seconds;           /* at the last look */
    int64_t step;             /* then; -1: there was none */
};

static void look_on(void *context, int64_t step, int64_t last)
{
    struct way *way = context;
    double now = clock_seconds(), particles = (double)way->runner->inputs.system.n;
    if (way->step >= 0) {
        double steps = (double)(step - way->step), seconds = now - way->seconds;
        way->own.work += steps;
        way->own.seconds += seconds;
        way->device->work += steps * particles;
        way->device->seconds += seconds;
    }
    way->step = step;
    way->seconds = now;
    double left = pace_seconds(&way->own, (double)(last - step));
    progress_move(&way->runner->progress, step, last, left,
                  left + pace_seconds(way->device, way->others), way->spec->id);
}

/* What has to move on a device behind the last of these cases, the others of which have moved. */
static double ways_behind(const struct runner *runner, const struct item *items, int count)
{
    const struct case_spec *spec = items[0].spec;
    double sum = 0;
    for (int64_t k = 0; k < runner->cases->count; k++) {
        const struct case_spec *other = &runner->cases->spec[k];
        struct error reason;
        if (!other->passed_over && results_get(runner->results, k) == NULL &&
            strcmp(other->backend, spec->backend) == 0 && other->threads == spec->threads &&
            case_has_kernels(other, &reason))
            sum += way_of(other);
    }
    for (int k = 0; k < count; k++)
        sum -= way_of(items[k].spec);
    return sum;
}

/* Moves the particles of verified cases that ask for it, each on a workload of its own: afterwards
 * a workload's particles are elsewhere. Those whose checkpoint is refused have failed, and end at
 * the back of `items`; returns how many go on, or -1 if the run cannot. */
static int follow_trajectories(struct runner *runner, const struct opened *opened,
                               struct item *items, int count, struct error *error)
{
    for (int k = 0; k < count && !interrupted(runner); k++) {
        const struct case_spec *spec = items[k].spec;
        if (spec->dynamics.steps == 0)
            continue;
        char path[PATH_MAX];
        const struct trajectory_file file = {.path = trajectory_path(runner, spec, path),
                                             .identity = items[k].identity,
                                             .resume = runner->options->resume};
        struct way way = {.runner = runner,
                          .spec = spec,
                          .device = &runner->moved[opened - runner->devices.opened],
                          .others = ways_behind(runner, items, k + 1),
                          .step = -1};
        const struct trajectory_watch watch = {runner->options->interrupted, look_on, &way};
        progress_say(&runner->progress, "moving", spec->id);
        phase_begin(PHASE_DYNAMICS, spec->id);
        trajectory_follow(opened->backend, opened->device, spec, &runner->inputs.system, &file,
                          &watch, &items[k].trajectory);
        phase_end();
        if (!items[k].trajectory.refused)
            continue;
        if (!record_failed(runner, items[k].index, opened, &items[k].trajectory.reason, error))
            return -1;
        swap(&items[k--], &items[--count]);
    }
    return count;
}

/*
 * Runs `count` cases on one workload. Those that do not fit beside the others end at the back of
 * `items`; returns how many they are, or -1 if the run cannot go on.
 */
static int run_together(struct runner *runner, const struct opened *opened, struct item *items,
                        int count, struct error *error)
{
    const struct case_spec *spec = items[0].spec;
    const struct workload_spec load = case_workload(spec, &runner->inputs.rounded);
    struct workload *workload = NULL;
    struct error reason;
    phase_begin(PHASE_LOAD, spec->id);
    bool loaded = opened->backend->load(opened->device, &load, &workload, &reason);
    phase_end();
    if (!loaded) {
        for (int k = 0; k < count; k++)
            if (!record_failed(runner, items[k].index, opened, &reason, error))
                return -1;
        return 0;
    }
    /* ready cases in front, those for later at the back */
    int ready = 0;
    int later = 0;
    bool good = true;
    for (int k = 0; good && k < count - later && !interrupted(runner);) {
        enum outcome outcome = make_ready(runner, opened, workload, &items[k], count == 1, error);
        good = outcome != OUTCOME_BROKEN;
        if (outcome == OUTCOME_READY) {
            swap(&items[ready++], &items[k++]);
        } else if (outcome == OUTCOME_LATER) {
            swap(&items[k], &items[count - ++later]);
        } else {
            release(opened, &items[k++]);
        }
    }
    if (good)
        ready = follow_trajectories(runner, opened, items, ready, error);
    good = good && ready >= 0;
    if (good && ready > 0 && !interrupted(runner))
        good = time_group(runner, opened, items, ready, error);
    for (int k = 0; k < count; k++)
        release(opened, &items[k]);
    opened->backend->unload(workload);
    return good ? later : -1;
}

static bool fail_all(struct runner *runner, const struct opened *opened, const struct item *items,
                     int count, const struct error *reason, struct error *error)
{
    for (int k = 0; k < count; k++)
        if (!record_failed(runner, items[k].index, opened, reason, error))
            return false;
    return true;
}

static bool run_items(struct runner *runner, const struct opened *opened, struct item *items,
                      int count, struct error *error)
{
    struct error reason;
    progress_say(&runner->progress, "reference forces of", items[0].spec->id);
    phase_begin(PHASE_REFERENCE, items[0].spec->id);
    bool referenced = inputs_reference(&runner->inputs, items[0].spec, &reason);
    phase_end();
    if (!referenced)
        return fail_all(runner, opened, items, count, &reason, error);
    int later = run_together(runner, opened, items, count, error);
    for (int k = count - later; later > 0 && k < count && !interrupted(runner); k++)
        if (run_together(runner, opened, &items[k], 1, error) < 0)
            return false;
    return later >= 0;
}

/* The cases of a group that are left to run, into `items`; -1 if the run cannot go on. */
static int choose(struct runner *runner, const struct opened *opened, int64_t first, int count,
                  struct item *items, struct error *error)
{
    int chosen = 0;
    for (int64_t index = first; index < first + count; index++) {
        const struct case_spec *spec = &runner->cases->spec[index];
        struct item *item = &items[chosen];
        *item = (struct item){.index = index, .spec = spec};
        struct error reason;
        if (!case_has_kernels(spec, &reason)) {
            if (!record_skipped(runner, index, opened, reason.text, error))
                return -1;
            continue;
        }
        identify(runner, item, devices_info(opened));
        if (done_before(runner, item)) {
            runner->summary->ok++;
            runner->summary->kept++;
            progress_step(&runner->progress);
            continue;
        }
        chosen++;
    }
    return chosen;
}

static bool run_group(struct runner *runner, int64_t first, int count, struct error *error)
{
    const struct case_spec *spec = &runner->cases->spec[first];
    const struct device_options options = {.index = runner->options->device,
                                           .threads = spec->threads,
                                           .source = runner->options->source};
    phase_begin(PHASE_DEVICE, spec->backend);
    const struct opened *opened = devices_open(&runner->devices, spec->backend, &options);
    phase_end();
    if (opened->device == NULL && opened->error.code == EXIT_USAGE) {
        *error = opened->error;
        return false;
    }
    if (opened->device == NULL) {
        note_reason(runner->summary, opened->error.text);
        runner->summary->no_device += count;
        for (int64_t index = first; index < first + count; index++)
            if (!record_skipped(runner, index, opened, opened->error.text, error))
                return false;
        return true;
    }
    provenance_add_device(cJSON_GetObjectItemCaseSensitive(runner->results->document, "provenance"),
                          spec->backend, devices_info(opened));

    struct error reason;
    progress_say(&runner->progress, "making the system of", spec->id);
    phase_begin(PHASE_SYSTEM, spec->id);
    bool system_good = inputs_system(&runner->inputs, spec, &reason);
    phase_end();
    struct item *items = memory_allocate(count, sizeof *items, "the cases of a group", error);
    if (items == NULL)
        return false;
    int chosen = choose(runner, opened, first, count, items, error);
    bool good = chosen >= 0;
    if (chosen > 0 && !system_good)
        good = fail_all(runner, opened, items, chosen, &reason, error);
    else if (chosen > 0)
        good = run_items(runner, opened, items, chosen, error);
    for (int k = 0; k < chosen; k++)
        trajectory_free(&items[k].trajectory);
    free(items);
    return good;
}

bool run_cases(const struct cases *cases, const struct run_options *options,
               struct results *results, struct run_summary *summary, struct error *error)
{
    struct runner runner = {
        .cases = cases, .options = options, .results = results, .summary = summary};
    *summary = (struct run_summary){0};
    phase_reset();
    for (int64_t k = 0; k < cases->count; k++)
        summary->cases += !cases->spec[k].passed_over;
    progress_start(&runner.progress, summary->cases, options->quiet);

    bool good = source_load(NULL, &runner.own, error) &&
                source_load(options->source, &runner.given, error) && results_write(results, error);
    int64_t first = 0;
    while (good && first < cases->count && !interrupted(&runner)) {
        int64_t end = first + 1;
        while (end < cases->count && case_same_group(&cases->spec[first], &cases->spec[end]))
            end++;
        if (!cases->spec[first].passed_over)
            good = run_group(&runner, first, (int)(end - first), error);
        first = end;
    }
    summary->interrupted = interrupted(&runner);
    summary->not_run = summary->cases - summary->ok - summary->skipped - summary->failed;
    inputs_free(&runner.inputs);
    source_free(&runner.own);
    source_free(&runner.given);
    phase_begin(PHASE_DEVICE, "all");
    devices_close(&runner.devices);
    phase_end();
    progress_end(&runner.progress);
    summary->overhead = overhead_take();
    cJSON_AddItemToObject(results->document, "overhead", overhead_json(&summary->overhead));
    return good && results_write(results, error);
}

int run_exit_code(const struct run_summary *summary)
{
    if (summary->interrupted)
        return RUN_INTERRUPTED;
    if (summary->unverified > 0)
        return EXIT_VERIFICATION;
    if (summary->bad_input > 0)
        return EXIT_USAGE;
    if (summary->failed > 0 || summary->no_device == summary->cases)
        return EXIT_ENVIRONMENT;
    return EXIT_OK;
}
