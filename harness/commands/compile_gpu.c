#include "harness/commands/compile_gpu.h"

#ifdef PAIRLANES_CUDA
#include "harness/backend/cuda/cuda_case_code.h"
#include "harness/backend/cuda/driver/cuda_code.h"
#include "harness/backend/cuda/driver/cuda_compile.h"
#include "harness/backend/cuda/driver/cuda_device.h"
#include "harness/backend/cuda/driver/cuda_instructions.h"
#include "harness/backend/cuda/driver/cuda_occupancy.h"
#include "harness/backend/cuda/lists/cuda_lists.h"
#include "harness/base/table.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/print/loop_table.h"
#include "harness/json/json_file.h"
#include "harness/results/kernels.h"
#include "strategies/gpu_list_arguments.h"
#include "strategies/gpu_motion_arguments.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

const bool compile_gpu_built = true;

struct tally {
    int64_t kernels, cached, failed, spilling;
    int64_t impossible;             /* number of sources that this machine cannot compile */
    struct error impossible_reason; /* reason of the last source that cannot be compiled here */
};

static void count_failure(const struct error *error, struct tally *tally)
{
    tally->failed++;
    if (error->code == EXIT_ENVIRONMENT) {
        tally->impossible++;
        tally->impossible_reason = *error;
    }
}

/* Division of the images among processes: each compiles every jobs-th image. */
struct division {
    int jobs, mine;
    int64_t images; /* number of images so far */
};

/* Whether the kernels of two cases are compiled for the same model and precision. */
static bool same_work(const struct case_spec *a, const struct case_spec *b, bool one_each)
{
    return a->model == b->model && a->precision == b->precision &&
           (one_each || case_same_model(a, b));
}

/* Whether two cases have the same bonded kernels. */
static bool same_bonded(const struct case_spec *a, const struct case_spec *b, bool one_each)
{
    return same_work(a, b, one_each) && a->bonding == b->bonding;
}

/* Whether two cases have the same kernels. Their particles may differ. */
static bool same_kernels(const struct case_spec *a, const struct case_spec *b, bool one_each)
{
    return a->strategy == b->strategy && same_work(a, b, one_each) &&
           (a->interactions == INTERACTIONS_STORED) == (b->interactions == INTERACTIONS_STORED) &&
           a->exclusion_method == b->exclusion_method &&
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

/* Output about kernels: as a table and as JSON. */
struct kernel_output {
    struct table table;
    cJSON *document; /* document of results/kernels.h */
    struct tally tally;
};

/* Properties that are the same for all kernels of an image. */
struct common {
    const char *source, *strategy, *model, *precision, *tuning;
    int architecture, threads;
    int declared; /* largest number of bytes that the kernels may spill */
    bool bounded; /* true if a block's shared memory also depends on the particles */
};

static void report_kernel(const struct common *common, const struct kernel_image *image,
                          const struct kernel_usage *usage, struct kernel_output *output)
{
    struct table *table = &output->table;
    struct occupancy occupancy;
    struct hash code;
    char code_hash[HASH_TEXT] = "";
    int instructions = 0;
    const cJSON *loops = cuda_instructions(image, usage->name, &instructions);
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
                                   .code_hash = code_hash,
                                   .instructions = loops != NULL ? instructions : NAN,
                                   .loops = loops};
    kernels_add(output->document, &row);
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

static void report_image(const struct common *common, const struct kernel_image *image,
                         struct kernel_output *output)
{
    output->tally.kernels += image->kernels;
    output->tally.cached += image->cached ? image->kernels : 0;
    for (int k = 0; k < image->kernels; k++) {
        output->tally.spilling += image->usage[k].spill_bytes > common->declared;
        report_kernel(common, image, &image->usage[k], output);
    }
}

static void compile_case(const struct source_set *sources, const struct case_spec *spec,
                         int architecture, struct kernel_output *output)
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
                                         .exclusion_method = spec->exclusion_method};
    if (!kernel_compile(sources, &wanted, architecture, &image, &error)) {
        fprintf(stderr, "%s: %s\n", spec->id, error.text);
        count_failure(&error, &output->tally);
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
    report_image(&common, &image, output);
    kernel_image_free(&image);
}

/* Compiles the kernels of a model's bonded terms; all strategies use the same. */
static void compile_bonded(const struct source_set *sources, const struct case_spec *spec,
                           int architecture, struct kernel_output *output)
{
    struct case_spec bonded = *spec;
    bonded.strategy = bonding_kernel(spec->bonding);
    strategy_defaults(bonded.strategy, bonded.tuning);
    compile_case(sources, &bonded, architecture, output);
}

