/*
 * Tests that all GPU kernels of this repository ran on a GPU and agreed with the reference.
 * Recorded verifications in results/<gpu>/verify.json contain the hashes of their sources and
 * machine code. Kernels without a verification have to be listed in results/awaiting-gpu.txt.
 */
#include "harness/backend/backend.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"
#include "harness/results/current.h"
#include "tests/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <glob.h>

enum { RECORDS = 16, NAMED = 64 };

/* A line of results/awaiting-gpu.txt: a strategy and a model, or "*" for all. */
struct awaiting {
    char strategy[48], model[48];
    int kernels; /* number of the line's kernels without a verification */
};

static int named;
static struct awaiting awaiting[NAMED];

static int records;
static cJSON *record[RECORDS];

static cJSON *parse_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0;
    if (file == NULL)
        return NULL;
    ssize_t length = getdelim(&text, &size, '\0', file);
    cJSON *json = length > 0 ? cJSON_Parse(text) : NULL;
    free(text);
    fclose(file);
    return json;
}

static int read_awaiting(void)
{
    char line[256];
    FILE *file = fopen("results/awaiting-gpu.txt", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        struct awaiting *next = &awaiting[named];
        if (named == NAMED || sscanf(line, "%47s %47s", next->strategy, next->model) != 2) {
            print_message("results/awaiting-gpu.txt: expected a strategy and a model: %s", line);
            fclose(file);
            return -1;
        }
        named++;
    }
    if (file != NULL)
        fclose(file);
    return 0;
}

static int read_records(void **state)
{
    glob_t found;
    (void)state;
    if (read_awaiting() != 0)
        return -1;
    if (glob("results/*/verify.json", 0, NULL, &found) != 0)
        return 0;
    for (size_t k = 0; k < found.gl_pathc && records < RECORDS; k++) {
        record[records] = parse_file(found.gl_pathv[k]);
        records += record[records] != NULL;
    }
    globfree(&found);
    return 0;
}

static int free_records(void **state)
{
    (void)state;
    while (records > 0)
        cJSON_Delete(record[--records]);
    return 0;
}

static bool has_text(const cJSON *item, const char *key, const char *text)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(item, key);
    return cJSON_IsString(value) && strcmp(value->valuestring, text) == 0;
}

static bool is_current(const cJSON *item, const struct source_set *sources)
{
    struct record found = {0};
    record_read(item, NULL, "verify.json", &found);
    return record_is_current(&found, sources);
}

/*
 * Returns the number of cases with current kernels of this kind that passed on a GPU. Sets *failed
 * to the number of cases that did not pass.
 */
static int passed_cases(const char *strategy, const char *model, const char *precision,
                        const struct source_set *sources, int *failed)
{
    int passed = 0;
    for (int k = 0; k < records; k++) {
        const cJSON *item = NULL;
        cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(record[k], "cases")) {
            if (!has_text(item, "backend", "cuda") || !has_text(item, "strategy", strategy) ||
                !has_text(item, "model", model) || !has_text(item, "precision", precision) ||
                !is_current(item, sources))
                continue;
            if (has_text(item, "status", "ok"))
                passed++;
            else
                (*failed)++;
        }
    }
    return passed;
}

static bool fits(const char *pattern, const char *name)
{
    return strcmp(pattern, "*") == 0 || strcmp(pattern, name) == 0;
}

/* Notes that a kernel has no verification; returns true if the file lists it. */
static bool is_awaiting(const char *strategy, const char *model)
{
    bool found = false;
    for (int k = 0; k < named; k++) {
        if (!fits(awaiting[k].strategy, strategy) || !fits(awaiting[k].model, model))
            continue;
        awaiting[k].kernels++;
        found = true;
    }
    return found;
}

TEST(every_kernel_is_verified_unchanged)
{
    struct error error;
    struct source_set sources;
    int stale = 0;
    assert_true(source_load(NULL, &sources, &error));
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        for (const struct model *const *model = models(); *model != NULL; model++) {
            for (int p = 0; p < PRECISION_COUNT && strategy_has_gpu(strategy); p++) {
                if (precision_tolerance((enum precision)p, *model) == 0 ||
                    precision_of_pairs((enum precision)p) != (enum precision)p)
                    continue;
                const char *precision = precision_info(precision_of_pairs((enum precision)p))->name;
                int failed = 0;
                if (passed_cases(strategy->name, (*model)->name, precision, &sources, &failed) >
                        0 &&
                    failed == 0)
                    continue;
                if (is_awaiting(strategy->name, (*model)->name))
                    continue;
                print_message("%s, %s, %s: no recorded GPU verification of its kernels\n",
                              strategy->name, (*model)->name, precision);
                stale++;
            }
        }
    }
    source_free(&sources);
    for (int k = 0; k < named; k++)
        if (awaiting[k].kernels == 0)
            fail_msg("results/awaiting-gpu.txt: \"%s %s\" names no kernel without verification: "
                     "take the line out",
                     awaiting[k].strategy, awaiting[k].model);
    if (stale > 0)
        fail_msg("%d kernels: run scripts/gpu-check on a GPU and record its verify.json", stale);
}

TEST(no_kernel_is_left_for_a_gpu)
{
    for (int k = 0; k < named; k++)
        print_message("%s, %s: %d kernels await a GPU\n", awaiting[k].strategy, awaiting[k].model,
                      awaiting[k].kernels);
    if (named > 0)
        skip();
}

TESTS_MAIN(read_records, free_records)
