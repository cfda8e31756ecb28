#include "harness/devices/devices.h"
#include "harness/devices/backends.h"

#include <stdio.h>
#include <string.h>

static void close_one(struct opened *opened)
{
    if (opened->device != NULL)
        opened->backend->close(opened->device);
    opened->device = NULL;
}

const struct opened *devices_open(struct devices *devices, const char *backend,
                                  const struct device_options *options)
{
    for (int k = 0; k < devices->count; k++) {
        struct opened *known = &devices->opened[k];
        if (strcmp(known->name, backend) == 0 && known->threads == options->threads)
            return known;
    }
    if (devices->count == DEVICES) {
        close_one(&devices->opened[0]);
        memmove(&devices->opened[0], &devices->opened[1],
                (DEVICES - 1) * sizeof devices->opened[0]);
        devices->count--;
    }
    struct opened *opened = &devices->opened[devices->count++];
    *opened = (struct opened){.threads = options->threads, .backend = backend_find(backend)};
    snprintf(opened->name, sizeof opened->name, "%s", backend);
    if (opened->backend == NULL)
        error_set(&opened->error, EXIT_ENVIRONMENT, "this build has no %s backend", backend);
    else if (!opened->backend->open(options, &opened->device, &opened->error))
        opened->device = NULL;
    return opened;
}

const struct device_info *devices_info(const struct opened *opened)
{
    return opened->device != NULL ? opened->backend->info(opened->device) : NULL;
}

void devices_close(struct devices *devices)
{
    for (int k = 0; k < devices->count; k++)
        close_one(&devices->opened[k]);
    devices->count = 0;
}
