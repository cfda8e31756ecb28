/* Name of this machine, as used for the folder of its results. */
#pragma once

#include <stddef.h>

/**
 * Writes the name of the first GPU or, without one, of the CPU with its cores, in small letters:
 * "nvidia-h200", "intel-xeon-platinum-8481c-16-cores". Machines of one name are alike; a host's
 * name would not describe its hardware.
 */
void machine_name(char *name, size_t size);

/** Does the same for a device with its maker's name; `cores` 0: unknown. */
void machine_name_of(const char *device, int cores, char *name, size_t size);
