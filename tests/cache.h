/*
 * Group fixtures that set up a kernel cache other than the user's. It is a folder in
 * $PAIRLANES_TEST_CACHE; tests/run sets this variable, so that test programs share compiled
 * kernels. Without the variable, it is a new folder that is removed after the tests. The emulator
 * and a GPU use different folders.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char own_cache[64];

/** Makes a cache for this test program only, in the new folder `own_cache`. */
static inline int make_own_cache(void **state)
{
    (void)state;
    strcpy(own_cache, "/tmp/pairlanes-cache-XXXXXX");
    return mkdtemp(own_cache) == NULL || setenv("PAIRLANES_CACHE", own_cache, 1) != 0;
}

static inline int make_cache_of(const char *kind)
{
    const char *shared = getenv("PAIRLANES_TEST_CACHE");
    char path[1024];
    if (shared != NULL) {
        snprintf(path, sizeof path, "%s/%s", shared, kind);
        return setenv("PAIRLANES_CACHE", path, 1);
    }
    return make_own_cache(NULL);
}

static inline int make_cache(void **state)
{
    (void)state;
    return make_cache_of("emulated");
}

static inline int remove_cache(void **state)
{
    char command[128];
    (void)state;
    if (own_cache[0] == '\0')
        return 0;
    snprintf(command, sizeof command, "rm -rf '%s'", own_cache);
    return system(command);
}
