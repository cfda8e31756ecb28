#include "harness/report/figures/figure_settings.h"

#include "harness/base/text.h"
#include "harness/catalog/strategy.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char between[] = ", ";

/* What cases have in common that are held against each other. */
enum {
    SAME_MODEL = 1 << 0,
    SAME_PARAMETERS = 1 << 1,
    SAME_SOURCE = 1 << 2,
    SAME_DENSITY = 1 << 3,
    SAME_N = 1 << 4,
    SAME_TEMPERATURE = 1 << 5,
    SAME_BACKEND = 1 << 6,
    SAME_DEVICE = 1 << 7,
    SAME_CORES = 1 << 8,
    SAME_STRATEGY = 1 << 9,
    TIMED = 1 << 10,    /* if the case is */
    THREADED = 1 << 11, /* with a strategy that may have several threads */
    ON_CPU = 1 << 12,
    SAME_PRECISION = 1 << 13,
    SAME_SUBSTANCE = SAME_MODEL | SAME_PARAMETERS | SAME_SOURCE,
    SAME_WORK = SAME_MODEL | SAME_STRATEGY | SAME_BACKEND | TIMED,
    SAME_PANEL = SAME_WORK | SAME_PRECISION | SAME_DENSITY | SAME_N,
};

/* A member of records that is a setting: a text, or a number to so many digits. */
struct setting {
    enum figure_settings settings;
    const char *before; /* what stands before the value, and behind it where it is one */
    const char *behind;
    int digits;
    size_t at; /* its place in a record */
    unsigned same;
};

#define TEXT(member)           "", 0, offsetof(struct record, member)
#define NUMBER(member, digits) "", digits, offsetof(struct record, member)
#define COUNT(member, of)      of, 6, offsetof(struct record, member)

static const struct setting members[] = {
    {FIGURE_SOURCE, "", TEXT(source), SAME_MODEL},
    {FIGURE_STATE, "T = ", NUMBER(temperature, 4), SAME_SUBSTANCE | SAME_DENSITY},
    {FIGURE_STATE, "seed ", NUMBER(seed, 15),
     SAME_SUBSTANCE | SAME_DENSITY | SAME_N | SAME_TEMPERATURE},
    {FIGURE_SKIN, "skin ", NUMBER(skin, 6), SAME_MODEL},
    {FIGURE_DENSITY, "ρ = ", NUMBER(density, 4), SAME_SUBSTANCE},
    {FIGURE_MACHINE, "", COUNT(cpu_cores, " hardware thread"),
     SAME_BACKEND | SAME_DEVICE | TIMED | ON_CPU},
    {FIGURE_MACHINE, "", TEXT(compiler), SAME_DEVICE | TIMED},
    {FIGURE_MACHINE, "", TEXT(arch), SAME_DEVICE | TIMED},
    {FIGURE_DEVICE, "", TEXT(device), SAME_BACKEND},
    {FIGURE_THREADS, "", COUNT(threads, " thread"),
     SAME_BACKEND | SAME_DEVICE | SAME_CORES | TIMED | THREADED},
    {FIGURE_BINNING, "", TEXT(binning), SAME_WORK},
    {FIGURE_ORDER, "sort ", TEXT(sort), SAME_WORK},
    {FIGURE_ENTRIES, "interactions ", TEXT(interactions), SAME_WORK},
    {FIGURE_ENTRIES, "exclusions ", TEXT(exclusions), SAME_WORK},
    {FIGURE_ENTRIES, "bonded ", TEXT(bonding), SAME_WORK},
    {FIGURE_ENTRIES, "", TEXT(terms), SAME_SUBSTANCE},
    {FIGURE_LISTING, "", TEXT(listing), SAME_WORK},
    {FIGURE_LISTING, "", TEXT(distance), SAME_WORK},
    {FIGURE_STEP, "", TEXT(binning), SAME_PANEL},
    {FIGURE_STEP, "", TEXT(listing), SAME_PANEL},
    {FIGURE_STEP, "", TEXT(distance), SAME_PANEL},
    {FIGURE_STEP, "", TEXT(sharing), SAME_PANEL},
    {FIGURE_STEP, "skin ", NUMBER(skin, 6), SAME_PANEL},
    {FIGURE_STEP, "dt = ", NUMBER(dynamics.dt, 4), SAME_PANEL},
};

static const char *text_of(const struct record *record, const struct setting *setting)
{
    return *(const char *const *)((const char *)record + setting->at);
}

static double number_of(const struct record *record, const struct setting *setting)
{
    const void *number = (const char *)record + setting->at;
    return *(const double *)number;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || strcmp(a, b) == 0;
}

