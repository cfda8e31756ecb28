#include "harness/backend.h"

#include <string.h>

extern const struct backend backend_cpu;
#ifdef PAIRLANES_CUDA
extern const struct backend backend_cuda;
#endif

static const struct backend *const table[] = {
    &backend_cpu,
#ifdef PAIRLANES_CUDA
    &backend_cuda,
#endif
    NULL,
};

static const char *const sorts[SORT_COUNT] = {[SORT_NONE] = "none",
                                              [SORT_CELL] = "cell",
                                              [SORT_HILBERT] = "hilbert",
                                              [SORT_CELL_TYPE] = "cell_type"};

const struct backend *const *backends(void)
{
    return table;
}

const struct backend *backend_find(const char *name)
{
    for (const struct backend *const *backend = table; *backend != NULL; backend++)
        if (strcmp((*backend)->name, name) == 0)
            return *backend;
    return NULL;
}

const char *sort_name(enum sort_order sort)
{
    return sorts[sort];
}

bool sort_find(const char *name, enum sort_order *sort)
{
    for (int k = 0; k < SORT_COUNT; k++) {
        if (strcmp(sorts[k], name) == 0) {
            *sort = (enum sort_order)k;
            return true;
        }
    }
    return false;
}
