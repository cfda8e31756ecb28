#include "harness/report/figures/figure_labels.h"
#include "harness/base/text.h"
#include "harness/report/figures/figure_settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *figure_device_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL])
{
    snprintf(text, FIGURE_LABEL, "%s", record->device);
    figure_append_varied(records, record, FIGURE_MACHINE, text);
    return text;
}

const char *figure_machine_text(const struct records *records, const struct record *record,
                                char text[FIGURE_LABEL])
{
    figure_device_text(records, record, text);
    figure_append_varied(records, record, FIGURE_THREADS, text);
    return text;
}

const char *figure_physics_text(const struct records *records, const struct record *record,
                                char text[FIGURE_LABEL])
{
    snprintf(text, FIGURE_LABEL, "%s", record->model);
    figure_append_varied(records, record, FIGURE_PARAMETERS, text);
    figure_append_varied(records, record, FIGURE_SOURCE, text);
    figure_append_varied(records, record, FIGURE_STATE, text);
    return text;
}

const char *figure_model_text(const struct records *records, const struct record *record,
                              char text[FIGURE_LABEL])
{
    figure_physics_text(records, record, text);
    figure_append_varied(records, record, FIGURE_SKIN, text);
    return text;
}

const char *figure_system_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL])
{
    char n[TEXT_NUMBER];
    snprintf(text, FIGURE_LABEL, "ρ = %.4g, N = %s", record->density, text_whole(record->n, n));
    figure_append_varied(records, record, FIGURE_SKIN, text);
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
    for (int64_t k = 0; k < records->count; k++)
        if (same_substance(&records->record[k], record)) {
            least = fmin(least, records->record[k].density);
            most = fmax(most, records->record[k].density);
        }
    bool together = least < most && most < alike * least;
    for (int64_t k = 0; k < records->count && together; k++) {
        const struct record *a = &records->record[k];
        for (int64_t other = 0; other < k && together && same_substance(a, record); other++) {
            const struct record *b = &records->record[other];
            together = b->n != a->n || b->density == a->density || !same_substance(b, record);
        }
    }
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
    figure_machine_text(records, record, text);
    text_append(text, FIGURE_LABEL, ", ", "%s precision", record->precision);
    return text;
}

const char *figure_tuning_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL])
{
    snprintf(text, FIGURE_LABEL, "%s", record->strategy);
    figure_append_varied(records, record, FIGURE_TUNING, text);
    return text;
}

const char *figure_tuned_text(const struct records *records, const struct record *record,
                              char text[FIGURE_LABEL])
{
    figure_tuning_text(records, record, text);
    figure_append_varied(records, record, FIGURE_ORDER, text);
    figure_append_varied(records, record, FIGURE_ENTRIES, text);
    return text;
}

const char *figure_binned_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL])
{
    snprintf(text, FIGURE_LABEL, "%s", record->strategy);
    figure_append_varied(records, record, FIGURE_BINNING, text);
    return text;
}

const char *figure_listed_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL])
{
    figure_binned_text(records, record, text);
    figure_append_varied(records, record, FIGURE_LISTING, text);
    return text;
}
