#include "harness/timing/overhead.h"
#include "harness/timing/phase.h"

#include <math.h>

static const char *const names[OVERHEAD_PARTS] = {
    [OVERHEAD_SAMPLING] = "sampling",         [OVERHEAD_COUNTING] = "counting",
    [OVERHEAD_VERIFICATION] = "verification", [OVERHEAD_LISTS] = "lists",
    [OVERHEAD_SYSTEMS] = "systems",           [OVERHEAD_COMPILATION] = "compilation",
    [OVERHEAD_DEVICES] = "devices",           [OVERHEAD_HARNESS] = "harness",
};

static const enum overhead_part part_of[PHASE_COUNT] = {
    [PHASE_NONE] = OVERHEAD_HARNESS,        [PHASE_DEVICE] = OVERHEAD_DEVICES,
    [PHASE_SYSTEM] = OVERHEAD_SYSTEMS,      [PHASE_REFERENCE] = OVERHEAD_VERIFICATION,
    [PHASE_LOAD] = OVERHEAD_SYSTEMS,        [PHASE_PREPARE] = OVERHEAD_LISTS,
    [PHASE_COMPILE] = OVERHEAD_COMPILATION, [PHASE_VERIFY] = OVERHEAD_VERIFICATION,
    [PHASE_LANES] = OVERHEAD_COUNTING,      [PHASE_ENERGY] = OVERHEAD_COUNTING,
    [PHASE_COUNTERS] = OVERHEAD_COUNTING,   [PHASE_BUILD] = OVERHEAD_SAMPLING,
    [PHASE_BONDED] = OVERHEAD_SAMPLING,     [PHASE_COLD] = OVERHEAD_SAMPLING,
    [PHASE_STEP] = OVERHEAD_SAMPLING,       [PHASE_FORCE] = OVERHEAD_SAMPLING,
    [PHASE_DYNAMICS] = OVERHEAD_SAMPLING,
};

struct overhead overhead_take(void)
{
    struct overhead overhead = {0};
    for (int k = 0; k < PHASE_COUNT; k++) {
        double seconds = phase_seconds((enum phase)k);
        overhead.seconds += seconds;
        overhead.share[part_of[k]] += seconds;
    }
    for (int k = 0; k < OVERHEAD_PARTS; k++)
        overhead.share[k] /= fmax(overhead.seconds, 1e-9);
    return overhead;
}

cJSON *overhead_json(const struct overhead *overhead)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "seconds", overhead->seconds);
    cJSON *shares = cJSON_AddObjectToObject(object, "shares");
    for (int k = 0; k < OVERHEAD_PARTS; k++)
        cJSON_AddNumberToObject(shares, names[k], overhead->share[k]);
    return object;
}

void overhead_print(const struct overhead *overhead, FILE *stream)
{
    fprintf(stream, "%.1f s:", overhead->seconds);
    for (int k = 0; k < OVERHEAD_HARNESS; k++)
        if (overhead->share[k] >= 1e-3)
            fprintf(stream, " %s %.1f %%,", names[k], 100 * overhead->share[k]);
    fprintf(stream, " %s %.1f %%\n", names[OVERHEAD_HARNESS],
            100 * overhead->share[OVERHEAD_HARNESS]);
}
