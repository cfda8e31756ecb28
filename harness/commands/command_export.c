/* `pairlanes export` writes results as flat tables for other programs. */
#include "harness/base/files/output.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/options/table_options.h"
#include "harness/report/exchange/export.h"
#include "harness/results/limits.h"
#include "harness/results/record.h"

#include <argp.h>
#include <stdio.h>

struct options {
    struct record_files files;
    struct table_style style;
    const char *out;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->style;
        return 0;
    case 'o':
        options->out = out_path(state, "--out", argument);
        return 0;
    case ARGP_KEY_END:
        for (int k = 0; k < options->files.count; k++)
            out_not_input(state, "--out", options->out, options->files.path[k]);
        return record_files_parse(key, argument, state, &options->files);
    default:
        return record_files_parse(key, argument, state, &options->files);
    }
}

static bool export_to(const char *path, const struct records *records, struct table_style *style,
                      struct error *error)
{
    struct output output;
    if (!output_begin(&output, path, error))
        return false;
    bool good = export_records(output.stream, records, style, error);
    return output_end(&output, good, error);
}

static const struct argp_option keys[] = {

    {"out", 'o', "FILE", 0, "Write to this file, not to the standard output", 0},
    RECORD_CEILINGS_OPTION,
    {0},
};

static const struct argp_child children[] = {{.argp = &table_options}, {0}};

const struct argp command_export_argp = {
    .options = keys,
    .parser = parse,
    .children = children,
    .args_doc = "RESULT…",
    .doc = "Writes a table with one row per case and one column per value, for other programs, "
           "as TSV unless --format is given; each tuning value and parameter has a column. Times "
           "are in nanoseconds of one call.",
};

int command_export(int argc, char **argv)
{
    struct options options = {.style.format = TABLE_TSV};
    command_line_parse(&command_export_argp, argc, argv, 0, &options);

    struct records records = {0};
    struct error error;
    bool good = output_check(options.out, &error) &&
                records_load(&records, &options.files, &error) &&
                limits_load(&records, options.files.ceilings, &error) &&
                export_to(options.out, &records, &options.style, &error);
    records_free(&records);
    return command_end(argv[0], good, &error);
}
