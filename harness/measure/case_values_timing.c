#include "harness/measure/case_values.h"

#include "harness/base/memory.h"
#include "harness/timing/statistics.h"

#include <stdlib.h>

/* States of the hardware while the samples were taken. */
struct states {
    bool reported;
    struct statistics clock, memory_clock;
    int throttled;
    unsigned events;
};

static cJSON *raw_of(const struct sampler *sampler)
{
    cJSON *samples = cJSON_CreateArray();
    for (int k = 0; k < sampler->count; k++)
        cJSON_AddItemToArray(samples, cJSON_CreateNumber(recorded(sampler->samples_ns[k])));
    return samples;
}

static cJSON *events_of(const struct states *h)
{
    cJSON *events = cJSON_CreateArray();
    for (int k = 0; clock_event_name(h->events, k) != NULL; k++)
        cJSON_AddItemToArray(events, cJSON_CreateString(clock_event_name(h->events, k)));
    return events;
}

static void gather(const struct sampler *sampler, struct states *states)
{
    *states = (struct states){.reported = sampler->states != NULL};
    if (!states->reported)
        return;
    double *clocks = memory_new(2 * (int64_t)sampler->count, sizeof *clocks, "clocks");
    double *memory_clocks = clocks + sampler->count;
    for (int k = 0; k < sampler->count; k++) {
        const struct device_state *state = &sampler->states[k];
        clocks[k] = state->clock_mhz;
        memory_clocks[k] = state->memory_clock_mhz;
        states->throttled += device_throttled(state);
        states->events |= state->events;
    }
    statistics_of(clocks, sampler->count, &states->clock);
    statistics_of(memory_clocks, sampler->count, &states->memory_clock);
    free(clocks);
}

#define MEMBER(kind, field, path, value, ...) .field = (value),

void case_values_timing(const struct sampler *sampler, const char *gaps, struct timing *timing)
{
    struct statistics statistics;
    struct states states;
    const struct statistics *s = &statistics;
    const struct states *h = &states;
    statistics_of(sampler->samples_ns, sampler->count, &statistics);
    gather(sampler, &states);
    *timing = (struct timing){
#include "harness/results/members/timing.h"
    };
}
