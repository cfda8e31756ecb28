#include "harness/results/samples.h"

#include <stdlib.h>

bool samples_append(struct samples *samples, const struct timing *timing, const char *file,
                    struct error *error)
{
    int more = cJSON_GetArraySize(timing->raw);
    double *value = realloc(samples->value, (size_t)(samples->count + more + 1) * sizeof *value);
    if (value == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory: samples");
    samples->value = value;
    const cJSON *item = NULL;
    cJSON_ArrayForEach (item, timing->raw) {
        if (!cJSON_IsNumber(item) || !(item->valuedouble > 0))
            return error_set(error, EXIT_USAGE, "%s: a sample is not a time", file);
        value[samples->count++] = item->valuedouble;
    }
    return more > 0 || error_set(error, EXIT_USAGE, "%s: a time has no samples to compare", file);
}
