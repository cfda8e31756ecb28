/* Hashes of sources: all that a kernel is compiled from is in them. */
#include "harness/base/hash.h"
#include "harness/catalog/embedded.h"
#include "harness/catalog/model.h"
#include "harness/catalog/strategy.h"
#include "tests/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct source_set sources;

static int load(void **state)
{
    struct error error;
    (void)state;
    return source_load(NULL, &sources, &error) ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    source_free(&sources);
    return 0;
}

static int index_of(const char *path, size_t length)
{
    for (int k = 0; k < sources.count; k++)
        if (strlen(sources.paths[k]) == length && strncmp(sources.paths[k], path, length) == 0)
            return k;
    return -1;
}

/* Marks a source and all that it includes, the model's header by its macro. */
static void mark(int file, int model, bool *reached)
{
    static const char directive[] = "#include ";
    if (file < 0 || reached[file])
        return;
    reached[file] = true;
    const char *line = sources.texts[file];
    while ((line = strstr(line, directive)) != NULL) {
        line += strlen(directive);
        if (*line == '"')
            mark(index_of(line + 1, strcspn(line + 1, "\"")), model, reached);
        else if (strncmp(line, "MODEL_HEADER", 12) == 0)
            mark(model, model, reached);
    }
}

/* Returns the number of files that are reached from `path` and change the hash, which all must. */
static int count_reached(const char *path, enum source_kind kind, const char *strategy,
                         const char *model)
{
    char header[64];
    int count = 0;
    bool *reached = calloc((size_t)sources.count, sizeof *reached);
    assert_non_null(reached);
    snprintf(header, sizeof header, "models/%s.h", model);
    mark(index_of(path, strlen(path)), index_of(header, strlen(header)), reached);
    const struct hash hash = source_hash(&sources, kind, strategy, model);
    for (int k = 0; k < sources.count; k++) {
        if (!reached[k])
            continue;
        const char *text = sources.texts[k];
        sources.texts[k] = "";
        if (hash_same(source_hash(&sources, kind, strategy, model), hash))
            fail_msg("%s is compiled from %s, which its hash leaves out", path, sources.paths[k]);
        sources.texts[k] = text;
        count++;
    }
    free(reached);
    return count;
}

static void hashes_hold_what_kernels_are_compiled_from(void **state)
{
    (void)state;
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++) {
        for (const struct model *const *model = models(); *model != NULL; model++) {
            const char *name = strategy->name;
            char path[64];
            snprintf(path, sizeof path, "strategies/%s/%s.c", name, name);
            assert_true(count_reached(path, SOURCES_CPU, name, (*model)->name) >= 5);
            snprintf(path, sizeof path, "strategies/of_types/%s.c", name);
            if (model_has_types_alone(*model) && source_text(&sources, path) != NULL)
                assert_true(count_reached(path, SOURCES_CPU, name, (*model)->name) >= 5);
            if (!strategy_has_gpu(strategy))
                continue;
            snprintf(path, sizeof path, "strategies/%s/%s.cu", name, name);
            assert_true(count_reached(path, SOURCES_GPU, name, (*model)->name) >= 5);
        }
    }
}

static void hashes_hold_what_lists_are_compiled_from(void **state)
{
    static const char *const lists[] = {
        "harness/backend/cuda/device/bins.cu",         "harness/backend/cuda/device/dynamics.cu",
        "harness/backend/cuda/device/interactions.cu", "harness/backend/cuda/device/patches.cu",
        "harness/backend/cuda/device/rows.cu",         "harness/backend/cuda/device/sort.cu"};
    (void)state;
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        assert_true(count_reached(lists[k], SOURCES_GPU, "", "") >= 3);
}

static struct hash hash_of(const char *text)
{
    struct hasher hasher;
    hash_start(&hasher);
    hash_source(&hasher, text);
    return hash_end(&hasher);
}

static void comments_and_layout_do_not_count(void **state)
{
    static const char source[] = "#define A 1\nint a = 'b'; /* why */\n";
    static const char *const same[] = {
        "/* what\n * it is */\n#define A    1 // one\nint  a =\t'b';\n\n",
        "#define A /* is\n */ 1\n\n// a\nint a = 'b';\n",
    };
    static const char *const others[] = {
        "#define A 1 int a = 'b';\n",      "#define A 2\nint a = 'b';\n",
        "#define A 1\nint a = '/*b*/';\n", "#define A 1\nint a = \"b\";\n",
        "#define A 1\nint a = 'b'\n",      "",
    };
    (void)state;
    for (size_t k = 0; k < sizeof same / sizeof *same; k++)
        assert_true(hash_same(hash_of(same[k]), hash_of(source)));
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        assert_false(hash_same(hash_of(others[k]), hash_of(source)));
    assert_false(hash_same(hash_of("\"a  b\""), hash_of("\"a b\"")));
    assert_false(hash_same(hash_of("\"\\\" /*\" 1"), hash_of("\"\\\" /*\" 2")));
    assert_false(hash_same(hash_of("a /"), hash_of("a")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_hold_what_kernels_are_compiled_from),
        cmocka_unit_test(hashes_hold_what_lists_are_compiled_from),
        cmocka_unit_test(comments_and_layout_do_not_count),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
