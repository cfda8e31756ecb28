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
    [PHASE_DYNAMICS] = OVERHEAD_SAMPLING,   [PHASE_ENERGIES] = OVERHEAD_SAMPLING,
};

struct overhead overhead_take(void)
{
    struct overhead overhead = {.known = true};
    for (int k = 0; k < PHASE_COUNT; k++) {
        double seconds = phase_seconds((enum phase)k);
        overhead.seconds += seconds;
        overhead.share[part_of[k]] += seconds;
    }
    for (int k = 0; k < OVERHEAD_PARTS; k++)
        overhead.share[k] /= fmax(overhead.seconds, 1e-9);
    return overhead;
}

#define SHARE(part, path_, sentence)                                                               \
    {                                                                                              \
        .path = "shares." path_, .kind = MEMBER_NUMBER,                                            \
        .offset = offsetof(struct overhead, share[part]), .range = BETWEEN(0, 1),                  \
        .summary = sentence                                                                        \
    }

const struct member overhead_members[] = {
    {.path = "seconds",
     .kind = MEMBER_NUMBER,
     .offset = offsetof(struct overhead, seconds),
     .range = AT_LEAST(0),
     .unit = "s",
     .summary = "Wall time of the run."},
    {.path = "shares",
     .kind = MEMBER_OBJECT,
     .offset = offsetof(struct overhead, known),
     .summary = "Shares of the seconds; they sum to 1."},
    SHARE(OVERHEAD_SAMPLING, "sampling",
          "Share of timing force calls, list building and steps, with their warm-up."),
    SHARE(OVERHEAD_COUNTING, "counting", "Share of counting lanes, energy and hardware counters."),
    SHARE(OVERHEAD_VERIFICATION, "verification", "Share of the comparison with the reference."),
    SHARE(OVERHEAD_LISTS, "lists",
          "Share of building the structure and loading the kernel of each case, before "
          "verification."),
    SHARE(OVERHEAD_SYSTEMS, "systems",
          "Share of building or reading systems, and copying them to the device."),
    SHARE(OVERHEAD_COMPILATION, "compilation",
          "Share of compiling GPU kernels that were not cached."),
    SHARE(OVERHEAD_DEVICES, "devices", "Share of opening and closing devices."),
    SHARE(OVERHEAD_HARNESS, "harness", "Share of everything else."),
    {.path = NULL}};

void overhead_print(const struct overhead *overhead, FILE *stream)
{
    fprintf(stream, "%.1f s:", overhead->seconds);
    for (int k = 0; k < OVERHEAD_HARNESS; k++)
        if (overhead->share[k] >= 1e-3)
            fprintf(stream, " %s %.1f %%,", names[k], 100 * overhead->share[k]);
    fprintf(stream, " %s %.1f %%\n", names[OVERHEAD_HARNESS],
            100 * overhead->share[OVERHEAD_HARNESS]);
}
