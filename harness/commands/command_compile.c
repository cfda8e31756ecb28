/* `pairlanes compile` fills the kernel cache for a config. The machine needs no GPU. */
#include "harness/base/error.h"
#include "harness/base/table.h"
#include "harness/catalog/embedded.h"
#include "harness/catalog/model.h"
#include "harness/commands/compile_cpu.h"
#include "harness/commands/options/case_options.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/config_argument.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"
#include "harness/json/json_file.h"
#include "harness/results/kernels.h"

#include <argp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef PAIRLANES_CUDA
#include "harness/backend/cuda/device/dynamics_arguments.h"
#include "harness/backend/cuda/device/list_arguments.h"
#include "harness/backend/cuda/driver/cuda_code.h"
#include "harness/backend/cuda/driver/cuda_compile.h"
#include "harness/backend/cuda/driver/cuda_device.h"
#include "harness/backend/cuda/driver/cuda_occupancy.h"
#include "harness/backend/cuda/lists/cuda_lists.h"
#endif

enum { ARCHITECTURES = 16, JOBS = 256, KEY_OUT = 256 };

struct arguments {
    const char *config;
    const char *backend; /* NULL for cuda, unless the build lacks it and no GPU is named */
    int architectures;
    int architecture[ARCHITECTURES];
    bool one_each;   /* compile one case of each strategy, model and precision */
    bool strict;     /* warnings are errors; for the CPU alone */
    int jobs;        /* processes that compile; 0 for the usual number */
    const char *out; /* where the table goes as JSON; NULL: nowhere */
    struct case_options cases;
};

#ifdef PAIRLANES_CUDA
static const bool has_cuda = true;
#else
static const bool has_cuda = false;
#endif

