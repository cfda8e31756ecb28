#include "harness/backend/cuda/cuda_case_code.h"

#include "harness/backend/cuda/cuda_workload.h"
#include "harness/backend/cuda/driver/cuda_code.h"
#include "harness/backend/cuda/driver/cuda_device.h"
#include "harness/backend/cuda/driver/cuda_instructions.h"
#include "harness/backend/cuda/driver/cuda_modules.h"

#include <string.h>

/* State of the search for a case's machine code. */
struct finding {
    const struct source_set *sources;
    int architecture;
    const struct workload_spec *spec;
    int *loops; /* number of instructions in the loops of force kernels */
    struct error *error;
};

/* Adds the hashes of an image's kernels, and frees the image. */
static bool add_image(struct kernel_image *image, const char *name, struct hash *sum,
                      struct error *error)
{
    bool good = cuda_code_add(image, sum);
    kernel_image_free(image);
    return good || error_set(error, EXIT_ENVIRONMENT, "%s: its image has no machine code", name);
}

static bool add_kernels(const struct finding *finding, const struct kernel_wanted *wanted,
                        struct hash *sum)
{
    struct kernel_image image;
    if (!kernel_compile(finding->sources, wanted, finding->architecture, &image, finding->error))
        return false;
    *finding->loops += cuda_loop_instructions(&image);
    return add_image(&image, wanted->strategy->name, sum, finding->error);
}

static bool add_strategy(const struct finding *finding, const struct strategy *strategy,
                         const int *tuning, struct hash *sum)
{
    const struct workload_spec *spec = finding->spec;
    struct interactions interactions;
    interactions_of(spec->model, spec->constants, spec->interactions, &interactions);
    struct kernel_wanted wanted = {.strategy = strategy,
                                   .tuning = tuning,
                                   .model = spec->model,
                                   .constants = spec->constants,
                                   .cutoff = spec->cutoff,
                                   .precision = spec->precision,
                                   .stored = interactions.structure == INTERACTIONS_STORED,
                                   .exclusion_method = spec->exclusion_method,
                                   .bonded = system_bonded_needs(spec->system, spec->model)};
    if (!add_kernels(finding, &wanted, sum))
        return false;
    struct kernel_wanted coupled = wanted;
    coupled.coupled = true;
    if (spec->coupled && strategy_resides(strategy, tuning) && !add_kernels(finding, &coupled, sum))
        return false;
    wanted.long_exclusions = true;
    return !model_is_bonded(spec->model) ||
           !exclusion_method_tests_rows(strategy, spec->exclusion_method) ||
           add_kernels(finding, &wanted, sum);
}

static bool add_bonded(const struct finding *finding, struct hash *sum)
{
    int tuning[STRATEGY_TUNINGS];
    const struct kernel_wanted wanted = cuda_bonded_wanted(finding->spec, tuning);
    return (!model_is_bonded(wanted.model) && wanted.bonded.forms == 0) ||
           add_kernels(finding, &wanted, sum);
}

/* --- lists and motion --- */

static const struct {
    const char *row, *builder;
} structures[] = {
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, ...) [CUDA_OWN_##row - CUDA_OWN_full] = {#row, #cuda},
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
};

/*
 * Whether a case uses a module. It uses two modules for neighbor structures: one for its own, and
 * one for the structure that provides the build functions.
 */
static bool is_used(enum cuda_list_module module, const struct neighbor_structure *neighbors)
{
    if (module < CUDA_OWN_full || module == CUDA_DYNAMICS)
        return true;
    const char *own = structures[module - CUDA_OWN_full].row;
    const struct neighbor_structure *row = neighbor_row(neighbors);
    for (size_t k = 0; k < sizeof structures / sizeof *structures && row != NULL; k++)
        if (strcmp(structures[k].row, row->name) == 0)
            return strcmp(own, row->name) == 0 || strcmp(own, structures[k].builder) == 0;
    return false;
}

static bool add_module(const struct finding *finding, enum cuda_list_module module,
                       struct hash *sum)
{
    const struct workload_spec *spec = finding->spec;
    struct kernel_image image;
    const char *path = cuda_list_source(finding->sources, module);
    return path == NULL ||
           (kernel_compile_lists(finding->sources, path,
                                 cuda_list_precision(module, spec->precision),
                                 cuda_list_has_rows(module) ? &spec->building : NULL,
                                 finding->architecture, &image, finding->error) &&
            add_image(&image, path, sum, finding->error));
}

static bool is_constrained(const struct workload_spec *spec)
{
    return spec->system != NULL && spec->system->constraint_count + spec->system->site_count > 0;
}

static bool is_restrained(const struct workload_spec *spec)
{
    return spec->system != NULL && spec->system->restraint_count > 0;
}

static bool add_lists(const struct finding *finding, const struct strategy *strategy,
                      struct hash *lists, struct hash *motion)
{
    for (int m = 0; m < CUDA_LIST_MODULES; m++) {
        const enum cuda_list_module module = (enum cuda_list_module)m;
        /*
         * CUDA_RENUMBER is left out: its kernels only move integers. The system's particles, which
         * may be unknown here, decide whether it is used.
         */
        if (module == CUDA_RENUMBER || !is_used(module, strategy->neighbors) ||
            (module == CUDA_BATCH && workload_systems(finding->spec) == 1) ||
            (module == CUDA_CONSTRAINTS && !is_constrained(finding->spec)) ||
            (module == CUDA_RESTRAINTS && !is_restrained(finding->spec)) ||
            (module == CUDA_MOLECULES && !finding->spec->pressed))
            continue;
        if (!add_module(finding, module, cuda_list_moves(module) ? motion : lists))
            return false;
    }
    return true;
}

bool cuda_case_code(const struct source_set *sources, int architecture,
                    const struct workload_spec *spec, const struct strategy *strategy,
                    const int tuning[STRATEGY_TUNINGS], struct kernel_code *code,
                    struct error *error)
{
    const struct finding finding = {sources, architecture, spec, &code->loops, error};
    struct hash force = {0}, lists = {0}, motion = {0};
    *code = (struct kernel_code){0};
    if (strategy->neighbors->build != NULL)
        return error_set(
            error, EXIT_ENVIRONMENT,
            "strategy %s builds its list on the host, by code that is not part of its kernel",
            strategy->name);
    if (!add_strategy(&finding, strategy, tuning, &force) || !add_bonded(&finding, &force) ||
        !add_lists(&finding, strategy, &lists, &motion))
        return false;
    hash_text(force, code->force);
    hash_text(lists, code->lists);
    hash_text(motion, code->motion);
    return true;
}

bool cuda_code(struct device *device, const struct workload_spec *spec,
               const struct strategy *strategy, const int tuning[STRATEGY_TUNINGS],
               struct kernel_code *code, struct error *error)
{
    return cuda_case_code(&device->sources, device->architecture, spec, strategy, tuning, code,
                          error);
}
