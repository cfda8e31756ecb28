/* Tests that hashes of sources cover the compiled files, and no others. */
#include "harness/base/process/process.h"
#include "harness/base/words.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/source_hash.h"
#include "harness/catalog/strategy.h"
#include "tests/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { UNITS = 4096, PATH = 256 };

static struct source_set sources;
static char folder[64]; /* folder with a file for each translation unit */

static void write_source(int file)
{
    char path[2 * PATH];
    snprintf(path, sizeof path, "%s/%s", folder, sources.paths[file]);
    for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    assert_true(fputs(sources.texts[file], stream) >= 0);
    assert_int_equal(fclose(stream), 0);
}

static int load(void **state)
{
    struct error error;
    (void)state;
    strcpy(folder, "/tmp/pairlanes-sources-XXXXXX");
    if (!source_load(NULL, &sources, &error) || mkdtemp(folder) == NULL)
        return -1;
    for (int k = 0; k < sources.count; k++)
        write_source(k);
    return 0;
}

static int unload(void **state)
{
    char command[128];
    (void)state;
    source_free(&sources);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static int index_of(const char *path, size_t length)
{
    for (int k = 0; k < sources.count; k++)
        if (strlen(sources.paths[k]) == length && strncmp(sources.paths[k], path, length) == 0)
            return k;
    return -1;
}

static int find(const char *path)
{
    int file = index_of(path, strlen(path));
    if (file < 0)
        fail_msg("there is no source %s", path);
    return file;
}

/* --- files that compilers open --- */

/* Translation units, and the options that make each compiler list its opened files. */
static struct {
    struct source_unit unit[UNITS];
    char path[UNITS][PATH];
    struct words arguments[UNITS];
    struct process_command command[UNITS];
    int count;
} asked;

/*
 * Lists the files that the compiler opens. System headers are treated as missing, which an option
 * of gcc allows.
 */
static void ask(const char *path, const char *strategy, const char *model, const char *options)
{
    int k = asked.count++;
    assert_true(k < UNITS);
    snprintf(asked.path[k], PATH, "%s", path);
    asked.unit[k] = (struct source_unit){asked.path[k], strategy, model};
    words_split(&asked.arguments[k], "gcc -M -MG -nostdinc -I. -w");
    words_split(&asked.arguments[k], options);
    if (model != NULL)
        words_add(&asked.arguments[k], "-DMODEL=%s", model);
    if (model != NULL)
        words_add(&asked.arguments[k], "-DMODEL_HEADER=\"models/%s.h\"", model);
    words_add(&asked.arguments[k], "%s", path);
    asked.command[k] =
        (struct process_command){(const char *const *)asked.arguments[k].word, folder};
}

static void check_opened(void *context, int index, const struct process_end *end)
{
    const struct source_unit *unit = &asked.unit[index];
    int files[sources.count];
    int count = source_closure(&sources, unit, files), found = 0;
    (void)context;
    if (end->status != 0)
        fail_msg("%s: %s", unit->path, end->output);
    for (const char *at = end->output; *(at += strspn(at, " \\\n")) != '\0';) {
        size_t length = strcspn(at, " \\\n");
        int file = index_of(at, length), k = 0;
        at += length;
        if (file < 0)
            continue;
        while (k < count && files[k] != file)
            k++;
        if (k == count)
            fail_msg("%s%s%s is compiled from %s, which its hash leaves out", unit->path,
                     unit->model != NULL ? " for " : "", unit->model != NULL ? unit->model : "",
                     sources.paths[file]);
        found++;
    }
    assert_true(found >= 1);
}

static void check_all(int least)
{
    struct error error;
    assert_true(asked.count >= least);
    if (!process_run(asked.command, asked.count, 2, check_opened, NULL, &error))
        fail_msg("%s", error.text);
    while (asked.count > 0)
        words_free(&asked.arguments[--asked.count]);
    memset(asked.arguments, 0, sizeof asked.arguments);
}

/* Precisions for which different files are compiled; others differ only in types. */
static const enum precision precisions[] = {PRECISION_DOUBLE, PRECISION_FIXED,
                                            PRECISION_FIXED_MATH};

static void ask_kernel(const char *strategy, const struct model *model, enum source_side side,
                       bool resides)
{
    char path[PATH], options[PATH];
    source_cpu_kernel(&sources, strategy, model, path, sizeof path);
    if (side == SOURCES_GPU)
        source_gpu_kernel(strategy, resides, path, sizeof path);
    if (source_text(&sources, path) == NULL)
        return;
    for (size_t p = 0; p < sizeof precisions / sizeof *precisions; p++) {
        snprintf(options, sizeof options, "%s %s",
                 side == SOURCES_CPU ? "-x c" : "-x c++ -D__CUDACC__ -D__CUDACC_RTC__",
                 precision_info(precisions[p])->types);
        if (precision_tolerance(precisions[p], model) > 0)
            ask(path, strategy, model->name, options);
    }
}

TEST(kernels_open_what_their_hash_covers)
{
    for (const struct model *const *model = models(); *model != NULL; model++) {
        for (enum source_side side = SOURCES_CPU; side <= SOURCES_GPU; side++) {
            for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++)
                ask_kernel(strategy->name, *model, side, false);
            ask_kernel("bonded", *model, side, false);
        }
        ask_kernel("vertex", *model, SOURCES_GPU, true);
        ask_kernel("team", *model, SOURCES_GPU, true);
    }
    check_all(200);
}

