/* Configs, and the cases that they multiply into. Sources are left out: they are compiled. */
#include "tests/fuzz/fuzz.h"

#include "harness/config/cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How many cases a config could have at most: the lengths of all its lists, multiplied. */
static double most_cases(const cJSON *item)
{
    double most = cJSON_IsArray(item) ? fmax(1, cJSON_GetArraySize(item)) : 1;
    const cJSON *child = NULL;
    cJSON_ArrayForEach (child, item) {
        most *= most_cases(child);
    }
    return most;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct config config;
    struct cases cases;
    struct error error;
    char *text = malloc(size + 1);
    fuzz_expect(text != NULL, "there is memory for the input");
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    if (strstr(text, "sources") == NULL && config_parse(text, "fuzz.json", NULL, &config, &error)) {
        if (most_cases(config.resolved) < 1000 && cases_expand(&config, &cases, &error))
            cases_free(&cases);
        config_free(&config);
    }
    free(text);
    return 0;
}
