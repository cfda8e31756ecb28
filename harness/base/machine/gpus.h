/* Places of the GPUs of a machine: PCI addresses, and the main memory and processors nearest to
 * each. */
#pragma once

enum { GPUS_MAX = 64 };

struct gpu_place {
    char pci[32];   /* address, "0000:3b:00.0" */
    int numa_node;  /* nearest part of the main memory; -1: unknown */
    char cpus[256]; /* nearest processors, "0-15,32-47"; "": unknown */
};

/**
 * Fills the places of the GPUs that NVIDIA's driver serves, in the order of their addresses, and
 * returns their number, GPUS_MAX at most. `root` is /sys/bus/pci/drivers/nvidia except in tests; 0
 * if it does not exist. Source: Linux, Documentation/ABI/testing/sysfs-bus-pci.
 */
int gpus_read(const char *root, struct gpu_place places[GPUS_MAX]);