TEST(lists_and_probes_open_what_their_hash_covers)
{
    for (int k = 0; k < sources.count; k++) {
        const char *path = sources.paths[k], *end = strrchr(path, '.');
        if (strcmp(end, ".cu") == 0 &&
            ((strncmp(path, "harness/", 8) == 0 && strstr(path, "/resident/") == NULL) ||
             strstr(path, "/list.cu") != NULL))
            ask(path, NULL, NULL, "-x c++ -D__CUDACC__ -D__CUDACC_RTC__ -DREAL=float -DSUM=float");
    }
    check_all(10);
}

TEST(descriptions_open_what_their_hash_covers)
{
    for (const struct model *const *model = models(); *model != NULL; model++)
        ask("harness/catalog/model_unit.c", NULL, (*model)->name, "");
    ask("harness/catalog/strategy_unit.c", "own", NULL, "-DSTRATEGY_HEADER=\"none\"");
    check_all(5);
}

/* --- files that count --- */

static bool counts(const char *path, enum source_side side, const char *strategy, const char *model,
                   bool resides)
{
    const struct strategy *of = strategy_find(strategy);
    int file = find(path);
    const char *text = sources.texts[file];
    struct hash hash = source_hash_of_cases(&sources, side, of, model_find(model), resides);
    sources.texts[file] = "int other;";
    bool same =
        hash_same(hash, source_hash_of_cases(&sources, side, of, model_find(model), resides));
    sources.texts[file] = text;
    return !same;
}

