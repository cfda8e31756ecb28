/* A kernel cache of a test program's own: group fixtures. Images of the emulator are kept apart
 * from those of a GPU, and not kept longer than the test. */
#ifndef PAIRLANES_TESTS_CACHE_H
#define PAIRLANES_TESTS_CACHE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char cache[64];

static inline int make_cache(void **state)
{
    (void)state;
    strcpy(cache, "/tmp/pairlanes-cache-XXXXXX");
    return mkdtemp(cache) == NULL || setenv("PAIRLANES_CACHE", cache, 1) != 0;
}

static inline int remove_cache(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", cache);
    return system(command);
}

#endif
