/*
 * Fuzzes configs and the cases that result from them. Members with source files are removed,
 * because they would be compiled.
 */
#include "tests/fuzz/fuzz.h"

#include "harness/config/cases.h"
#include "harness/json/json_parse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns an upper bound for the cases of a config: the product of the lengths of all its lists. */
static double most_cases(const cJSON *item)
{
    double most = cJSON_IsArray(item) ? fmax(1, cJSON_GetArraySize(item)) : 1;
    const cJSON *child = NULL;
    cJSON_ArrayForEach (child, item) {
        most *= most_cases(child);
    }
    return most;
}

/* Expands a config, unless it is a long one, and frees it. */
static void expand(struct config *config)
{
    struct cases cases;
    struct error error;
    if (most_cases(config->resolved) < 1000 && cases_expand(config, &cases, &error))
        cases_free(&cases);
    config_free(config);
}

/* Extracts a config from a results file, without compiling or opening anything. */
static void take_out_of_results(const char *text)
{
    struct config config;
    struct error error;
    cJSON *given = json_parse(text, "fuzz.json", 1, &error);
    if (given != NULL && config_of_results(given, "fuzz.json", &config, &error))
        expand(&config);
    cJSON_Delete(given);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct config config;
    struct error error;
    char *text = malloc(size + 1);
    fuzz_expect(text != NULL, "there is memory for the input");
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    if (strstr(text, "sources") == NULL && config_parse(text, "fuzz.json", NULL, &config, &error))
        expand(&config);
    take_out_of_results(text);
    free(text);
    return 0;
}
