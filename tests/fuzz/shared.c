#include "tests/fuzz/fuzz.h"

#include "harness/backend/gpu_layout.h"
#include "harness/input/formats/writer.h"
#include "harness/input/system_create.h"
#include "harness/particles/file_parameters.h"
#include "harness/report/exchange/export.h"
#include "harness/report/figures/figure_records.h"
#include "harness/report/tables/claims_report.h"
#include "harness/report/tables/show.h"
#include "harness/report/verdicts/compare_report.h"
#include "harness/results/limits.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void fuzz_expect(int holds, const char *sentence)
{
    if (holds)
        return;
    fprintf(stderr, "not so: %s\n", sentence);
    abort();
}

const char *fuzz_file(int slot, const uint8_t *data, size_t size)
{
    static int file[FUZZ_SLOTS] = {-1, -1, -1};
    static char path[FUZZ_SLOTS][FUZZ_PATH];
    if (file[slot] < 0)
        file[slot] = memfd_create("input", MFD_CLOEXEC);
    fuzz_expect(file[slot] >= 0 && ftruncate(file[slot], 0) == 0 &&
                    pwrite(file[slot], data, size, 0) == (ssize_t)size,
                "the input fits into a file in memory");
    snprintf(path[slot], FUZZ_PATH, "/proc/self/fd/%d", file[slot]);
    return path[slot];
}

FILE *fuzz_sink(void)
{
    static FILE *sink;
    if (sink == NULL)
        sink = fopen("/dev/null", "w");
    fuzz_expect(sink != NULL, "/dev/null can be opened");
    return sink;
}

/* Writes the system in every format; writing fails in formats that cannot express it. */
static void write_all(const struct system *system)
{
    struct error error;
    for (const struct writer *const *writer = writers(); *writer != NULL; writer++)
        if ((*writer)->check == NULL || (*writer)->check(system, &error))
            (*writer)->write(system, NULL, fuzz_sink(), &error);
}

/** Returns a model, chosen by the length of a file. */
static const struct model *model_of(const char *path)
{
    struct stat status;
    int64_t count = 0;
    fuzz_expect(stat(path, &status) == 0, "a file has a length");
    while (models()[count] != NULL)
        count++;
    return models()[status.st_size % count];
}

void fuzz_system(const char *format, const char *path, const char *topology)
{
    struct system_spec spec = {.file = path, .format = format, .topology = topology};
    fuzz_spec(&spec);
    spec.model = model_of(path);
    fuzz_spec(&spec);
}

/** Runs the comparison of a system with a model; NULL: without a model. */
static void compare_with(const struct model *model, const struct system *system)
{
    double parameters[MODEL_PARAMETERS];
    char note[FILE_PARAMETERS_TEXT];
    if (model != NULL)
        model_defaults(model, parameters);
    file_parameters_differ(system, model, parameters, note, sizeof note);
}

void fuzz_spec(const struct system_spec *spec)
{
    const double range = 3;
    struct system system, rounded;
    struct error error;
    if (!system_create(spec, &system, &error))
        return;
    fuzz_expect(system_density(&system) >= 0, "a density is a number");
    write_all(&system);
    compare_with(spec->model, &system);
    for (enum precision precision = 0; precision < PRECISION_COUNT; precision++) {
        if (!system_round(&system, precision, &rounded, &error))
            continue;
        struct gpu_cells cells;
        if (system_check_range(&rounded, range, &error) &&
            gpu_cells_build(&rounded, precision, range, range, &cells, &error))
            gpu_cells_free(&cells);
        system_free(&rounded);
    }
    system_free(&system);
}

static void compare(const struct records *records)
{
    const struct noise none = {0};
    const struct compare_options options = {.threshold = -1, .noise = &none};
    struct comparisons comparisons;
    struct error error;
    if (!compare_records(records, records, &options, &comparisons, &error))
        return;
    for (enum compare_format format = COMPARE_TEXT; format <= COMPARE_GITHUB; format++)
        compare_report(fuzz_sink(), &comparisons, &options, format,
                       &(struct table_style){.format = TABLE_CSV, .width = 80}, &error);
    compare_free(&comparisons);
}

static void claim(const struct records *records, const char *path)
{
    struct claims claims = {0};
    struct error error;
    if (claims_add(&claims, records, records->document[0], path, &error))
        for (enum table_format format = TABLE_TEXT; format <= TABLE_TSV; format++)
            claims_report(fuzz_sink(), &claims, &(struct table_style){.format = format}, &error);
    claims_free(&claims);
}

void fuzz_records(const char *path)
{
    char own[FUZZ_PATH], *paths[] = {own};
    const struct record_files files = {.path = paths, .count = 1, .others = true};
    struct records records = {0};
    struct error error;
    snprintf(own, sizeof own, "%s", path);
    if (records_load(&records, &files, &error) && limits_load(&records, NULL, &error)) {
        show_records(fuzz_sink(), &records, RANKED_ASKED, &(struct table_style){.width = 80},
                     &error);
        show_branches(fuzz_sink(), &records, &error);
        export_records(fuzz_sink(), &records, &(struct table_style){.format = TABLE_TSV}, &error);
        export_records(fuzz_sink(), &records, &(struct table_style){.format = TABLE_CSV}, &error);
        cJSON_Delete(figure_records(&records, &error));
        compare(&records);
        claim(&records, path);
    }
    records_free(&records);
}

/* A timed case, for look-ups of ceilings and noise. */
static const char case_text[] =
    "{\"cases\": [{\"id\": \"a\", \"model\": \"lj\", \"strategy\": \"vertex\", \"precision\": "
    "\"double\","
    " \"backend\": \"cpu\", \"device\": \"CPU\", \"n\": 1000, \"density\": 0.5, \"status\": \"ok\","
    " \"force\": {\"median_ns\": 2e6}, \"build\": {\"median_ns\": 1e6}, \"counts\": "
    "{\"pairs_listed\":"
    " 9000, \"pairs_in_cutoff\": 3000, \"pairs_interacting\": 3000, \"atomics\": 10, \"flops\": "
    "200000,"
    " \"special\": 3000, \"bytes\": 40000}, \"list_bytes\": 36000}]}";

struct records *fuzz_case(void)
{
    static cJSON *results;
    static struct records records;
    struct error error;
    if (results == NULL) {
        results = cJSON_Parse(case_text);
        fuzz_expect(records_add(&records, results, "results.json", &error), "the case is one");
    }
    return &records;
}
