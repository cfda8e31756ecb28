#include "harness/commands/compile_cpu.h"

#include "harness/backend/cpu/machine/cpu_kernel.h"
#include "harness/base/memory.h"
#include "harness/base/printable.h"
#include "harness/base/process/progress.h"
#include "harness/base/process/stall.h"
#include "harness/base/table.h"
#include "harness/base/words.h"
#include "harness/json/json_file.h"
#include "harness/results/kernels.h"

#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_wanted(struct cpu_wanted *wanted, int *count, const struct cpu_wanted *one)
{
    for (int k = 0; k < *count; k++)
        if (cpu_wanted_same(&wanted[k], one))
            return;
    wanted[(*count)++] = *one;
}

/* Fills in the kernels of a CPU case; returns their number. */
static int kernels_of_case(const struct case_spec *spec, struct cpu_wanted wanted[CPU_CASE_KERNELS])
{
    struct error reason;
    if (spec->passed_over || strcmp(spec->backend, "cpu") != 0 || !case_has_kernels(spec, &reason))
        return 0;
    wanted[0] = (struct cpu_wanted){.strategy = spec->strategy->name,
                                    .model = spec->model,
                                    .precision = spec->precision,
                                    .compiler = spec->target.compiler,
                                    .arch = spec->target.arch};
    return cpu_wanted_of_case(spec->bonding, wanted);
}

/* Lists the kernels of all CPU cases, each once. */
static int find_kernels(const struct cases *cases, struct cpu_wanted *wanted)
{
    struct cpu_wanted own[CPU_CASE_KERNELS];
    int count = 0;
    for (int64_t k = 0; k < cases->count; k++) {
        const int kernels = kernels_of_case(&cases->spec[k], own);
        for (int l = 0; l < kernels; l++)
            add_wanted(wanted, &count, &own[l]);
    }
    return count;
}

/* Kernels, and the result of compiling each. */
struct kernels {
    const struct cpu_wanted *wanted;
    const struct cpu_compiled *compiled;
    int count;
};

/* Adds the hash of a kernel to `sum`. False if the kernel did not compile. */
static bool add_code(const struct kernels *kernels, const struct cpu_wanted *one, struct hash *sum)
{
    int k = 0;
    while (k < kernels->count && !cpu_wanted_same(&kernels->wanted[k], one))
        k++;
    if (k == kernels->count || kernels->compiled[k].bytes == 0)
        return false;
    *sum = hash_sum(*sum, kernels->compiled[k].code);
    return true;
}

static void add_case(const struct kernels *kernels, const struct case_spec *spec, cJSON *document)
{
    struct cpu_wanted own[CPU_CASE_KERNELS];
    struct kernel_code code = {0};
    struct hash sum = {0};
    const int count = kernels_of_case(spec, own);
    for (int k = 0; k < count; k++)
        if (!add_code(kernels, &own[k], &sum))
            return;
    hash_text(sum, code.force);
    if (count > 0)
        kernels_add_case(document, spec, 0, &code);
}

/* Writes the hashes of the machine code of the cases. */
static bool write_code(const struct cases *cases, const struct kernels *kernels, const char *out,
                       struct error *error)
{
    cJSON *document = kernels_new();
    for (int64_t k = 0; k < cases->count; k++)
        add_case(kernels, &cases->spec[k], document);
    bool good = json_file_write(out, document, error);
    cJSON_Delete(document);
    return good;
}

static void say(void *context, int done, int count, const char *name)
{
    char text[300];
    snprintf(text, sizeof text, "%d of %d kernels, %s", done, count, name);
    progress_say(context, "compiling", text);
}

/* Number of kernels for each result of compiling. */
struct tally {
    int64_t cached, warned, failed, impossible;
};

static bool is_among(const struct words *words, const char *word)
{
    for (int k = 0; k < words->count; k++)
        if (strcmp(words->word[k], word) == 0)
            return true;
    return false;
}

/*
 * Writes a compiler's warnings, each with the source lines below it. Leaves out warnings of earlier
 * kernels, which are in `said`.
 */
