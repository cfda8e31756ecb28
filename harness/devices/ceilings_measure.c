#include "harness/devices/ceilings_measure.h"

#include "harness/devices/backends.h"

#include <stdio.h>

bool ceilings_measure(const char *backend, const struct device_options *options,
                      struct ceilings *ceilings, struct error *error)
{
    const struct backend *found = backend_find(backend);
    struct device *device = NULL;
    if (found == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "this build has no %s backend", backend);
    if (!found->open(options, &device, error))
        return false;
    *ceilings = (struct ceilings){.info = *found->info(device)};
    snprintf(ceilings->backend, sizeof ceilings->backend, "%s", backend);
    bool good = found->ceilings(device, ceilings, error);
    found->close(device);
    return good;
}
