/*
 * Devices of a run. Each is opened once and stays open, because creating a CUDA context takes long.
 */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"

enum { DEVICES = 32, DEVICES_NAME = 16 };

/** A device, or the reason why it could not be opened. */
struct opened {
    char name[DEVICES_NAME]; /* name of the backend */
    int threads;
    const struct backend *backend;
    struct device *device; /* NULL: `error` has the reason */
    struct error error;
};

/** Opened devices; zeroed: none yet. */
struct devices {
    struct opened opened[DEVICES];
    int count;
};

/**
 * Returns the device of a backend with the given options; opens it if it is not open yet. This
 * build may lack the backend. The pointer is valid until the next call.
 */
const struct opened *devices_open(struct devices *devices, const char *backend,
                                  const struct device_options *options);

/** Returns the description of the device; NULL if it could not be opened. */
const struct device_info *devices_info(const struct opened *opened);

/** Closes all devices. */
void devices_close(struct devices *devices);
