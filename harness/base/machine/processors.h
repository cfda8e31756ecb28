/* The processors of a machine: its sockets, their memories, and the caches that they share. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROCESSORS_CACHES = 8 };

/** A cache for data of the first processor. */
struct processors_cache {
    int level;     /* level, from 1 */
    int64_t bytes; /* size of the whole cache */
    int sharers;   /* hardware threads that share it, at least 1 */
};

struct processors {
    int sockets;  /* 0: not known */
    int memories; /* NUMA nodes: parts of the memory, each close to some cores; 0: not known */
    int caches;   /* number of known caches, in the order of the kernel: near ones first */
    struct processors_cache cache[PROCESSORS_CACHES];
};

/** Reads the processors from the kernel's files in `root`: /sys/devices/system, except in tests. */
struct processors processors_read(const char *root);

/** Reads the maker's name of the first processor from `path`: /proc/cpuinfo, except in tests. False
 * if there is none; `name` then stays as it was. */
bool processors_name(const char *path, char *name, size_t size);

/** Writes family, model and stepping of the processor, "family 25 model 1 stepping 1", which
 * distinguish processors of one name; "" if they are not known. */
void processors_model(char *text, size_t size);

/** The cache of the highest level; NULL if none is known. */
const struct processors_cache *processors_last_cache(const struct processors *processors);

/** The cache of a level; NULL if none is known. */
const struct processors_cache *processors_cache(const struct processors *processors, int level);
