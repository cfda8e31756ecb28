/*
 * Fuzzes merging of results: two files, separated by a line with a record separator, or a file with
 * itself.
 */
#include "tests/fuzz/fuzz.h"

#include "harness/json/json_print.h"
#include "harness/results/merge.h"

#include <stdlib.h>
#include <string.h>

/* Checks that merged results are valid, and that merging them with themselves changes nothing. */
static void merge_again(const cJSON *document)
{
    char *text = json_lines(document, NULL);
    fuzz_expect(text != NULL, "what was merged can be written");
    const char *path = fuzz_file(0, (const uint8_t *)text, strlen(text));
    char own[FUZZ_PATH], *paths[] = {own, own};
    struct merge merge = {0};
    struct error error;
    snprintf(own, sizeof own, "%s", path);
    fuzz_expect(merge_files(paths, 2, &merge, &error), "what was merged can be merged");
    char *again = json_lines(merge.document, NULL);
    fuzz_expect(again != NULL && strcmp(again, text) == 0, "and stays what it is");
    free(again);
    free(text);
    merge_free(&merge);
    fuzz_records(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size > 0 ? memchr(data, '\x1e', size) : NULL;
    const size_t first = end != NULL ? (size_t)(end - data) : size;
    char own[FUZZ_SLOTS][FUZZ_PATH], *paths[] = {own[0], own[1]};
    struct merge merge = {0};
    struct error error;
    snprintf(own[0], FUZZ_PATH, "%s", fuzz_file(0, data, first));
    snprintf(own[1], FUZZ_PATH, "%s",
             end != NULL ? fuzz_file(1, end + 1, size - first - 1) : fuzz_file(1, data, size));
    if (merge_files(paths, 2, &merge, &error))
        merge_again(merge.document);
    merge_free(&merge);
    return 0;
}
