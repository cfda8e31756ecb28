/* Name of this machine, after which the folder of its results is named. */
#pragma once

#include <stddef.h>

/**
 * Writes the name of the first GPU or, without a GPU, that of the CPU and its number of cores, in
 * lower case: "nvidia-h200", "intel-xeon-platinum-8481c-16-cores". Machines with equal names have
 * equal hardware; a host name would not describe the hardware.
 */
void machine_name(char *name, size_t size);

/** Writes this name for a device whose product name is given. `cores` 0: unknown, left out. */
void machine_name_of(const char *device, int cores, char *name, size_t size);
