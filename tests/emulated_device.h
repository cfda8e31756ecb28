/*
 * Group fixtures that open the first GPU of the CUDA backend, which is emulated, with a separate
 * kernel cache (cache.h).
 */
#pragma once

#include "harness/devices/backends.h"
#include "tests/cache.h"

static struct device *device;

static inline int open_device(void **state)
{
    const struct device_options options = {0};
    struct error error;
    return make_cache(state) != 0 || !backend_find("cuda")->open(&options, &device, &error);
}

static inline int close_device(void **state)
{
    backend_find("cuda")->close(device);
    return remove_cache(state);
}
