/* What this machine is, as the folder of its results is called. */
#ifndef PAIRLANES_MACHINE_H
#define PAIRLANES_MACHINE_H

#include <stddef.h>

/**
 * The name of the first GPU, or where there is none of the CPU, with its cores, in small letters:
 * "nvidia-h200", "intel-xeon-platinum-8481c-16-cores". Machines that are called alike are alike; a
 * host's name says nothing of what it is.
 */
void machine_name(char *name, size_t size);

/** Does the same for a device with its maker's name; `cores` 0: unknown. */
void machine_name_of(const char *device, int cores, char *name, size_t size);

#endif