/* Whether a case is held against others like `record`. */
static bool counts(const struct record *other, const struct record *record, unsigned same)
{
    return (!(same & SAME_MODEL) || same_text(other->model, record->model)) &&
           (!(same & SAME_STRATEGY) || same_text(other->strategy, record->strategy)) &&
           (!(same & SAME_BACKEND) || same_text(other->backend, record->backend)) &&
           (!(same & SAME_DEVICE) || same_text(other->device, record->device)) &&
           (!(same & SAME_CORES) || record_same_number(other->cpu_cores, record->cpu_cores)) &&
           (!(same & SAME_PRECISION) || same_text(other->precision, record->precision)) &&
           (!(same & SAME_PARAMETERS) || same_text(other->parameters, record->parameters)) &&
           (!(same & SAME_SOURCE) || same_text(other->source, record->source)) &&
           (!(same & SAME_DENSITY) || record_same_number(other->density, record->density)) &&
           (!(same & SAME_N) || record_same_number(other->n, record->n)) &&
           (!(same & SAME_TEMPERATURE) ||
            record_same_number(other->temperature, record->temperature)) &&
           (!(same & TIMED) || record_timed(other) || !record_timed(record)) &&
           (!(same & THREADED) || !record_has_one_thread(other->strategy)) &&
           (!(same & ON_CPU) || same_text(other->backend, "cpu"));
}

static bool same_value(const struct record *a, const struct record *b,
                       const struct setting *setting)
{
    return setting->digits > 0 ? record_same_number(number_of(a, setting), number_of(b, setting))
                               : same_text(text_of(a, setting), text_of(b, setting));
}

static bool is_known(const struct record *record, const struct setting *setting)
{
    return setting->digits > 0 ? isfinite(number_of(record, setting))
                               : text_of(record, setting)[0] != '\0';
}

static bool member_varies(const struct records *records, const struct record *record,
                          const struct setting *setting)
{
    const struct record *first = NULL;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (!is_known(other, setting) || !counts(other, record, setting->same))
            continue;
        first = first != NULL ? first : other;
        if (!same_value(first, other, setting))
            return true;
    }
    return false;
}

static void append_member(const struct records *records, const struct record *record,
                          const struct setting *setting, char text[FIGURE_LABEL])
{
    if (!is_known(record, setting) || !member_varies(records, record, setting))
        return;
    if (setting->digits == 0)
        text_append(text, FIGURE_LABEL, between, "%s%s", setting->before, text_of(record, setting));
    else
        text_append(text, FIGURE_LABEL, between, "%s%.*g%s%s", setting->before, setting->digits,
                    number_of(record, setting), setting->behind,
                    setting->behind[0] != '\0' && number_of(record, setting) != 1 ? "s" : "");
}

/* --- settings that models and strategies name --- */

/* Whether cases of the model have several values of a parameter, "water=ssd". */
static bool parameter_varies(const struct records *records, const struct record *record,
                             const char *value)
{
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (counts(other, record, SAME_MODEL) && !record_has_parameters(other, value))
            return true;
    }
    return false;
}

/* Whether a tuning value, "lanes=8", varies among the cases of its strategy on its backend.
 * Models that do not have this tuning value count as having its initial one. */
static bool tuning_varies(const struct records *records, const struct record *record,
                          const char *value)
{
    const struct strategy *strategy = strategy_find(record->strategy);
    char key[sizeof record->tuning];
    bool varies = false, lacking = false;
    snprintf(key, sizeof key, "%.*s=", (int)strcspn(value, "="), value);
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (!counts(other, record, SAME_STRATEGY | SAME_BACKEND | TIMED))
            continue;
        bool has = strstr(other->tuning, key) != NULL;
        lacking = lacking || !has;
        varies = varies || (has && !record_has_tuning(other, value));
    }
    key[strlen(key) - 1] = '\0';
    int tuning = strategy != NULL ? strategy_tuning(strategy, key) : -1;
    bool initial =
        tuning >= 0 && atoi(value + strlen(key) + 1) == strategy->tunings[tuning].initial;
    return varies && !(lacking && initial);
}

typedef bool assignment_varies(const struct records *records, const struct record *record,
                               const char *value);

/* Appends those values of "lanes=8 block=128" that vary, each behind `gap`. */
static void append_assignments(const struct records *records, const struct record *record,
                               const char *assignments, assignment_varies *varies, const char *gap,
                               char text[FIGURE_LABEL])
{
    char values[sizeof record->parameters + sizeof record->tuning];
    char *rest = NULL;
    snprintf(values, sizeof values, "%s", assignments);
    for (char *value = strtok_r(values, " ", &rest); value != NULL;
         value = strtok_r(NULL, " ", &rest))
        if (varies(records, record, value))
            text_append(text, FIGURE_LABEL, gap, "%s", value);
}

void figure_append_varied(const struct records *records, const struct record *record,
                          enum figure_settings settings, char text[FIGURE_LABEL])
{
    if (settings == FIGURE_PARAMETERS)
        append_assignments(records, record, record->parameters, parameter_varies, between, text);
    if (settings == FIGURE_TUNING)
        append_assignments(records, record, record->tuning, tuning_varies, " ", text);
    for (size_t k = 0; k < sizeof members / sizeof *members; k++)
        if (members[k].settings == settings)
            append_member(records, record, &members[k], text);
}
