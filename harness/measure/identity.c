#include "harness/measure/identity.h"
#include "harness/base/hash.h"
#include "harness/base/machine/places.h"
#include "harness/base/process/environment.h"
#include "harness/base/version.h"
#include "harness/catalog/source_hash.h"
#include "harness/json/json_get.h"
#include "harness/measure/compile_ahead.h"
#include "harness/measure/measured.h"

#include <stdio.h>
#include <string.h>

/* If the compiler of a case is unknown, the case cannot be compiled here: its result stays
 * valid. */
static void set_compiler(const struct runner *runner, const struct opened *opened,
                         struct measurement *measurement)
{
    struct kernel_compiler *compiler = &measurement->compiler;
    const cJSON *known = results_get(runner->results, measurement->index);
    if (compile_known(opened, measurement->spec, compiler))
        return;
    snprintf(compiler->version, sizeof compiler->version, "%s", json_text(known, "compiler"));
    snprintf(compiler->arch, sizeof compiler->arch, "%s", json_text(known, "arch"));
}

/* Adds a source that only some cases need. */
static void add_source(const struct runner *runner, const char *path, struct hasher *hasher)
{
    const struct source_unit unit = {.path = path};
    const struct hash hash = source_hash(&runner->sources, &unit);
    hash_bytes(hasher, &hash, sizeof hash);
}

/* The identity of a case whose sources have a hash. */
static void write_identity(const struct runner *runner, const struct opened *opened,
                           const struct measurement *measurement, const char *sources,
                           char text[HASH_TEXT])
{
    const struct case_spec *spec = measurement->spec;
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
    struct hasher hasher;
    hash_start(&hasher);
    hash_string(&hasher, spec->id);
    hash_string(&hasher, runner->inputs.system.hash);
    hash_string(&hasher, sources);
    hash_string(&hasher, device->name);
    hash_string(&hasher, measurement->compiler.version);
    hash_string(&hasher, measurement->compiler.arch);
    if (cpu)
        hash_string(&hasher, version_kernel_flags());
    hash_bytes(&hasher, numbers, sizeof numbers);
    if (sampling->diffusion > 0) /* otherwise identities would change for cases without the
                                  * choice */
        hash_bytes(&hasher, &sampling->diffusion, sizeof sampling->diffusion);
    if (sampling->energies) /* nor for cases without these */
        hash_string(&hasher, "energies");
    if (sampling->replica_counts > 0)
        hash_bytes(&hasher, sampling->replicas, sizeof sampling->replicas);
    if (spec->sharing == SHARING_BATCHED)
        add_source(runner, "harness/backend/cuda/batch/batch.cu", &hasher);
    if (runner->inputs.system.constraint_count + runner->inputs.system.site_count > 0)
        add_source(runner, "harness/backend/cuda/constraints/constraints.cu", &hasher);
    if (runner->inputs.system.restraint_count > 0)
        add_source(runner, "harness/backend/cuda/constraints/restraints.cu", &hasher);
    if (spec->dynamics.motion.barostat.interval > 0)
        add_source(runner, "harness/backend/cuda/constraints/molecules.cu", &hasher);
    if (spec->instructions && cpu) /* nor were instructions counted */
        hash_string(&hasher, "instructions");
    int place[ENVIRONMENT_THREADS];
    if (cpu && places_of(device->cores, place)) /* nor had threads places */
        hash_bytes(&hasher, place, (size_t)device->cores * sizeof *place);
    for (int k = 0; k < spec->metrics->count && spec->hardware; k++) {
        hash_string(&hasher, spec->metrics->metric[k].name);
        hash_string(&hasher, spec->metrics->metric[k].field);
    }
    hash_text(hash_end(&hasher), text);
}

void identity_set(const struct runner *runner, const struct opened *opened,
                  struct measurement *measurement)
{
    const struct case_spec *spec = measurement->spec;
    bool cpu = strcmp(spec->backend, "cpu") == 0;
    hash_text(source_hash_of_cases(&runner->sources, cpu ? SOURCES_CPU : SOURCES_GPU,
                                   spec->strategy, spec->model),
              measurement->source_hash);
    set_compiler(runner, opened, measurement);
    write_identity(runner, opened, measurement, measurement->source_hash, measurement->identity);
}

void identity_code(const struct runner *runner, const struct opened *opened,
                   const struct measurement *measurement, struct kernel_code *code)
{
    struct error unknown;
    const struct case_spec *spec = measurement->spec;
    struct workload_spec workload = case_workload(spec, &runner->inputs.rounded);
    workload.systems = spec->sharing == SHARING_BATCHED ? 2 : 1;
    if (!opened->backend->code(opened->device, &workload, spec->strategy, spec->tuning, code,
                               &unknown))
        *code = (struct kernel_code){0};
}

/* Whether a member describes when, for whom or on which of several devices of a kind a case was
 * measured, and is no part of its identity. */
static bool is_occasion(const char *path)
{
    static const char *const paths[] = {"date", "shard", "device_index", "device_uuid"};
    for (size_t k = 0; k < sizeof paths / sizeof *paths; k++)
        if (strcmp(path, paths[k]) == 0)
            return true;
    return false;
}

/* Whether a member follows from the sources, which may differ where the machine code does not. */
static bool is_of_sources(const char *path)
{
    return strcmp(path, "source_hash") == 0 || strcmp(path, "identity") == 0;
}

/* Whether an item agrees with `expected` except in the occasion; members that older files lack are
 * not compared. */
static bool says_the_same(const cJSON *item, const cJSON *expected)
{
    for (const struct member *member = case_members; member->path != NULL; member++) {
        const cJSON *own = json_get(expected, member->path), *found = json_get(item, member->path);
        if (own == NULL || cJSON_IsNull(own) || is_occasion(member->path) ||
            is_of_sources(member->path) || (found == NULL && member->later))
            continue;
        if (!cJSON_Compare(own, found, true))
            return false;
    }
    return expected != NULL;
}

/* Whether a recorded case has the identity that the case had with the sources of then, and these
   give the machine code of today's. */
static bool same_code(const struct runner *runner, const struct opened *opened,
                      const struct measurement *measurement, const cJSON *known)
{
    char identity[HASH_TEXT];
    struct kernel_code code;
    const cJSON *recorded = json_get(known, "code_hash");
    write_identity(runner, opened, measurement, json_text(known, "source_hash"), identity);
    if (recorded == NULL || strcmp(json_text(known, "identity"), identity) != 0)
        return false;
    identity_code(runner, opened, measurement, &code);
    return code.force[0] != '\0' && strcmp(json_text(recorded, "force"), code.force) == 0 &&
           strcmp(json_text(recorded, "lists"), code.lists) == 0 &&
           strcmp(json_text(recorded, "motion"), code.motion) == 0;
}

bool identity_recorded(const struct runner *runner, const struct opened *opened,
                       const struct measurement *measurement)
{
    const cJSON *known = results_get(runner->results, measurement->index);
    if (strcmp(json_text(known, "identity"), measurement->identity) != 0 &&
        !same_code(runner, opened, measurement, known))
        return false;
    struct measured measured =
        measured_start(measurement->spec, devices_info(opened), &runner->inputs.system);
    measured.found = measurement;
    cJSON *expected = measured_json(&measured, NULL);
    bool same = says_the_same(known, expected);
    cJSON_Delete(expected);
    return same;
}
