/* The cores of this machine as a device of a backend. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/backend/cpu/machine/cpu_cache.h"
#include "harness/backend/cpu/machine/rapl.h"
#include "harness/catalog/embedded.h"

struct device {
    struct device_info info;
    int threads;
    struct cpu_cache cache;
    struct rapl rapl;
    struct source_set sources; /* sources of the kernels */
};

/** Implement the members of struct backend with these names (harness/backend/backend.h). */
bool cpu_device_open(const struct device_options *options, struct device **device,
                     struct error *error);
void cpu_device_close(struct device *device);
const struct device_info *cpu_device_info(const struct device *device);
int cpu_device_count(void);
bool cpu_device_energy(struct device *device, double *joules, struct error *error);
bool cpu_device_flush(struct device *device, struct error *error);
bool cpu_device_ceilings(struct device *device, struct ceilings *ceilings, struct error *error);
