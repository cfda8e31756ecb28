#include "harness/backend/cuda/driver/cuda_modules.h"

#include "harness/backend/cuda/driver/cuda_kernel.h"
#include "harness/backend/cuda/driver/cuda_library.h"

#include <stddef.h>

const char *cuda_list_source(const struct source_set *sources, enum cuda_list_module module)
{
    static const char *const paths[][2] = {
        [CUDA_SORT] = {"harness/backend/cuda/device/sort.cu"},
        [CUDA_BINS] = {"harness/backend/cuda/device/bins.cu"},
        [CUDA_ROWS] = {"harness/backend/cuda/device/rows.cu"},
        [CUDA_INTERACTIONS] = {"harness/backend/cuda/device/interactions.cu"},
        [CUDA_BATCH] = {"harness/backend/cuda/batch/batch.cu"},
        [CUDA_RENUMBER] = {"harness/backend/cuda/device/renumber.cu"},
        [CUDA_CONSTRAINTS] = {"harness/backend/cuda/constraints/constraints.cu"},
        [CUDA_MOLECULES] = {"harness/backend/cuda/constraints/molecules.cu"},
        [CUDA_RESTRAINTS] = {"harness/backend/cuda/constraints/restraints.cu"},
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    [CUDA_OWN_##row] = {"harness/backend/cuda/device/" #row ".cu", "strategies/" #row "/list.cu"},
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
        [CUDA_DYNAMICS] = {"harness/backend/cuda/device/dynamics.cu"},
    };
    for (int k = 0; k < 2 && paths[module][k] != NULL; k++)
        if (source_text(sources, paths[module][k]) != NULL)
            return paths[module][k];
    return NULL;
}

bool cuda_list_moves(enum cuda_list_module module)
{
    return module == CUDA_DYNAMICS || module == CUDA_CONSTRAINTS || module == CUDA_MOLECULES ||
           module == CUDA_RESTRAINTS;
}

enum precision cuda_list_precision(enum cuda_list_module module, enum precision precision)
{
    if (cuda_list_moves(module))
        return precision;
    return precision_info(precision)->real_size == sizeof(double) ? PRECISION_DOUBLE
                                                                  : PRECISION_SINGLE;
}

bool cuda_list_has_rows(enum cuda_list_module module)
{
    return module == CUDA_ROWS || module == CUDA_BATCH;
}

CUmodule *cuda_modules_find(struct cuda_modules *modules, enum cuda_list_module module,
                            enum precision precision, const struct building *building)
{
    enum precision compiled = cuda_list_precision(module, precision);
    if (!cuda_list_has_rows(module))
        return &modules->lists[compiled][module];
    return &(module == CUDA_BATCH ? modules->batch
                                  : modules->rows)[compiled][building->listing][building->distance];
}

bool cuda_modules_load(struct cuda_modules *modules, const struct source_set *sources,
                       int architecture, enum precision precision, const struct building *building,
                       bool batch, bool bonded, bool constrained, bool pressed, struct error *error)
{
    for (int m = 0; m < CUDA_LIST_MODULES; m++) {
        struct kernel_image image;
        enum cuda_list_module kind = (enum cuda_list_module)m;
        const char *path = cuda_list_source(sources, kind);
        CUmodule *module = cuda_modules_find(modules, kind, precision, building);
        if (path == NULL || *module != NULL || (kind == CUDA_BATCH && !batch) ||
            (kind == CUDA_RENUMBER && !bonded) ||
            ((kind == CUDA_CONSTRAINTS || kind == CUDA_RESTRAINTS) && !constrained) ||
            (kind == CUDA_MOLECULES && !pressed))
            continue;
        if (!kernel_compile_lists(sources, path, cuda_list_precision(kind, precision),
                                  cuda_list_has_rows(kind) ? building : NULL, architecture, &image,
                                  error))
            return false;
        bool loaded = cuda_module_load(&image, module, error);
        kernel_image_free(&image);
        if (!loaded)
            return false;
    }
    return true;
}

void cuda_modules_unload(struct cuda_modules *modules)
{
    for (int k = 0; k < PRECISION_COUNT; k++) {
        for (int m = 0; m < CUDA_LIST_MODULES; m++)
            if (modules->lists[k][m] != NULL)
                cu.cuModuleUnload(modules->lists[k][m]);
        for (int l = 0; l < LISTING_COUNT; l++) {
            for (int d = 0; d < DISTANCE_COUNT; d++) {
                if (modules->rows[k][l][d] != NULL)
                    cu.cuModuleUnload(modules->rows[k][l][d]);
                if (modules->batch[k][l][d] != NULL)
                    cu.cuModuleUnload(modules->batch[k][l][d]);
            }
        }
    }
}
