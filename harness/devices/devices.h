/* Devices of a run, each opened once and kept open, because creating a CUDA context takes long. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"

enum { DEVICES = 32, DEVICES_NAME = 16 };

/** A device, or the reason why there is none. */
struct opened {
    char name[DEVICES_NAME]; /* name of the backend */
    int threads;
    const struct backend *backend;
    struct device *device; /* NULL: `error` */
    struct error error;
};

/** Zeroed: none yet. */
struct devices {
    struct opened opened[DEVICES];
    int count;
};

/**
 * Returns the device of a backend (which this build may lack) with those options. The pointer is
 * valid until the next call.
 */
const struct opened *devices_open(struct devices *devices, const char *backend,
                                  const struct device_options *options);

/** Returns the backend's description of the device; NULL if there is none. */
const struct device_info *devices_info(const struct opened *opened);

/** Closes all devices. */
void devices_close(struct devices *devices);