static void write_warnings(const char *text, struct words *said)
{
    bool is_new = false;
    while (*text != '\0') {
        const int length = (int)strcspn(text, "\n");
        struct words line = {0};
        words_add(&line, "%.*s", length, text);
        if (strstr(line.word[0], "warning:") != NULL) {
            is_new = !is_among(said, line.word[0]);
            words_append(said, &line);
        } else if (line.word[0][0] != ' ') {
            is_new = false; /* the next line continues this warning */
        }
        if (is_new)
            printable_line(stderr, "%s", line.word[0]);
        words_free(&line);
        text += length + (text[length] == '\n');
    }
}

static void add_row(struct table *table, const struct kernels *kernels, int k, struct tally *tally,
                    struct words *said)
{
    const struct cpu_wanted *wanted = &kernels->wanted[k];
    const struct cpu_compiled *compiled = &kernels->compiled[k];
    bool good = compiled->bytes > 0;
    bool warned = compiled->messages != NULL;
    table_cell(table, "%s %s", wanted->strategy, wanted->model->name);
    table_cell(table, "%s", precision_info(wanted->precision)->name);
    table_cell(table, "%s", compiled->compiler != NULL ? compiled->compiler->name : "–");
    table_cell(table, "%s", compiled->compiler != NULL ? compiled->compiler->arch : "–");
    table_cell(table, "%.0f", (double)compiled->bytes / 1024);
    table_cell(table, "%s%s",
               !good              ? "failed"
               : compiled->cached ? "cached"
                                  : "compiled",
               warned ? ", with warnings" : "");
    tally->cached += good && compiled->cached;
    tally->warned += warned;
    tally->failed += !good;
    tally->impossible += !good && compiled->error.code == EXIT_ENVIRONMENT;
    if (warned) {
        printable_line(stderr, "%s %s %s has warnings", wanted->strategy, wanted->model->name,
                       precision_info(wanted->precision)->name);
        write_warnings(compiled->messages, said);
    } else if (!good && compiled->error.code != EXIT_ENVIRONMENT) {
        fprintf(stderr, "%s\n", compiled->error.text);
    }
}

static bool print(const struct kernels *kernels, bool strict, struct error *error)
{
    static const struct table_column columns[] = {
        {"kernel of", TABLE_LEFT}, {"precision", TABLE_LEFT}, {"compiler", TABLE_LEFT},
        {"arch", TABLE_LEFT},      {"KiB", TABLE_RIGHT},      {"", TABLE_LEFT}};
    struct table table;
    struct tally tally = {0};
    struct words said = {0};
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (int k = 0; k < kernels->count; k++)
        add_row(&table, kernels, k, &tally, &said);
    words_free(&said);
    table_print(&table, 0, stdout);
    table_free(&table);
    printf("%d kernels, %" PRId64 " of them from the cache, %" PRId64 " with warnings; %" PRId64
           " failed\n",
           kernels->count, tally.cached, tally.warned, tally.failed);
    for (int k = 0; k < kernels->count && tally.failed > 0 && tally.failed == tally.impossible;
         k++) {
        *error = kernels->compiled[k].error;
        if (error->code == EXIT_ENVIRONMENT)
            return false;
    }
    return (tally.failed == 0 && !(strict && tally.warned > 0)) ||
           error_set(error, EXIT_VERIFICATION,
                     "%" PRId64 " kernels do not compile, %" PRId64 " only with warnings",
                     tally.failed, tally.warned);
}

bool compile_cpu(const struct cases *cases, const struct source_set *sources, int jobs, bool strict,
                 const char *out, struct error *error)
{
    struct progress progress;
    const struct compile_watch watch = {say, &progress};
    struct cpu_wanted *wanted = memory_new(2 * cases->count, sizeof *wanted, "kernels");
    struct cpu_compiled *compiled = memory_new(2 * cases->count, sizeof *compiled, "kernels");
    const int count = find_kernels(cases, wanted);
    progress_start(&progress, count, false);
    stall_watch(STALL_SECONDS);
    cpu_kernels_compile(sources, wanted, compiled, count, jobs > 0 ? jobs : omp_get_num_procs(),
                        false, &watch);
    stall_leave();
    progress_end(&progress);
    const struct kernels kernels = {wanted, compiled, count};
    const bool good =
        (out == NULL || write_code(cases, &kernels, out, error)) && print(&kernels, strict, error);
    for (int k = 0; k < count; k++)
        free(compiled[k].messages);
    free(wanted);
    free(compiled);
    return good;
}
