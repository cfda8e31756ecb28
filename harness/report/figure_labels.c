#include "harness/report/figure_labels.h"
#include "harness/catalog/strategy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int figure_strategy_colour(const char *name, int unknown)
{
    const struct strategy *strategy = strategy_find(name);
    return strategy != NULL ? (int)(strategy - strategies()) : unknown;
}

int figure_strategy_curve(struct figure_data *data, const char *name)
{
    int curve = figure_label(&data->curves, "%s", name);
    if (curve >= 0)
        data->colour[curve] = figure_strategy_colour(name, curve);
    return curve;
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

const char *figure_model_text(const struct records *records, const struct record *record,
                              char text[FIGURE_LABEL])
{
    bool several = false;
    for (int64_t k = 0; k < records->count && !several; k++)
        several = record_timed(&records->record[k]) &&
                  strcmp(records->record[k].model, record->model) == 0 &&
                  !record_same_model(&records->record[k], record);
    snprintf(text, FIGURE_LABEL, several ? "%s (%s, skin %.6g)" : "%s", record->model,
             record->parameters, record->skin);
    return text;
}

int figure_model_row(const struct records *records, struct figure_data *data,
                     const struct record *record, const char *setting)
{
    char model[FIGURE_LABEL];
    return figure_label(&data->rows, "%s, %s", setting, figure_model_text(records, record, model));
}

int figure_system_column(const struct records *records, struct figure_data *data,
                         const struct record *record)
{
    char model[FIGURE_LABEL];
    return figure_label(&data->columns, "%s, ρ = %.4g", figure_model_text(records, record, model),
                        record->density);
}

int figure_setting_row(const struct records *records, struct figure_data *data,
                       const struct record *record)
{
    char device[FIGURE_LABEL], setting[2 * FIGURE_LABEL];
    snprintf(setting, sizeof setting, "%s, %s precision",
             figure_device_text(records, record, device), record->precision);
    return figure_model_row(records, data, record, setting);
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

int figure_tuned_curve(const struct records *records, struct figure_data *data,
                       const struct record *record)
{
    char tuning[FIGURE_LABEL];
    varied_tuning(records, record, tuning);
    int before = data->curves.count;
    int curve = figure_label(&data->curves, "%s%s", record->strategy, tuning);
    if (curve < before)
        return curve;
    data->colour[curve] = figure_strategy_colour(record->strategy, curve);
    for (int k = 0; k < curve; k++)
        data->dash[curve] += data->colour[k] == data->colour[curve];
    return curve;
}
