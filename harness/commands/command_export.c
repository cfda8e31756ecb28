/* `pairlanes export` writes results as flat tables for other programs. */
#include "harness/base/output.h"
#include "harness/commands/command.h"
#include "harness/commands/command_line.h"
#include "harness/commands/out_path.h"
#include "harness/report/export.h"
#include "harness/results/limits.h"
#include "harness/results/record.h"

#include <argp.h>
#include <stdio.h>

struct options {
    struct record_files files;
    enum export_format format;
    const char *out;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    switch (key) {
    case 'f':
        if (!export_format_find(argument, &options->format))
            argp_error(state, "--format: expected tsv or csv, found \"%s\"", argument);
        return 0;
    case 'o':
        options->out = out_path(state, "--out", argument);
        return 0;
    default:
        return record_files_parse(key, argument, state, &options->files);
    }
}

static bool export_to(const char *path, const struct records *records, enum export_format format,
                      struct error *error)
{
    struct output output;
    if (!output_begin(&output, path, error))
        return false;
    export_records(output.stream, records, format);
    return output_end(&output, true, error);
}

static const struct argp_option keys[] = {
    {"format", 'f', "FORMAT", 0, "tsv (the default) or csv", 0},
    {"out", 'o', "FILE", 0, "write there instead of to the standard output", 0},
    RECORD_CEILINGS_OPTION,
    {0},
};

const struct argp command_export_argp = {
    .options = keys,
    .parser = parse,
    .args_doc = "RESULT…",
    .doc = "Writes a table with one row per case and one column per value, for other programs. "
           "Times are in nanoseconds of one call.",
};

int command_export(int argc, char **argv)
{
    struct options options = {.format = EXPORT_TSV};
    command_line_parse(&command_export_argp, argc, argv, 0, &options);

    struct records records = {0};
    struct error error;
    bool good = output_check(options.out, &error) &&
                records_load(&records, &options.files, &error) &&
                limits_load(&records, options.files.ceilings, &error) &&
                export_to(options.out, &records, options.format, &error);
    records_free(&records);
    if (!good)
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
    return good ? EXIT_OK : (int)error.code;
}
