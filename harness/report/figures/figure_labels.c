#include "harness/report/figures/figure_labels.h"
#include "harness/base/text.h"
#include "harness/catalog/strategy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int figure_strategy_colour(const char *name, int unknown)
{
    const struct strategy *strategy = strategy_find(name);
    return strategy != NULL ? (int)(strategy - strategies()) : unknown;
}

const char *figure_device_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL])
{
    bool compilers = false, archs = false;
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (!record_timed(other) || strcmp(other->device, record->device) != 0)
            continue;
        compilers = compilers || strcmp(other->compiler, record->compiler) != 0;
        archs = archs || strcmp(other->arch, record->arch) != 0;
    }
    bool compiler = compilers && record->compiler[0] != '\0';
    bool arch = archs && record->arch[0] != '\0';
    snprintf(text, FIGURE_LABEL, "%s%s%s%s%s", record->device, compiler ? ", " : "",
             compiler ? record->compiler : "", arch ? ", " : "", arch ? record->arch : "");
    return text;
}

/* Whether the timed cases of a model have several values of a parameter, "water=ssd". */
static bool parameter_varies(const struct records *records, const struct record *record,
                             const char *value)
{
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (strcmp(other->model, record->model) == 0 && !record_has_parameters(other, value))
            return true;
    }
    return false;
}

/* Whether cases of the model differ in their skin, or in where their particles come from. */
static bool skin_varies(const struct records *records, const struct record *record)
{
    for (int64_t k = 0; k < records->count; k++)
        if (strcmp(records->record[k].model, record->model) == 0 &&
            records->record[k].skin != record->skin)
            return true;
    return false;
}

static bool source_varies(const struct records *records, const struct record *record)
{
    for (int64_t k = 0; k < records->count; k++)
        if (strcmp(records->record[k].model, record->model) == 0 &&
            strcmp(records->record[k].source, record->source) != 0)
            return true;
    return false;
}

const char *figure_physics_text(const struct records *records, const struct record *record,
                                char text[FIGURE_LABEL])
{
    char values[sizeof record->parameters];
    char *rest = NULL;
    size_t length = (size_t)snprintf(text, FIGURE_LABEL, "%s", record->model);
    memcpy(values, record->parameters, sizeof values);
    for (char *value = strtok_r(values, " ", &rest); value != NULL && length < FIGURE_LABEL;
         value = strtok_r(NULL, " ", &rest))
        if (parameter_varies(records, record, value))
            length += (size_t)snprintf(text + length, FIGURE_LABEL - length, ", %s", value);
    if (source_varies(records, record) && length < FIGURE_LABEL)
        snprintf(text + length, FIGURE_LABEL - length, ", %s", record->source);
    return text;
}

const char *figure_model_text(const struct records *records, const struct record *record,
                              char text[FIGURE_LABEL])
{
    figure_physics_text(records, record, text);
    if (skin_varies(records, record))
        text_append(text, FIGURE_LABEL, "", ", skin %.6g", record->skin);
    return text;
}

/* Whether two timed cases are of one model and from one place. */
static bool same_substance(const struct record *a, const struct record *b)
{
    return record_timed(a) && record_timed(b) && strcmp(a->model, b->model) == 0 &&
           strcmp(a->parameters, b->parameters) == 0 && strcmp(a->source, b->source) == 0;
}

const char *figure_density_text(const struct records *records, const struct record *record,
                                char text[FIGURE_LABEL])
{
    static const double alike = 1.5; /* the most over the least density of a panel */
    double least = record->density, most = record->density;
    bool apart = false;
    for (int64_t k = 0; k < records->count && !apart; k++) {
        const struct record *a = &records->record[k];
        if (!same_substance(a, record))
            continue;
        least = fmin(least, a->density);
        most = fmax(most, a->density);
        for (int64_t other = 0; other < k && !apart; other++) {
            const struct record *b = &records->record[other];
            apart = same_substance(b, record) && b->n == a->n && b->density != a->density;
        }
    }
    bool together = !apart && least < most && most < alike * least;
    snprintf(text, FIGURE_LABEL, together ? "ρ = %.4g to %.4g" : "ρ = %.4g",
             together ? least : record->density, most);
    return text;
}

int figure_model_row(const struct records *records, struct figure_data *data,
                     const struct record *record, const char *setting)
{
    char model[FIGURE_LABEL];
    return figure_label(&data->rows, "%s, %s", setting,
                        figure_physics_text(records, record, model));
}

const char *figure_setting_text(const struct records *records, const struct record *record,
                                char text[FIGURE_LABEL])
{
    char device[FIGURE_LABEL];
    snprintf(text, FIGURE_LABEL, "%s, %s precision", figure_device_text(records, record, device),
             record->precision);
    return text;
}

/* Whether a tuning value, "lanes=8", varies among the cases of its strategy on its backend.
 * Models that do not have this tuning value count as having its initial one. */
static bool varies(const struct records *records, const struct record *record, const char *value)
{
    const struct strategy *strategy = strategy_find(record->strategy);
    char key[sizeof record->tuning];
    bool varies = false, lacking = false;
    snprintf(key, sizeof key, "%.*s=", (int)strcspn(value, "="), value);
    for (int64_t k = 0; k < records->count; k++) {
        const struct record *other = &records->record[k];
        if (!record_timed(other) || strcmp(other->strategy, record->strategy) != 0 ||
            strcmp(other->backend, record->backend) != 0)
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

/* Writes those tuning values of a case that vary among the cases of its strategy on its backend. */
static void varied_tuning(const struct records *records, const struct record *record,
                          char text[FIGURE_LABEL])
{
    char values[sizeof record->tuning];
    char *rest = NULL;
    size_t length = 0;
    text[0] = '\0';
    memcpy(values, record->tuning, sizeof values);
    for (char *value = strtok_r(values, " ", &rest); value != NULL;
         value = strtok_r(NULL, " ", &rest)) {
        if (varies(records, record, value))
            length += (size_t)snprintf(text + length, FIGURE_LABEL - length, " %s", value);
    }
}

const char *figure_tuned_text(const struct records *records, const struct record *record,
                              char text[FIGURE_LABEL])
{
    char tuning[FIGURE_LABEL];
    varied_tuning(records, record, tuning);
    snprintf(text, FIGURE_LABEL, "%s%s", record->strategy, tuning);
    return text;
}

/* Appends a setting of the case where the strategy's cases on its backend differ in it. */
#define APPEND_VARIED(member)                                                                      \
    do {                                                                                           \
        bool varied = false;                                                                       \
        for (int64_t k = 0; k < records->count && !varied; k++)                                    \
            varied = record_timed(&records->record[k]) &&                                          \
                     strcmp(records->record[k].strategy, record->strategy) == 0 &&                 \
                     strcmp(records->record[k].backend, record->backend) == 0 &&                   \
                     strcmp(records->record[k].member, record->member) != 0;                       \
        if (varied && record->member[0] != '\0')                                                   \
            text_append(text, FIGURE_LABEL, "", ", %s", record->member);                           \
    } while (0)

const char *figure_binned_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL])
{
    snprintf(text, FIGURE_LABEL, "%s", record->strategy);
    APPEND_VARIED(binning);
    return text;
}

const char *figure_listed_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL])
{
    figure_binned_text(records, record, text);
    APPEND_VARIED(listing);
    APPEND_VARIED(distance);
    return text;
}

int figure_named_curve(struct figure_data *data, const struct record *record, const char *name)
{
    int curve = figure_label(&data->curves, "%s", name);
    if (curve >= 0)
        data->style[curve].colour = figure_strategy_colour(record->strategy, curve);
    return curve;
}
