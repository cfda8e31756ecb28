#include "harness/measure/identity.h"
#include "harness/base/hash.h"
#include "harness/base/machine/places.h"
#include "harness/base/process/environment.h"
#include "harness/base/version.h"
#include "harness/catalog/source_hash.h"
#include "harness/json/json_get.h"
#include "harness/measure/case_values.h"
#include "harness/measure/compile_ahead.h"

#include <stdio.h>
#include <string.h>

/*
 * Sets the compiler of a case. If it is unknown, the case cannot be compiled here. The recorded
 * compiler is then kept, so that a recorded result stays valid.
 */
static void set_compiler(const struct runner *runner, const struct opened *opened,
                         struct case_state *state)
{
    struct kernel_compiler *compiler = &state->compiler;
    const cJSON *known = results_get(runner->results, state->index);
    if (compile_known(opened, state->spec, compiler))
        return;
    snprintf(compiler->version, sizeof compiler->version, "%s", json_text(known, "compiler"));
    snprintf(compiler->arch, sizeof compiler->arch, "%s", json_text(known, "arch"));
}

/*
 * Adds the hash of a case's machine code or, if that is unknown, of its sources. If kernels cannot
 * be compiled here, a record with the same sources supplies the machine code.
 */
static void add_code(const struct runner *runner, const struct opened *opened,
                     const struct case_state *state, struct hasher *hasher)
{
    const struct case_spec *spec = state->spec;
    const cJSON *known = results_get(runner->results, state->index);
    struct kernel_code code;
    const char *force = code.force, *lists = code.lists, *motion = code.motion;
    identity_code(runner, opened, state, &code);
    if (force[0] == '\0' && strcmp(json_text(known, "source_hash"), state->source_hash) == 0) {
        const cJSON *recorded = json_get(known, "code_hash");
        force = json_text(recorded, "force");
        lists = json_text(recorded, "lists");
        motion = json_text(recorded, "motion");
    }
    hash_string(hasher, force[0] != '\0' ? force : state->source_hash);
    hash_string(hasher, lists);
    if (spec->sampling.step > 0 || spec->dynamics.steps > 0) {
        static const int version = STEPS_VERSION;
        hash_string(hasher, motion);
        hash_bytes(hasher, &version, sizeof version);
    }
}

static void write_identity(const struct runner *runner, const struct opened *opened,
                           const struct case_state *state, char text[HASH_TEXT])
{
    const struct case_spec *spec = state->spec;
    const struct device_info *device = devices_info(opened);
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
                              sampling->diffusion,
                              sampling->energies,
                              sampling->cold,
                              spec->energy,
                              spec->count_lanes,
                              spec->repeat,
                              spec->hardware,
                              spec->instructions,
                              (double)spec->dynamics.steps,
                              (double)spec->dynamics.warmup,
                              (double)spec->dynamics.sample,
                              spec->dynamics.motion.thermostat.time,
                              spec->dynamics.motion.thermostat.diffusion,
                              spec->dynamics.motion.thermostat.interval};
    bool cpu = strcmp(spec->backend, "cpu") == 0;
    struct hasher hasher;
    hash_start(&hasher);
    hash_string(&hasher, spec->id);
    hash_string(&hasher, runner->inputs.system.hash);
    add_code(runner, opened, state, &hasher);
    hash_string(&hasher, device->name);
    hash_string(&hasher, state->compiler.version);
    hash_string(&hasher, state->compiler.arch);
    if (cpu)
        hash_string(&hasher, version_kernel_flags());
    hash_bytes(&hasher, numbers, sizeof numbers);
    if (sampling->replica_counts > 0)
        hash_bytes(&hasher, sampling->replicas, sizeof sampling->replicas);
    int place[ENVIRONMENT_THREADS];
    if (cpu && places_of(device->cores, place))
        hash_bytes(&hasher, place, (size_t)device->cores * sizeof *place);
    for (int k = 0; k < spec->metrics->count && spec->hardware; k++) {
        hash_string(&hasher, spec->metrics->metric[k].name);
        hash_string(&hasher, spec->metrics->metric[k].field);
    }
    hash_text(hash_end(&hasher), text);
}

void identity_set(const struct runner *runner, const struct opened *opened,
                  struct case_state *state)
{
    const struct case_spec *spec = state->spec;
    bool cpu = strcmp(spec->backend, "cpu") == 0;
    hash_text(source_hash_of_cases(&runner->sources, cpu ? SOURCES_CPU : SOURCES_GPU,
                                   spec->strategy, spec->model,
                                   strategy_resides(spec->strategy, spec->tuning)),
              state->source_hash);
    set_compiler(runner, opened, state);
    write_identity(runner, opened, state, state->identity);
}

void identity_code(const struct runner *runner, const struct opened *opened,
                   const struct case_state *state, struct kernel_code *code)
{
    struct error unknown;
    const struct case_spec *spec = state->spec;
    const struct workload_spec workload = case_code_workload(spec, &runner->inputs.rounded);
    if (!opened->backend->code(opened->device, &workload, spec->strategy, spec->tuning, code,
                               &unknown))
        *code = (struct kernel_code){0};
}

/*
 * Whether a member of a record is not part of the case's identity. Such members describe when, for
 * whom or on which of several equal devices the case was measured.
 */
static bool is_occasion(const char *path)
{
    static const char *const paths[] = {"date", "shard", "device_index", "device_uuid"};
    for (size_t k = 0; k < sizeof paths / sizeof *paths; k++)
        if (strcmp(path, paths[k]) == 0)
            return true;
    return false;
}

/*
 * Whether an item equals `expected`. Does not compare members with is_occasion, nor members that
 * files of older versions lack.
 */
static bool says_the_same(const cJSON *item, const cJSON *expected)
{
    for (const struct member *member = case_members; member->path != NULL; member++) {
        const cJSON *own = json_get(expected, member->path), *found = json_get(item, member->path);
        if (own == NULL || cJSON_IsNull(own) || is_occasion(member->path) ||
            strcmp(member->path, "source_hash") == 0 || (found == NULL && member->later))
            continue;
        if (!cJSON_Compare(own, found, true))
            return false;
    }
    return expected != NULL;
}

bool identity_recorded(const struct runner *runner, const struct opened *opened,
                       const struct case_state *state)
{
    const cJSON *known = results_get(runner->results, state->index);
    if (strcmp(json_text(known, "identity"), state->identity) != 0 || !results_complete(known))
        return false;
    struct case_values values =
        case_values_start(state->spec, devices_info(opened), &runner->inputs.system);
    values.found = state;
    cJSON *expected = case_values_json(&values, NULL);
    bool same = says_the_same(known, expected);
    cJSON_Delete(expected);
    return same;
}
