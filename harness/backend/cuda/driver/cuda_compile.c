#include "harness/backend/cuda/driver/cuda_compile.h"

#include "harness/backend/cuda/driver/cuda_library.h"
#include "harness/base/files/cache.h"
#include "harness/base/hash.h"
#include "harness/base/memory.h"
#include "harness/base/process/process.h"
#include "harness/catalog/source_hash.h"
#include "harness/timing/phase.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Space for options. A model's constants are one long option; all others are short. */
enum { OPTIONS = 32, CONSTANTS_TEXT = 40 * MODEL_CONSTANTS, OPTIONS_TEXT = CONSTANTS_TEXT + 4096 };

struct options {
    int count;
    const char *text[OPTIONS]; /* texts of the options, in `room` */
    char room[OPTIONS_TEXT];
    int used;
};

static void add_option(struct options *options, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add_option(struct options *options, const char *format, ...)
{
    char *text = options->room + options->used;
    va_list arguments;
    va_start(arguments, format);
    options->used += 1 + vsnprintf(text, (size_t)(OPTIONS_TEXT - options->used), format, arguments);
    va_end(arguments);
    if (options->count == OPTIONS || options->used > OPTIONS_TEXT)
        abort(); /* not reached: callers add a fixed number of options */
    options->text[options->count++] = text;
}

/* Adds each word of a text as an option. */
static void add_words(struct options *options, const char *text)
{
    for (size_t length = 0; *(text += strspn(text, " ")) != '\0'; text += length) {
        length = strcspn(text, " ");
        add_option(options, "%.*s", (int)length, text);
    }
}

static void common_options(struct options *options, enum precision precision, int architecture)
{
    add_option(options, "--gpu-architecture=sm_%d", architecture);
    add_option(options, "--std=c++17");
    add_option(options, "--ptxas-options=-v");
    add_option(options, "--generate-line-info");
    add_words(options, precision_info(precision)->types);
    add_words(options, precision_info(precision)->gpu);
}

/* Adds the options of kernels that move particles. */
static void motion_options(struct options *options, enum precision precision)
{
    add_words(options, precision_info(precision)->state);
}

static void rows_options(struct options *options, const struct building *building)
{
    static const char *const distances[DISTANCE_COUNT] = {
        [DISTANCE_OWN] = "REAL", [DISTANCE_SINGLE] = "float", [DISTANCE_DOUBLE] = "double"};
    add_option(options, "-DLIST_LANES=%d", listing_lanes(building->listing));
    add_option(options, "-DLIST_ATOMIC=%d", building->listing == LISTING_TEAM_ATOMIC);
    if (building->listing == LISTING_BLOCK)
        add_option(options, "-DLIST_CELLS=1");
    if (building->listing == LISTING_ALL)
        add_option(options, "-DLIST_ALL=1");
    add_option(options, "-DDISTANCE=%s", distances[building->distance]);
}

/* Returns the number that precedes `words` in a text; 0 if the words are missing. */
static int number_before(const char *text, const char *words)
{
    const char *found = strstr(text, words);
    while (found != NULL && found > text && isdigit((unsigned char)found[-1]))
        found--;
    return found != NULL ? atoi(found) : 0;
}

/*
 * Reads the assembler's report: "Compiling entry function 'force' for 'sm_90'", "0 bytes spill
 * stores".
 */
static void parse_usage(const char *log, struct kernel_image *image)
{
    struct kernel_usage *usage = NULL;
    for (const char *line = log; line != NULL && *line != '\0'; line = strchr(line, '\n')) {
        line += *line == '\n';
        size_t length = strcspn(line, "\n");
        char text[512];
        snprintf(text, sizeof text, "%.*s", (int)length, line);
        const char *found = NULL;
        if ((found = strstr(text, "entry function '")) != NULL && image->kernels < IMAGE_KERNELS) {
            usage = &image->usage[image->kernels++];
            *usage = (struct kernel_usage){0};
            sscanf(found + 16, "%63[^']", usage->name);
        }
        if (usage == NULL)
            continue;
        if (strstr(text, " bytes stack frame") != NULL) {
            usage->stack_bytes = number_before(text, " bytes stack frame");
            usage->spill_bytes = number_before(text, " bytes spill stores") +
                                 number_before(text, " bytes spill loads");
        }
        if ((found = strstr(text, "Used ")) != NULL)
            sscanf(found + 5, "%d", &usage->registers);
        if (strstr(text, " bytes smem") != NULL)
            usage->shared_bytes = number_before(text, " bytes smem");
    }
}

/*
 * Compiles a unit. The compiler gets exactly the files that the hash covers, and can open no
 * others.
 */
static bool compile(const struct source_set *sources, const struct source_unit *unit,
                    const struct options *options, const char **log, struct kernel_image *image,
                    struct error *error)
{
    nvrtcProgram program = NULL;
    int files[sources->count];
    const char *texts[sources->count], *paths[sources->count];
    int headers = source_closure(sources, unit, files);
    if (headers == 0)
        return error_set(error, EXIT_USAGE, "there is no kernel source %s", unit->path);
    for (int k = 0; k < headers; k++) {
        texts[k] = sources->texts[files[k]];
        paths[k] = sources->paths[files[k]];
    }
    nvrtcResult result =
        rtc.nvrtcCreateProgram(&program, texts[0], unit->path, headers, texts, paths);
    if (result != NVRTC_SUCCESS)
        return error_set(error, EXIT_ENVIRONMENT, "%s: NVRTC: %s", unit->path,
                         rtc.nvrtcGetErrorString(result));
    const char *list[OPTIONS + 1];
    int count = 0;
    for (; count < options->count; count++)
        list[count] = options->text[count];
    /* NVRTC 12.9 and later cache results, and return them without the assembler's report */
    int major = 0;
    int minor = 0;
    if (rtc.nvrtcVersion(&major, &minor) == NVRTC_SUCCESS && 100 * major + minor >= 1209)
        list[count++] = "--no-cache";
    phase_begin(PHASE_COMPILE, unit->path);
    result = rtc.nvrtcCompileProgram(program, count, list);
    phase_end();

    size_t log_size = 0;
    rtc.nvrtcGetProgramLogSize(program, &log_size);
    char *messages = memory_allocate((int64_t)log_size + 1, 1, "compiler messages", error);
    bool fine = messages != NULL;
    if (fine) {
        messages[0] = messages[log_size] = '\0';
        rtc.nvrtcGetProgramLog(program, messages);
    }
    if (fine && result != NVRTC_SUCCESS && strstr(messages, "--gpu-architecture") != NULL)
        fine = error_set(error, EXIT_ENVIRONMENT,
                         "the NVRTC of CUDA %d.%d does not compile for this architecture; a newer "
                         "CUDA does for newer GPUs, an older one for older GPUs (CUDA 12 is the "
                         "last for 7.0 and 7.2)",
                         major, minor);
    else if (fine && result != NVRTC_SUCCESS)
        fine = error_set(error,
                         result == NVRTC_ERROR_COMPILATION &&
                                 !process_lacks_machine(&(struct process_end){1, messages})
                             ? EXIT_USAGE
                             : EXIT_ENVIRONMENT,
                         "%s does not compile: %s\n%s", unit->path, rtc.nvrtcGetErrorString(result),
                         messages);
    if (fine) {
        rtc.nvrtcGetCUBINSize(program, &image->size);
        image->bytes = memory_allocate((int64_t)image->size, 1, "kernel image", error);
        fine = image->bytes != NULL;
        if (fine)
            rtc.nvrtcGetCUBIN(program, image->bytes);
    }
    rtc.nvrtcDestroyProgram(&program);
    if (!fine) {
        free(messages);
        return false;
    }
    *log = messages;
    return true;
}

/*
 * Returns the version of the installed NVRTC, as in CUDA_VERSION. If there is none, returns the
 * build's version, because the cache may contain kernels of that version.
 */
static int compiler_version(void)
{
    struct error none;
    int major = 0, minor = 0;
    if (!cuda_open_compiler(&none) || rtc.nvrtcVersion(&major, &minor) != NVRTC_SUCCESS)
        return CUDA_VERSION / 10 * 10;
    return 1000 * major + 10 * minor;
}

static bool compile_cached(const struct source_set *sources, const struct source_unit *unit,
                           const struct options *options, struct kernel_image *image,
                           struct error *error)
{
    struct hash sources_hash = source_hash(sources, unit);
    *image = (struct kernel_image){0};
    const int toolkit = compiler_version();
    struct hasher hasher;
    hash_start(&hasher);
    hash_bytes(&hasher, &sources_hash, sizeof sources_hash);
    hash_string(&hasher, unit->path);
    hash_bytes(&hasher, &toolkit, sizeof toolkit);
    for (int k = 0; k < options->count; k++)
        hash_string(&hasher, options->text[k]);

    struct hash hash = hash_end(&hasher);
    char image_path[4096];
    char log_path[4096];
    bool cache = cache_path(hash, ".cubin", image_path, sizeof image_path) &&
                 cache_path(hash, ".log", log_path, sizeof log_path);
    void *log = NULL;
    size_t log_size = 0;
    if (cache && cache_read(log_path, &log, &log_size)) {
        image->cached = cache_read(image_path, &image->bytes, &image->size);
        if (image->cached)
            parse_usage(log, image);
        free(log);
        if (image->cached)
            return true;
    }
    const char *messages = NULL;
    if (!cuda_open_compiler(error) || !compile(sources, unit, options, &messages, image, error))
        return false;
    parse_usage(messages, image);
    if (cache) {
        cache_write(image_path, image->bytes, image->size);
        cache_write(log_path, messages, strlen(messages));
    }
    free((void *)messages);
    return true;
}

bool kernel_compile(const struct source_set *sources, const struct kernel_wanted *wanted,
                    int architecture, struct kernel_image *image, struct error *error)
{
    const struct strategy *strategy = wanted->strategy;
    const struct model *model = wanted->model;
    if (!strategy_has_gpu(strategy))
        return error_set(error, EXIT_ENVIRONMENT, "strategy %s has no GPU kernel", strategy->name);
    struct options options = {0};
    common_options(&options, wanted->precision, architecture);
    add_option(&options, "-DMODEL=%s", model->name);
    add_option(&options, "-DMODEL_HEADER=\"models/%s.h\"", model->name);
    add_option(&options, "-DCUTOFF=%a", wanted->cutoff);
    add_option(&options, "-DSTORED=%d", wanted->stored);
    if (wanted->exclusion_method != EXCLUSION_USUAL)
        add_option(&options, "-DEXCLUSIONS=%d", (int)wanted->exclusion_method);
    if (wanted->coupled)
        add_option(&options, "-DCOUPLED");
    if (wanted->long_exclusions)
        add_option(&options, "-DLONG_EXCLUSIONS=true");
    char list[CONSTANTS_TEXT] = "";
    const int count = model->constant_count;
    for (int k = 0; k < count; k++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s(real)%a", k ? "," : "",
                 wanted->constants[k]);
    add_option(&options, "-DMODEL_CONSTANTS=%s", list);
    if (model->row_reals > 0)
        add_option(&options, "-DROW_TYPES=%d", row_types(model, &wanted->bonded));
    add_option(&options, "-DBARE_ROWS=%d", model->bare);
    if (wanted->bonded.excludes)
        add_option(&options, "-DHAS_EXCLUSIONS");
    char bonded[BONDED_OPTIONS] = "";
    const bool resides = strategy_resides(strategy, wanted->tuning);
    const bool takes_bonded = bonding_is_kernel(strategy) || resides ||
                              strategy_tuning_value(strategy, wanted->tuning, "bonded", 0) != 0;
    if (takes_bonded)
        bonded_options(model, &wanted->bonded, bonded, sizeof bonded);
    for (const char *option = bonded; *option != '\0'; option += strlen(option) + 1)
        add_option(&options, "%s", option);
    for (int k = 0; k < strategy_tunings(strategy); k++) {
        char name[64];
        snprintf(name, sizeof name, "%s", strategy->tunings[k].name);
        for (char *letter = name; *letter != '\0'; letter++)
            *letter = (char)toupper((unsigned char)*letter);
        add_option(&options, "-D%s=%d", name,
                   strategy->tunings[k].queue_only ? strategy_queue(strategy, wanted->tuning, model)
                                                   : wanted->tuning[k]);
    }
    if (strategy_tuning(strategy, "block") < 0)
        add_option(&options, "-DBLOCK=%d",
                   strategy_block(strategy, wanted->tuning, model->oriented));
    char path[256];
    source_gpu_kernel(strategy->name, resides, path, sizeof path);
    /* a fused kernel also moves particles */
    if (strategy_tuning_value(strategy, wanted->tuning, "fused", 0) != 0) {
        motion_options(&options, wanted->precision);
        if (!takes_bonded && (model_is_bonded(model) || wanted->bonded.forms != 0))
            add_option(&options, "-DBONDED_BEFORE");
    }
    const struct source_unit unit = {path, strategy->name, model->name};
    return compile_cached(sources, &unit, &options, image, error);
}

bool kernel_compile_lists(const struct source_set *sources, const char *path,
                          enum precision precision, const struct building *building,
                          int architecture, struct kernel_image *image, struct error *error)
{
    struct options options = {0};
    common_options(&options, precision, architecture);
    motion_options(&options, precision);
    if (building != NULL)
        rows_options(&options, building);
    return compile_cached(sources, &(struct source_unit){.path = path}, &options, image, error);
}

bool kernel_compile_probe(const struct source_set *sources, const char *path,
                          enum precision precision, int architecture, struct kernel_image *image,
                          struct error *error)
{
    struct options options = {0};
    common_options(&options, precision, architecture);
    return compile_cached(sources, &(struct source_unit){.path = path}, &options, image, error);
}

void kernel_image_free(struct kernel_image *image)
{
    free(image->bytes);
    *image = (struct kernel_image){0};
}
