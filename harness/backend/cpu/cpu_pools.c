#include "harness/backend/cpu/cpu_pools.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* Milliseconds that idle threads of libomp spin; after twice this time they certainly sleep. */
static const char block_ms[] = "1";
enum { SLEEP_NS = 2000000 };

void cpu_pools_limit(void)
{
    if (getenv("OMP_WAIT_POLICY") == NULL)
        setenv("KMP_BLOCKTIME", block_ms, 0);
    setenv("OMP_DYNAMIC", "false", 1); /* otherwise OpenMP may start fewer threads than requested */
}

static bool differ(const struct prepared *prepared)
{
    return prepared->arguments.threads > 1 && strcmp(prepared->kernel->pool, CPU_POOL) != 0;
}

const char *cpu_pools_mix(const struct prepared *prepared)
{
    const char *policy = getenv("OMP_WAIT_POLICY");
    bool sleep = policy != NULL && strcasecmp(policy, "passive") == 0;
    return differ(prepared) && !sleep ? "the kernel and the driver use different OpenMP libraries: "
                                        "in every step waiting threads of one keep the cores that "
                                        "the other needs, unless OMP_WAIT_POLICY is passive"
                                      : NULL;
}

void cpu_pools_enter(const struct prepared *prepared)
{
    if (!differ(prepared))
        return;
    omp_pause_resource_all(omp_pause_soft);
    prepared->kernel->clear(NULL, 0, prepared->arguments.threads);
}

void cpu_pools_leave(const struct prepared *prepared)
{
    static const struct timespec pause = {.tv_nsec = SLEEP_NS};
    if (!differ(prepared))
        return;
    nanosleep(&pause, NULL);
#pragma omp parallel num_threads(prepared->arguments.threads)
    __asm__ volatile("");
}