/*
 * Bytes that list kernels and motion kernels may spill. Motion kernels spill around calls of
 * division routines, once per step.
 */
enum { LIST_SPILLED_BYTES = 8, MOTION_SPILLED_BYTES = 32 };

/* Compiles the kernels in one source file of lists; `building` as in kernel_compile_lists. */
static void compile_list(const struct source_set *sources, const char *path,
                         enum cuda_list_module module, enum precision precision,
                         const struct building *building, int architecture,
                         struct kernel_output *output)
{
    struct error error;
    struct kernel_image image;
    char way[64] = "";
    if (!kernel_compile_lists(sources, path, precision, building, architecture, &image, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.text);
        count_failure(&error, &output->tally);
        return;
    }
    if (building != NULL)
        snprintf(way, sizeof way, "%s %s", listing_name(building->listing),
                 distance_name(building->distance));
    const char *file = strrchr(path, '/') + 1;
    char strategy[64] = ""; /* strategy that owns the source's folder; "": none */
    sscanf(path, "strategies/%63[^/]", strategy);
    const struct common common = {
        .source = file,
        .strategy = strategy,
        .model = "",
        .precision = precision_info(precision)->name,
        .tuning = way,
        .architecture = architecture,
        .threads = cuda_list_moves(module) ? DYNAMICS_BLOCK : LIST_BLOCK,
        .declared = cuda_list_moves(module) ? MOTION_SPILLED_BYTES : LIST_SPILLED_BYTES,
        .bounded = module == CUDA_OWN_staged,
    };
    report_image(&common, &image, output);
    kernel_image_free(&image);
}

/* Records the machine code of a case. */
static void add_code(const struct source_set *sources, const struct case_spec *spec,
                     int architecture, struct kernel_output *output)
{
    struct error error;
    struct kernel_code code;
    const struct workload_spec workload = case_code_workload(spec, NULL);
    if (cuda_case_code(sources, architecture, &workload, spec->strategy, spec->tuning, &code,
                       &error))
        kernels_add_case(output->document, spec, architecture, &code);
}

static bool is_mine(struct division *division)
{
    return division->images++ % division->jobs == division->mine;
}

/*
 * Sources of lists that have been compiled already, by precision. Sources of rows also depend on
 * the method of building rows.
 */
typedef bool listed_kernels[CUDA_LIST_MODULES][PRECISION_COUNT][LISTING_COUNT][DISTANCE_COUNT];

/* Compiles the kernels that build a case's lists and the kernels that move its particles. */
static void compile_lists(const struct source_set *sources, const struct case_spec *spec,
                          int architecture, listed_kernels listed, struct division *division,
                          struct kernel_output *output)
{
    for (int m = 0; m < CUDA_LIST_MODULES; m++) {
        const char *path = cuda_list_source(sources, (enum cuda_list_module)m);
        bool rows = cuda_list_has_rows((enum cuda_list_module)m);
        enum precision precision = cuda_list_precision((enum cuda_list_module)m, spec->precision);
        bool *done = &listed[m][precision][rows ? spec->building.listing : 0]
                            [rows ? spec->building.distance : 0];
        if (m == CUDA_BATCH && spec->sharing != SHARING_BATCHED)
            continue;
        if (path != NULL && !*done && is_mine(division))
            compile_list(sources, path, (enum cuda_list_module)m, precision,
                         rows ? &spec->building : NULL, architecture, output);
        *done = true;
    }
}

static bool is_gpu_case(const struct case_spec *spec)
{
    struct error reason;
    return !spec->passed_over && strcmp(spec->backend, "cuda") == 0 &&
           case_has_kernels(spec, &reason);
}

/* Whether an earlier GPU case has the same kernels as case k. */
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

static void compile_all(const struct compile_gpu_options *options, const struct source_set *sources,
                        const struct cases *cases, int architecture, struct division *division,
                        struct kernel_output *output)
{
    listed_kernels listed = {0};
    for (int64_t k = 0; k < cases->count; k++) {
        const struct case_spec *spec = &cases->spec[k];
        if (!is_gpu_case(spec))
            continue;
        compile_lists(sources, spec, architecture, listed, division, output);
        if (model_is_bonded(spec->model) && !seen(cases, k, same_bonded, options->one_each) &&
            is_mine(division))
            compile_bonded(sources, spec, architecture, output);
        if (!seen(cases, k, same_kernels, options->one_each) && is_mine(division))
            compile_case(sources, spec, architecture, output);
    }
    for (int64_t k = 0; k < cases->count && options->out != NULL; k++)
        if (is_gpu_case(&cases->spec[k]) && is_mine(division))
            add_code(sources, &cases->spec[k], architecture, output);
}

