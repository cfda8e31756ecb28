#include "harness/report/export.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum kind { TEXT, BUFFER, NUMBER };

struct column {
    const char *name;
    enum kind kind;
    size_t offset;
};

#define TIMING(name)                                                                               \
    {#name "_median_ns", NUMBER, offsetof(struct record, name.median)},                            \
        {#name "_ci95_low_ns", NUMBER, offsetof(struct record, name.low)},                         \
        {#name "_ci95_high_ns", NUMBER, offsetof(struct record, name.high)},                       \
        {#name "_min_ns", NUMBER, offsetof(struct record, name.minimum)},                          \
        {#name "_p95_ns", NUMBER, offsetof(struct record, name.p95)},                              \
        {#name "_mad_ns", NUMBER, offsetof(struct record, name.mad)},                              \
        {#name "_samples", NUMBER, offsetof(struct record, name.samples)},                         \
        {#name "_clock_mhz", NUMBER, offsetof(struct record, name.clock_mhz)},                     \
        {#name "_throttled", NUMBER, offsetof(struct record, name.throttled)},                     \
        {#name "_discarded", NUMBER, offsetof(struct record, name.discarded)},                     \
    {                                                                                              \
#name "_stop_reason", TEXT, offsetof(struct record, name.stop_reason)                      \
    }

#define COLUMN(name, kind)                                                                         \
    {                                                                                              \
#name, kind, offsetof(struct record, name)                                                 \
    }

static const struct column columns[] = {
    COLUMN(file, TEXT),
    COLUMN(host, TEXT),
    COLUMN(commit, TEXT),
    COLUMN(date, TEXT),
    COLUMN(id, TEXT),
    COLUMN(model, TEXT),
    COLUMN(parameters, BUFFER),
    COLUMN(skin, NUMBER),
    COLUMN(source, TEXT),
    COLUMN(n, NUMBER),
    COLUMN(density, NUMBER),
    COLUMN(temperature, NUMBER),
    COLUMN(input_hash, TEXT),
    COLUMN(backend, TEXT),
    COLUMN(device, TEXT),
    COLUMN(threads, NUMBER),
    COLUMN(precision, TEXT),
    COLUMN(sort, TEXT),
    COLUMN(interactions, TEXT),
    COLUMN(binning, TEXT),
    COLUMN(listing, TEXT),
    COLUMN(distance, TEXT),
    COLUMN(strategy, TEXT),
    COLUMN(tuning, BUFFER),
    COLUMN(status, TEXT),
    COLUMN(reason, TEXT),
    COLUMN(verified, TEXT),
    COLUMN(force_rms_rel, NUMBER),
    COLUMN(force_max_rel, NUMBER),
    COLUMN(torque_rms_rel, NUMBER),
    COLUMN(torque_max_rel, NUMBER),
    COLUMN(energy_rel, NUMBER),
    COLUMN(virial_rel, NUMBER),
    COLUMN(net_force_rel, NUMBER),
    COLUMN(spread_rel, NUMBER),
    COLUMN(tolerance, NUMBER),
    TIMING(force),
    TIMING(force_cold),
    TIMING(bonded),
    TIMING(build),
    TIMING(bin),
    TIMING(step),
    COLUMN(step_lists, NUMBER),
    COLUMN(step_waiting, NUMBER),
    COLUMN(energy_joules, NUMBER),
    COLUMN(energy_seconds, NUMBER),
    COLUMN(energy_watts, NUMBER),
    COLUMN(energy_nj_per_pair, NUMBER),
    COLUMN(pairs_listed, NUMBER),
    COLUMN(pairs_in_cutoff, NUMBER),
    COLUMN(pairs_interacting, NUMBER),
    COLUMN(atomics, NUMBER),
    COLUMN(flops, NUMBER),
    COLUMN(special, NUMBER),
    COLUMN(bytes, NUMBER),
    COLUMN(list_bytes, NUMBER),
    COLUMN(memory_bytes, NUMBER),
    COLUMN(lanes, NUMBER),
    COLUMN(paths_mean, NUMBER),
    COLUMN(paths_most, NUMBER),
    COLUMN(threads_per_instruction, NUMBER),
    COLUMN(limit, TEXT),
    COLUMN(limit_fraction, NUMBER),
};

enum { COLUMNS = sizeof columns / sizeof *columns };

bool export_format_find(const char *name, enum export_format *format)
{
    if (strcmp(name, "tsv") == 0)
        *format = EXPORT_TSV;
    else if (strcmp(name, "csv") == 0)
        *format = EXPORT_CSV;
    else
        return false;
    return true;
}

static void write_text(FILE *stream, const char *text, enum export_format format)
{
    bool quoted = format == EXPORT_CSV && text[strcspn(text, ",\"\r\n")] != '\0';
    if (quoted)
        fputc('"', stream);
    for (; *text != '\0'; text++) {
        if (format == EXPORT_TSV && strchr("\t\r\n", *text) != NULL) {
            fputc(' ', stream);
            continue;
        }
        if (quoted && *text == '"')
            fputc('"', stream);
        fputc(*text, stream);
    }
    if (quoted)
        fputc('"', stream);
}

/* In as few digits as read back the same. */
static void write_number(FILE *stream, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.15g", value);
    if (strtod(text, NULL) != value)
        snprintf(text, sizeof text, "%.17g", value);
    fputs(text, stream);
}

static void write_field(FILE *stream, const struct record *record, const struct column *column,
                        enum export_format format)
{
    const void *field = (const char *)record + column->offset;
    switch (column->kind) {
    case TEXT:
        write_text(stream, *(const char *const *)field, format);
        break;
    case BUFFER:
        write_text(stream, field, format);
        break;
    case NUMBER:
        if (isfinite(*(const double *)field))
            write_number(stream, *(const double *)field);
        break;
    }
}

void export_records(FILE *stream, const struct records *records, enum export_format format)
{
    const char *separator = format == EXPORT_CSV ? "," : "\t";
    const char *end = format == EXPORT_CSV ? "\r\n" : "\n";
    for (int c = 0; c < COLUMNS; c++)
        fprintf(stream, "%s%s", c ? separator : "", columns[c].name);
    fputs(end, stream);
    for (int64_t k = 0; k < records->count; k++) {
        for (int c = 0; c < COLUMNS; c++) {
            if (c > 0)
                fputs(separator, stream);
            write_field(stream, &records->record[k], &columns[c], format);
        }
        fputs(end, stream);
    }
}
