#include "harness/backend/cuda/driver/cuda_modules.h"

#include "harness/backend/cuda/driver/cuda_kernel.h"
#include "harness/backend/cuda/driver/cuda_library.h"

#include <stddef.h>

const char *cuda_list_source(const struct source_set *sources, enum cuda_list_module module)
{
    static const char *const paths[] = {
        [CUDA_SORT] = "harness/backend/cuda/device/sort.cu",
        [CUDA_BINS] = "harness/backend/cuda/device/bins.cu",
        [CUDA_ROWS] = "harness/backend/cuda/device/rows.cu",
        [CUDA_INTERACTIONS] = "harness/backend/cuda/device/interactions.cu",
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    [CUDA_OWN_##row] = "harness/backend/cuda/device/" #row ".cu",
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
        [CUDA_DYNAMICS] = "harness/backend/cuda/device/dynamics.cu",
    };
    static const char *const own_paths[CUDA_LIST_MODULES] = {
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    [CUDA_OWN_##row] = "strategies/" #row "/list.cu",
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
    };
    if (source_text(sources, paths[module]) != NULL)
        return paths[module];
    return own_paths[module] != NULL && source_text(sources, own_paths[module]) != NULL
               ? own_paths[module]
               : NULL;
}

enum precision cuda_list_precision(enum cuda_list_module module, enum precision precision)
{
    if (module == CUDA_DYNAMICS)
        return precision;
    return precision_info(precision)->real_size == sizeof(double) ? PRECISION_DOUBLE
                                                                  : PRECISION_SINGLE;
}

CUmodule *cuda_modules_find(struct cuda_modules *modules, enum cuda_list_module module,
                            enum precision precision, const struct building *building)
{
    enum precision compiled = cuda_list_precision(module, precision);
    return module == CUDA_ROWS ? &modules->rows[compiled][building->listing][building->distance]
                               : &modules->lists[compiled][module];
}

bool cuda_modules_load(struct cuda_modules *modules, const struct source_set *sources,
                       int architecture, enum precision precision, const struct building *building,
                       struct error *error)
{
    for (int m = 0; m < CUDA_LIST_MODULES; m++) {
        struct kernel_image image;
        enum cuda_list_module kind = (enum cuda_list_module)m;
        const char *path = cuda_list_source(sources, kind);
        CUmodule *module = cuda_modules_find(modules, kind, precision, building);
        if (path == NULL || *module != NULL)
            continue;
        if (!kernel_compile_lists(sources, path, cuda_list_precision(kind, precision),
                                  m == CUDA_ROWS ? building : NULL, architecture, &image, error))
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
        for (int l = 0; l < LISTING_COUNT; l++)
            for (int d = 0; d < DISTANCE_COUNT; d++)
                if (modules->rows[k][l][d] != NULL)
                    cu.cuModuleUnload(modules->rows[k][l][d]);
    }
}