TEST(cases_count_what_they_include_and_no_more)
{
    static const struct {
        enum source_side side;
        const char *strategy, *model, *in[9], *out[9];
    } cases[] = {
        {SOURCES_CPU,
         "vertex",
         "lj",
         {"strategies/vertex/vertex.c", "strategies/rows.h", "strategies/cpu.h", "models/lj.h"},
         {"strategies/simd.h", "strategies/in_range.h", "strategies/add.h", "models/patchy.h",
          "strategies/vertex/vertex.cu", "strategies/gpu_particle.cuh",
          "strategies/bonded/bonded.c", "strategies/neighbors.h",
          "harness/backend/cuda/device/rows.cu"}},
        {SOURCES_CPU,
         "team",
         "lj",
         {"strategies/team/team.c", "strategies/in_range.h", "strategies/simd.h"},
         {"strategies/unoriented/team.c", "strategies/unoriented/near_partners.h",
          "strategies/team/team.cu"}},
        {SOURCES_CPU,
         "team",
         "allatom",
         {"strategies/unoriented/team.c", "strategies/unoriented/near_partners.h",
          "models/allatom/tables.h", "strategies/bonded/bonded.c"},
         {"strategies/team/team.c", "strategies/unoriented/cluster.c"}},
        {SOURCES_GPU,
         "edge",
         "lj",
         {"strategies/edge/edge.cu", "strategies/gpu_add.cuh", "strategies/gpu_edges.cuh",
          "strategies/gpu_types.cuh", "models/lj.h", "harness/backend/cuda/device/rows.cu",
          "harness/backend/cuda/device/walks.cuh", "harness/backend/cuda/device/dynamics.cu",
          "harness/physics/shared/coupling.h"},
         {"strategies/gpu_fused.cuh", "strategies/gpu_interleaved.cuh", "strategies/simd.h",
          "strategies/edge_gather/list.cu", "harness/backend/cuda/device/patches.cu",
          "harness/backend/cuda/probes/memory.cu", "strategies/bonded/bonded.cu",
          "models/brahms.h"}},
        {SOURCES_GPU,
         "vertex",
         "oxdna",
         {"strategies/gpu_fused.cuh", "strategies/gpu_bonded.cuh", "strategies/bonded/bonded.cu",
          "strategies/bonded_scatter/bonded_scatter.cu", "strategies/bonded_group/bonded_group.cu",
          "strategies/term_group.h"},
         {"strategies/bonded/terms.h", "strategies/gpu_edges.cuh", "strategies/edge/edge.cu"}},
        {SOURCES_GPU,
         "tile",
         "lj",
         {"harness/backend/cuda/device/patches.cu",
          "harness/backend/cuda/device/patch_arguments.h"},
         {"strategies/gpu_fused.cuh", "strategies/staged/list.cu"}},
        {SOURCES_GPU,
         "staged",
         "lj",
         {"strategies/staged/list.cu"},
         {"strategies/gpu_add.cuh", "strategies/cluster/list.cu"}},
        {SOURCES_GPU, "cluster", "lj", {"strategies/cluster/list.cu"}, {"strategies/simd.h"}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        for (const char *const *path = cases[k].in; path < cases[k].in + 9 && *path != NULL; path++)
            if (!counts(*path, cases[k].side, cases[k].strategy, cases[k].model, false))
                fail_msg("%s %s: %s does not count", cases[k].strategy, cases[k].model, *path);
        for (const char *const *path = cases[k].out; path < cases[k].out + 9 && *path != NULL;
             path++)
            if (counts(*path, cases[k].side, cases[k].strategy, cases[k].model, false))
                fail_msg("%s %s: %s counts", cases[k].strategy, cases[k].model, *path);
    }
}

TEST(kernels_of_many_steps_count_where_they_run)
{
    static const char *const own[] = {"harness/backend/cuda/resident/team.cu",
                                      "harness/backend/cuda/resident/resident.cuh"};
    for (int k = 0; k < 2; k++) {
        assert_true(counts(own[k], SOURCES_GPU, "team", "lj", true));
        assert_false(counts(own[k], SOURCES_GPU, "team", "lj", false));
    }
    assert_true(counts("strategies/team/team.cu", SOURCES_GPU, "team", "lj", true));
    assert_false(
        counts("harness/backend/cuda/resident/vertex.cu", SOURCES_GPU, "team", "lj", true));
}

TEST(probes_leave_the_hash_of_strategies_alone)
{
    const struct source_unit probe = {.path = "harness/backend/cuda/probes/memory.cu"};
    int file = find(probe.path);
    const char *text = sources.texts[file];
    struct hash hash = source_hash(&sources, &probe);
    sources.texts[file] = "int other;";
    assert_false(hash_same(source_hash(&sources, &probe), hash));
    sources.texts[file] = text;
    for (const struct strategy *strategy = strategies(); strategy->name != NULL; strategy++)
        assert_false(counts(probe.path, SOURCES_GPU, strategy->name, "lj", false));
}

TEST(cases_of_different_kernels_have_different_hashes)
{
    const struct strategy *vertex = strategy_find("vertex"), *team = strategy_find("team");
    const struct model *lj = model_find("lj"), *patchy = model_find("patchy");
    struct hash hash = source_hash_of_cases(&sources, SOURCES_GPU, vertex, lj, false);
    assert_true(hash_same(hash, source_hash_of_cases(&sources, SOURCES_GPU, vertex, lj, false)));
    assert_false(hash_same(hash, source_hash_of_cases(&sources, SOURCES_GPU, team, lj, false)));
    assert_false(
        hash_same(hash, source_hash_of_cases(&sources, SOURCES_GPU, vertex, patchy, false)));
    assert_false(hash_same(hash, source_hash_of_cases(&sources, SOURCES_CPU, vertex, lj, false)));
}

/* --- forms of #include --- */

/*
 * Finds which files strategies/own/own.c includes if its text is `text`; each file is one letter of
 * `reached`.
 */
static void reach(const char *text, char *reached)
{
    static const char *paths[] = {"strategies/own/own.c", "strategies/own/a.h", "strategies/b.h",
                                  "models/c.h"};
    const char *texts[] = {text, "#include \"strategies/b.h\"\n", "int b;\n", "int c;\n"};
    static const char letters[] = "oabc";
    const struct source_set set = {.count = 4, .paths = paths, .texts = texts};
    int files[4];
    int count = source_closure(
        &set, &(struct source_unit){.path = paths[0], .strategy = "own", .model = "c"}, files);
    for (int k = 0; k < count; k++)
        reached[k] = letters[files[k]];
    reached[count] = '\0';
}

TEST(every_form_of_include_is_followed)
{
    static const struct {
        const char *text, *reached;
    } forms[] = {
        {"int a;", "o"},
        {"#include \"strategies/b.h\"", "ob"},
        {"  #  include<strategies/b.h>", "ob"},
        {"#include \"a.h\"", "oab"},
        {"#include \"own/a.h\"\n#include \"none.h\"\n#include <math.h>", "o"},
        {"#if 0\n#include \"models/c.h\"\n#endif", "oc"},
        {"#include MODEL_HEADER\n", "oc"},
        {"#include STRATEGY_HEADER // none\n#include NEIGHBORS_SOURCE", "o"},
        {"#define HEADER \"models/c.h\"\n#include HEADER", "oabc"},
        {"#include \"../b.h\"", "oabc"},
        {"# /* so */ include /* why */ \"strategies/b.h\"", "ob"},
        {"#/**/include \"strategies/b.h\"", "ob"},
        {"/* why */ #include \"strategies/b.h\"", "ob"},
        {"#error isn't there\n#include \"strategies/b.h\"", "ob"},
        {"#include_next \"strategies/b.h\"", "ob"},
        {"/* #include \"strategies/b.h\" */ // #include \"models/c.h\"", "o"},
        {"const char *text = \"#include \\\"models/c.h\\\"\";", "o"},
        {"#define TEXT(a) #a\n#undef included", "o"},
    };
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        char reached[8];
        reach(forms[k].text, reached);
        if (strcmp(reached, forms[k].reached) != 0)
            fail_msg("%s: reaches \"%s\", expected \"%s\"", forms[k].text, reached,
                     forms[k].reached);
    }
}

/* --- parts of a file that count --- */

static struct hash hash_of(const char *text)
{
    struct hasher hasher;
    hash_start(&hasher);
    hash_source(&hasher, text);
    return hash_end(&hasher);
}

TEST(comments_and_layout_do_not_count)
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
    for (size_t k = 0; k < sizeof same / sizeof *same; k++)
        assert_true(hash_same(hash_of(same[k]), hash_of(source)));
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        assert_false(hash_same(hash_of(others[k]), hash_of(source)));
    assert_false(hash_same(hash_of("\"a  b\""), hash_of("\"a b\"")));
    assert_false(hash_same(hash_of("\"\\\" /*\" 1"), hash_of("\"\\\" /*\" 2")));
    assert_false(hash_same(hash_of("a /"), hash_of("a")));
}

TESTS_MAIN(load, unload)
