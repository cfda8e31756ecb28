#include "harness/results/samples.h"

#include "harness/base/memory.h"

bool samples_append(struct samples *samples, const struct timing *timing, const char *file,
                    struct error *error)
{
    int more = cJSON_GetArraySize(timing->raw);
    samples->value =
        memory_resized(samples->value, samples->count + more, sizeof *samples->value, "samples");
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, timing->raw) {
        if (!cJSON_IsNumber(item) || !(item->valuedouble > 0))
            return error_set(error, EXIT_USAGE, "%s: a sample is not a time", file);
        samples->value[samples->count++] = item->valuedouble;
    }
    return more > 0 || error_set(error, EXIT_USAGE, "%s: a time has no samples to compare", file);
}
