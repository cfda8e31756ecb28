/* Locations of a machine's GPUs: PCI addresses, and the nearest memory and processors. */
#pragma once

enum { GPUS_MAX = 64 };

struct gpu_place {
    char pci[32];   /* PCI address, "0000:3b:00.0" */
    int numa_node;  /* NUMA node of the nearest memory; -1: unknown */
    char cpus[256]; /* nearest processors, "0-15,32-47"; "": unknown */
};

/**
 * Fills in the locations of the GPUs that NVIDIA's driver handles, in the order of their addresses.
 * Returns their number, at most GPUS_MAX; 0 if `root` does not exist; `root` is
 * /sys/bus/pci/drivers/nvidia except in tests. Source: Linux,
 * Documentation/ABI/testing/sysfs-bus-pci.
 */
int gpus_read(const char *root, struct gpu_place places[GPUS_MAX]);
