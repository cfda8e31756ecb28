/* The processors of a machine: sockets, NUMA nodes, and the caches that cores share. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROCESSORS_CACHES = 8 };

/** A data cache of the first processor. */
struct processors_cache {
    int level;     /* level, from 1 */
    int64_t bytes; /* size of the whole cache */
    int sharers;   /* number of hardware threads that share it, at least 1 */
};

struct processors {
    int sockets;  /* number of sockets; 0: unknown */
    int memories; /* number of NUMA nodes, parts of the memory that are close to some cores; 0:
                   * unknown */
    int caches;   /* number of known caches; they are in the kernel's order, nearest first */
    struct processors_cache cache[PROCESSORS_CACHES];
};

/**
 * Reads the processors from the kernel's files below `root`, which is /sys/devices/system except in
 * tests.
 */
struct processors processors_read(const char *root);

/**
 * Reads the product name of the first processor from `path`, which is /proc/cpuinfo except in
 * tests. False if there is none; `name` is then unchanged.
 */
bool processors_name(const char *path, char *name, size_t size);

/**
 * Writes family, model and stepping of the processor, such as "family 25 model 1 stepping 1". They
 * distinguish processors with the same name. "" if they are unknown.
 */
void processors_model(char *text, size_t size);

/** Returns the cache of the highest level; NULL if no cache is known. */
const struct processors_cache *processors_last_cache(const struct processors *processors);

/** Returns the cache of a level; NULL if it is unknown. */
const struct processors_cache *processors_cache(const struct processors *processors, int level);