static bool add_architecture(struct arguments *arguments, const char *text)
{
    char *end = NULL;
    long number = strncmp(text, "sm_", 3) == 0 ? strtol(text + 3, &end, 10) : 0;
    if (number < 50 || number > 999 || *end != '\0' || arguments->architectures == ARCHITECTURES)
        return false;
    arguments->architecture[arguments->architectures++] = (int)number;
    return true;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = state->child_inputs[1] = &arguments->cases;
        state->child_inputs[2] = &arguments->cases.choice;
        break;
    case 'a':
        if (!add_architecture(arguments, argument))
            argp_error(state, "--arch: expected sm_NN as in sm_90 (at most %d), found \"%s\"",
                       ARCHITECTURES, argument);
        break;
    case 'b':
        if (strcmp(argument, "cpu") != 0 && strcmp(argument, "cuda") != 0)
            argp_error(state, "--backend: expected cpu or cuda, found \"%s\"", argument);
        arguments->backend = argument;
        break;
    case 'o':
        arguments->one_each = true;
        break;
    case 'w':
        arguments->strict = true;
        break;
    case 'j':
        arguments->jobs = (int)option_whole(state, "--jobs", argument, 1, JOBS);
        break;
    case KEY_OUT:
        arguments->out = out_path(state, "--out", argument);
        break;
    case ARGP_KEY_ARG:
        config_argument_only(state, argument, &arguments->config);
        break;
    case ARGP_KEY_END:
        if (arguments->backend == NULL)
            arguments->backend = has_cuda || arguments->architectures > 0 ? "cuda" : "cpu";
        if (strcmp(arguments->backend, "cpu") == 0 && arguments->architectures > 0)
            argp_error(state, "--arch is for the backend cuda");
        if (strcmp(arguments->backend, "cpu") == 0 && arguments->out != NULL)
            argp_error(state, "--out is for the backend cuda");
        if (strcmp(arguments->backend, "cpu") != 0 && arguments->strict)
            argp_error(state, "--strict is for the backend cpu");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_option options[] = {
    {"backend", 'b', "cpu|cuda", 0,
     "Whose kernels to compile (default: cuda, in a build that has it)", 0},
    {"arch", 'a', "sm_NN", 0, "The architecture; may be repeated (default: that of the GPU here)",
     0},
    {"one-each", 'o', NULL, 0, "Only one case of each strategy, model and precision", 0},
    {"strict", 'w', NULL, 0, "Warnings of the C compiler are errors", 0},
    {"jobs", 'j', "N", 0,
     "Compile with N processes into the cache, from which the table is then made (default: 1; of "
     "the CPU's kernels as many as there are cores)",
     0},
    {"out", KEY_OUT, "FILE", 0, "Write the table of GPU kernels as JSON, too; plot draws it", 0},
    {0},
};

struct tally {
    int64_t kernels, cached, failed, spilling;
};

/* The images that one of several processes compiles. It takes every jobs-th image. */
struct share {
    int jobs, mine;
    int64_t images; /* passed so far */
};

#ifdef PAIRLANES_CUDA

/* Whether cases have the same kernels of bonded terms. */
static bool same_bonded(const struct case_spec *a, const struct case_spec *b, bool one_each)
{
    return a->model == b->model && a->precision == b->precision &&
           (one_each || case_same_model(a, b));
}

/* Whether cases have the same kernels. Those that differ in their particles alone do. */
static bool same_kernels(const struct case_spec *a, const struct case_spec *b, bool one_each)
{
    return a->strategy == b->strategy && same_bonded(a, b, one_each) &&
           (a->interactions == INTERACTIONS_STORED) == (b->interactions == INTERACTIONS_STORED) &&
           a->excluding == b->excluding &&
           (one_each || memcmp(a->tuning, b->tuning, sizeof a->tuning) == 0);
}

static void tuning_text(const struct case_spec *spec, char *text, size_t size)
{
    text[0] = '\0';
    for (int k = 0; k < strategy_tunings(spec->strategy); k++)
        if (case_has_tuning(spec, k))
            snprintf(text + strlen(text), size - strlen(text), "%s%s %d", k ? ", " : "",
                     spec->strategy->tunings[k].name, spec->tuning[k]);
}

/* What is told of kernels: the table, and the same as JSON. */
struct telling {
    struct table table;
    cJSON *document; /* results/kernels.h */
    struct tally tally;
};

/* What the kernels of an image have in common. */
struct common {
    const char *source, *strategy, *model, *precision, *tuning;
    int architecture, threads;
    int declared; /* bytes that they may spill */
    bool bounded; /* blocks also take shared memory that depends on the particles */
};

static void tell_kernel(const struct common *common, const struct kernel_image *image,
                        const struct kernel_usage *usage, struct telling *telling)
{
    struct table *table = &telling->table;
    struct occupancy occupancy;
    struct hash code;
    char code_hash[HASH_TEXT] = "";
    if (cuda_code_hash(image, usage->name, &code))
        hash_text(code, code_hash);
    bool known = cuda_occupancy(common->architecture, usage->registers, common->threads,
                                usage->shared_bytes, &occupancy);
    const struct kernel_row row = {.architecture = common->architecture,
                                   .source = common->source,
                                   .strategy = common->strategy,
                                   .model = common->model,
                                   .precision = common->precision,
                                   .tuning = common->tuning,
                                   .kernel = usage->name,
                                   .registers = usage->registers,
                                   .threads = common->threads,
                                   .shared_bytes = usage->shared_bytes,
                                   .stack_bytes = usage->stack_bytes,
                                   .spilled_bytes = usage->spill_bytes,
                                   .blocks = known ? occupancy.blocks : NAN,
                                   .occupancy = known ? occupancy.share : NAN,
                                   .bounded = common->bounded ? "true" : "false",
                                   .code_hash = code_hash};
    kernels_add(telling->document, &row);
    table_cell(table, "sm_%d", common->architecture);
    table_cell(table, "%s", common->source);
    table_cell(table, "%s", common->precision);
    table_cell(table, "%s", common->tuning);
    table_cell(table, "%s", usage->name);
    table_cell(table, "%d", usage->registers);
    table_cell(table, "%d", usage->shared_bytes);
    table_cell(table, "%d", usage->stack_bytes);
    table_cell(table, "%d", usage->spill_bytes);
    table_cell(table, "%d", common->threads);
    table_number(table, row.blocks, "%g", row.blocks);
    table_number(table, 100 * row.occupancy, common->bounded ? "≤ %.3g %%" : "%.3g %%",
                 100 * row.occupancy);
    table_cell(table, "%s", image->cached ? "cached" : "compiled");
}

static void tell(const struct common *common, const struct kernel_image *image,
                 struct telling *telling)
{
    telling->tally.kernels += image->kernels;
    telling->tally.cached += image->cached ? image->kernels : 0;
    for (int k = 0; k < image->kernels; k++) {
        telling->tally.spilling += image->usage[k].spill_bytes > common->declared;
        tell_kernel(common, image, &image->usage[k], telling);
    }
}

static void compile_case(const struct source_set *sources, const struct case_spec *spec,
                         int architecture, struct telling *telling)
{
    struct error error;
    struct kernel_image image;
    char tuning[128];
    const struct kernel_wanted wanted = {.strategy = spec->strategy,
                                         .tuning = spec->tuning,
                                         .model = spec->model,
                                         .constants = spec->constants,
                                         .cutoff = spec->range,
                                         .precision = spec->precision,
                                         .stored = spec->interactions == INTERACTIONS_STORED,
                                         .excluding = spec->excluding};
    if (!kernel_compile(sources, &wanted, architecture, &image, &error)) {
        fprintf(stderr, "%s: %s\n", spec->id, error.text);
        telling->tally.failed++;
        return;
    }
    tuning_text(spec, tuning, sizeof tuning);
    char what[128];
    snprintf(what, sizeof what, "%s %s", spec->strategy->name, spec->model->name);
    const struct common common = {
        .source = what,
        .strategy = spec->strategy->name,
        .model = spec->model->name,
        .precision = precision_info(spec->precision)->name,
        .tuning = tuning,
        .architecture = architecture,
        .threads = strategy_block(spec->strategy, spec->tuning, spec->model->oriented),
        .declared = spec->strategy->spilled_bytes,
        .bounded = spec->strategy->neighbors != NULL && cuda_list_stages(spec->strategy->neighbors),
    };
    tell(&common, &image, telling);
    kernel_image_free(&image);
}

/* Compiles the kernels of a model's bonded terms. They work with any strategy. */
static void compile_bonded(const struct source_set *sources, const struct case_spec *spec,
                           int architecture, struct telling *telling)
{
    struct case_spec bonded = *spec;
    bonded.strategy = strategy_bonded();
    strategy_defaults(bonded.strategy, bonded.tuning);
    compile_case(sources, &bonded, architecture, telling);
}

/* The bytes that kernels of lists and motion may spill. On sm_100 couple_points spills, but it
 * runs only once a step. */
enum { LIST_SPILLED_BYTES = 8 };

/* Compiles the kernels of one of the sources of lists. `building` is as kernel_compile_lists
 * wants it. */
static void compile_list(const struct source_set *sources, const char *path,
                         enum cuda_list_module module, enum precision precision,
                         const struct building *building, int architecture, struct telling *telling)
{
    struct error error;
    struct kernel_image image;
    char way[64] = "";
    if (!kernel_compile_lists(sources, path, precision, building, architecture, &image, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.text);
        telling->tally.failed++;
        return;
    }
    if (building != NULL)
        snprintf(way, sizeof way, "%s %s", listing_name(building->listing),
                 distance_name(building->distance));
    const char *file = strrchr(path, '/') + 1;
    char strategy[64] = ""; /* whose folder the source lies in */
    sscanf(path, "strategies/%63[^/]", strategy);
    const struct common common = {
        .source = file,
        .strategy = strategy,
        .model = "",
        .precision = precision_info(precision)->name,
        .tuning = way,
        .architecture = architecture,
        .threads = module == CUDA_DYNAMICS ? DYNAMICS_BLOCK : LIST_BLOCK,
        .declared = LIST_SPILLED_BYTES,
        .bounded = module == CUDA_OWN_staged,
    };
    tell(&common, &image, telling);
    kernel_image_free(&image);
}

static bool in_share(struct share *share)
{
    return share->images++ % share->jobs == share->mine;
}

/* Which sources of lists have been compiled. Each counts by its precision, and the source of
 * rows also by the way to build them. */
typedef bool listed_kernels[CUDA_LIST_MODULES][PRECISION_COUNT][LISTING_COUNT][DISTANCE_COUNT];

/* Compiles the kernels that build the lists of a case and move its particles. */
static void compile_lists(const struct source_set *sources, const struct case_spec *spec,
                          int architecture, listed_kernels listed, struct share *share,
                          struct telling *telling)
{
    for (int m = 0; m < CUDA_LIST_MODULES; m++) {
        const char *path = cuda_list_source(sources, (enum cuda_list_module)m);
        bool rows = cuda_list_has_rows((enum cuda_list_module)m);
        enum precision precision = cuda_list_precision((enum cuda_list_module)m, spec->precision);
        bool *done = &listed[m][precision][rows ? spec->building.listing : 0]
                            [rows ? spec->building.distance : 0];
        if (m == CUDA_BATCH && spec->sharing != SHARING_BATCHED)
            continue;
        if (path != NULL && !*done && in_share(share))
            compile_list(sources, path, (enum cuda_list_module)m, precision,
                         rows ? &spec->building : NULL, architecture, telling);
        *done = true;
    }
}

static bool is_gpu_case(const struct case_spec *spec)
{
    struct error reason;
    return strcmp(spec->backend, "cuda") == 0 && case_has_kernels(spec, &reason);
}

/* Whether an earlier GPU case has the kernels of case k. */
static bool seen(const struct cases *cases, int64_t k,
                 bool (*same)(const struct case_spec *a, const struct case_spec *b, bool one_each),
                 bool one_each)
{
    int64_t before = 0;
    while (before < k && !(is_gpu_case(&cases->spec[before]) &&
                           same(&cases->spec[k], &cases->spec[before], one_each)))
        before++;
    return before < k;
}

static void compile_all(const struct arguments *arguments, const struct source_set *sources,
                        const struct cases *cases, int architecture, struct share *share,
                        struct telling *telling)
{
    listed_kernels listed = {0};
    for (int64_t k = 0; k < cases->count; k++) {
        const struct case_spec *spec = &cases->spec[k];
        if (!is_gpu_case(spec))
            continue;
        compile_lists(sources, spec, architecture, listed, share, telling);
        if (seen(cases, k, same_kernels, arguments->one_each))
            continue;
        if (spec->model->bonded_members > 0 && !seen(cases, k, same_bonded, arguments->one_each) &&
            in_share(share))
            compile_bonded(sources, spec, architecture, telling);
        if (in_share(share))
            compile_case(sources, spec, architecture, telling);
    }
}

static void compile_share(const struct arguments *arguments, const struct source_set *sources,
                          const struct cases *cases, int mine, int jobs, struct telling *telling)
{
    for (int k = 0; k < arguments->architectures; k++) {
        struct share share = {jobs, mine, 0};
        compile_all(arguments, sources, cases, arguments->architecture[k], &share, telling);
    }
}

static void start(struct telling *telling)
{
    static const struct table_column columns[] = {
        {"", TABLE_LEFT},          {"kernels of", TABLE_LEFT}, {"precision", TABLE_LEFT},
        {"tuning", TABLE_LEFT},    {"kernel", TABLE_LEFT},     {"registers", TABLE_RIGHT},
        {"shared B", TABLE_RIGHT}, {"stack B", TABLE_RIGHT},   {"spilled B", TABLE_RIGHT},
        {"threads", TABLE_RIGHT},  {"blocks", TABLE_RIGHT},    {"occupancy", TABLE_RIGHT},
        {"", TABLE_LEFT}};
    *telling = (struct telling){.document = kernels_new()};
    table_start(&telling->table, columns, sizeof columns / sizeof *columns);
}

/* Fills the cache with several processes. If one of them cannot compile a kernel, the caller
 * will meet the same error again. */
static void compile_ahead(const struct arguments *arguments, const struct source_set *sources,
                          const struct cases *cases)
{
    fflush(NULL);
    for (int mine = 0; mine < arguments->jobs; mine++) {
        if (fork() != 0)
            continue;
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        struct telling telling;
        if (freopen("/dev/null", "w", stderr) == NULL)
            _exit(EXIT_ENVIRONMENT);
        start(&telling);
        compile_share(arguments, sources, cases, mine, arguments->jobs, &telling);
        _exit(EXIT_OK);
    }
    while (wait(NULL) > 0)
        continue;
}

/* Finds the architecture of the first GPU if the command line names none. */
static bool find_architecture(struct arguments *arguments, struct error *error)
{
    static const struct device_options first = {0};
    struct device *device = NULL;
    if (arguments->architectures > 0)
        return true;
    if (!cuda_device_open(&first, &device, error)) {
        error_prefix(error, "name the architecture with --arch sm_NN");
        return false;
    }
    arguments->architecture[arguments->architectures++] = device->architecture;
    cuda_device_close(device);
    return true;
}

static bool compile_gpu(struct arguments *arguments, const struct source_set *sources,
                        const struct cases *cases, struct error *error)
{
    struct telling telling;
    if (arguments->jobs > 1)
        compile_ahead(arguments, sources, cases);
    start(&telling);
    compile_share(arguments, sources, cases, 0, 1, &telling);
    FILE *stream = out_table(arguments->out);
    bool good =
        table_print(&telling.table, 0, stream, error) &&
        (arguments->out == NULL || json_file_write(arguments->out, telling.document, error));
    table_free(&telling.table);
    cJSON_Delete(telling.document);
    if (!good)
        return false;
    const struct tally *tally = &telling.tally;
    fprintf(stream,
            "%" PRId64 " kernels, %" PRId64 " of them from the cache, %" PRId64
            " with undeclared spills; %" PRId64 " sources failed\n",
            tally->kernels, tally->cached, tally->spilling, tally->failed);
    return (tally->failed == 0 && tally->spilling == 0) ||
           error_set(error, EXIT_VERIFICATION,
                     "%" PRId64 " sources failed, %" PRId64 " kernels spill more than is declared",
                     tally->failed, tally->spilling);
}

#else

static bool find_architecture(struct arguments *arguments, struct error *error)
{
    (void)arguments;
    return error_set(error, EXIT_ENVIRONMENT,
                     "this build has no CUDA backend: build it where a CUDA toolkit is");
}

static bool compile_gpu(struct arguments *arguments, const struct source_set *sources,
                        const struct cases *cases, struct error *error)
{
    (void)sources;
    (void)cases;
    return find_architecture(arguments, error);
}

#endif

static bool compile(struct arguments *arguments, struct error *error)
{
    struct config config = {0};
    struct cases cases = {0};
    struct source_set sources = {0};
    bool cpu = strcmp(arguments->backend, "cpu") == 0;
    bool good = (cpu || find_architecture(arguments, error)) &&
                case_options_choose(&arguments->cases, error) &&
                case_options_read(&arguments->cases, arguments->config, &config, &cases, error) &&
                source_load(arguments->cases.run.source, &sources, error) &&
                (cpu ? compile_cpu(&cases, &sources, arguments->jobs, arguments->strict, error)
                     : compile_gpu(arguments, &sources, &cases, error));
    source_free(&sources);
    cases_free(&cases);
    config_free(&config);
    return good;
}

static int run(struct arguments *arguments, const char *name)
{
    struct error error;
    if (compile(arguments, &error))
        return EXIT_OK;
    fprintf(stderr, "%s: %s\n", name, error.text);
    return (int)error.code;
}

static const struct argp_child children[] = {
    {.argp = &case_options_source}, {.argp = &case_options_set}, {.argp = &choice_options}, {0}};

const struct argp command_compile_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "[CONFIG|MODEL]",
    .doc = "Compiles the kernels of every case of a config, or of all that `verify` goes "
           "through, into the kernel cache "
           "($PAIRLANES_CACHE, else $XDG_CACHE_HOME/pairlanes, else ~/.cache/pairlanes). Of "
           "GPU kernels it prints registers, shared memory, stack, spills, and the occupancy: "
           "how many blocks and what share of its warps a multiprocessor holds at a time, at most "
           "(≤) of kernels whose shared memory depends on the particles. It needs NVRTC, but no "
           "GPU. A cache that has CPU kernels serves machines without a compiler.\v"
           "Exit codes: 0 all compiled without spills but those declared; 1 a source failed or "
           "spilled more; 2 wrong "
           "usage; 3 this machine cannot compile.",
};

int command_compile(int argc, char **argv)
{
    struct arguments arguments = {0};
    command_line_parse(&command_compile_argp, argc, argv, 0, &arguments);
    int code = run(&arguments, argv[0]);
    case_options_free(&arguments.cases);
    return code;
}
