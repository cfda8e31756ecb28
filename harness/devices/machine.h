/* Name of this machine, used for the folder of its results. */
#pragma once

#include <stddef.h>

/**
 * Writes the name of the first GPU in lower case: "nvidia-h200". Without a GPU, writes the name of
 * the CPU and its number of cores: "intel-xeon-platinum-8481c-16-cores". Machines with equal names
 * have equal hardware; a host name would not describe the hardware.
 */
void machine_name(char *name, size_t size);

/** Like machine_name, for a device with this product name. `cores` 0: unknown, left out. */
void machine_name_of(const char *device, int cores, char *name, size_t size);