static void compile_part(const struct compile_gpu_options *options,
                         const struct source_set *sources, const struct cases *cases, int mine,
                         int jobs, struct kernel_output *output)
{
    for (int k = 0; k < options->architectures; k++) {
        struct division division = {jobs, mine, 0};
        compile_all(options, sources, cases, options->architecture[k], &division, output);
    }
}

static void start(struct kernel_output *output)
{
    static const struct table_column columns[] = {
        {"", TABLE_LEFT},          {"kernels of", TABLE_LEFT}, {"precision", TABLE_LEFT},
        {"tuning", TABLE_LEFT},    {"kernel", TABLE_LEFT},     {"registers", TABLE_RIGHT},
        {"shared B", TABLE_RIGHT}, {"stack B", TABLE_RIGHT},   {"spilled B", TABLE_RIGHT},
        {"threads", TABLE_RIGHT},  {"blocks", TABLE_RIGHT},    {"occupancy", TABLE_RIGHT},
        {"", TABLE_LEFT}};
    *output = (struct kernel_output){.document = kernels_new()};
    table_start(&output->table, columns, sizeof columns / sizeof *columns);
}

/*
 * Compiles the kernels into the cache with several processes. Errors are ignored, because the
 * caller gets the same errors again.
 */
static void compile_ahead(const struct compile_gpu_options *options,
                          const struct source_set *sources, const struct cases *cases)
{
    fflush(NULL);
    for (int mine = 0; mine < options->jobs; mine++) {
        if (fork() != 0)
            continue;
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        struct kernel_output output;
        if (freopen("/dev/null", "w", stderr) == NULL)
            _exit(EXIT_ENVIRONMENT);
        start(&output);
        compile_part(options, sources, cases, mine, options->jobs, &output);
        _exit(EXIT_OK);
    }
    while (wait(NULL) > 0)
        continue;
}

bool compile_gpu_find(struct compile_gpu_options *options, struct error *error)
{
    static const struct device_options first = {0};
    struct device *device = NULL;
    if (options->architectures > 0)
        return true;
    if (!cuda_device_open(&first, &device, error)) {
        error_prefix(error, "name the architecture with --arch sm_NN");
        return false;
    }
    options->architecture[options->architectures++] = device->architecture;
    cuda_device_close(device);
    return true;
}

bool compile_gpu(const struct cases *cases, const struct source_set *sources,
                 const struct compile_gpu_options *options, struct error *error)
{
    struct kernel_output output;
    if (options->jobs > 1)
        compile_ahead(options, sources, cases);
    start(&output);
    compile_part(options, sources, cases, 0, 1, &output);
    FILE *stream = out_table(options->out);
    table_print(&output.table, 0, stream);
    table_free(&output.table);
    if (options->loops)
        loop_table_print(output.document, stream);
    bool good = options->out == NULL || json_file_write(options->out, output.document, error);
    cJSON_Delete(output.document);
    if (!good)
        return false;
    const struct tally *tally = &output.tally;
    fprintf(stream,
            "%" PRId64 " kernels, %" PRId64 " of them from the cache, %" PRId64
            " with undeclared spills; %" PRId64 " sources failed\n",
            tally->kernels, tally->cached, tally->spilling, tally->failed);
    if (tally->failed > 0 && tally->failed == tally->impossible) {
        *error = tally->impossible_reason;
        return false;
    }
    return (tally->failed == 0 && tally->spilling == 0) ||
           error_set(error, EXIT_VERIFICATION,
                     "%" PRId64 " sources failed, %" PRId64 " kernels spill more than is declared",
                     tally->failed, tally->spilling);
}

#else

const bool compile_gpu_built = false;

bool compile_gpu_find(struct compile_gpu_options *options, struct error *error)
{
    (void)options;
    return error_set(error, EXIT_ENVIRONMENT,
                     "this build has no CUDA backend: build it where a CUDA toolkit is");
}

bool compile_gpu(const struct cases *cases, const struct source_set *sources,
                 const struct compile_gpu_options *options, struct error *error)
{
    struct compile_gpu_options none = *options;
    (void)cases;
    (void)sources;
    return compile_gpu_find(&none, error);
}

#endif
