#include "harness/results/current.h"

#include "harness/base/version.h"
#include "harness/catalog/source_hash.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char table_path[] = "results/same-code.txt";

/* A line of the table: "<hash of sources> <precision> <hash of machine code>". */
enum { LINE = 160 };

/*
 * Whether the table has a line with the given sources, the precision of the case, and the given
 * machine code.
 */
static bool has_code(const char *table, const char *sources, const struct record *record,
                     const char *code)
{
    char line[LINE];
    snprintf(line, sizeof line, "\n%.32s %.32s %.32s\n", sources, record->precision, code);
    return code[0] != '\0' && strstr(table, line) != NULL;
}

static bool has_moved(const struct record *record)
{
    return isfinite(record->step.median) || isfinite(record->dynamics.steps);
}

/* Whether the particles of the case were moved by another version of the steps than the current
 * one. */
static bool has_other_steps(const struct record *record)
{
    double version = isfinite(record->steps_version) ? record->steps_version : 1;
    return has_moved(record) && version != STEPS_VERSION;
}

static bool has_gpu_code(const char *table, const char *sources, const struct record *record)
{
    return has_code(table, sources, record, record->code_force) &&
           has_code(table, sources, record, record->code_lists) &&
           (!has_moved(record) || has_code(table, sources, record, record->code_motion));
}

/* Whether the table lists each code of the recorded sources for the current sources, too. */
static bool has_cpu_code(const char *table, const char *sources, const struct record *record)
{
    char start[LINE];
    bool any = false;
    snprintf(start, sizeof start, "\n%.32s %.32s ", record->source_hash, record->precision);
    for (const char *at = strstr(table, start); at != NULL; at = strstr(at + 1, start)) {
        char code[HASH_TEXT];
        snprintf(code, sizeof code, "%s", at + strlen(start));
        if (!has_code(table, sources, record, code))
            return false;
        any = true;
    }
    return any;
}

bool record_is_current(const struct record *record, const struct source_set *sources)
{
    char now[HASH_TEXT];
    const struct strategy *strategy = strategy_find(record->strategy);
    const struct model *model = model_find(record->model);
    const char *table = source_text(sources, table_path);
    const bool cpu = strcmp(record->backend, "cpu") == 0;
    if (strategy == NULL || model == NULL || has_other_steps(record))
        return false;
    const bool resides = record_has_tuning(record, STRATEGY_RESIDES);
    hash_text(
        source_hash_of_cases(sources, cpu ? SOURCES_CPU : SOURCES_GPU, strategy, model, resides),
        now);
    if (strcmp(now, record->source_hash) == 0)
        return true;
    return table != NULL &&
           (cpu ? has_cpu_code(table, now, record) : has_gpu_code(table, now, record));
}
