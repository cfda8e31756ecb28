#include "harness/devices/backends.h"

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
