/* `pairlanes show` prints results as tables. */
#include "harness/commands/command.h"
#include "harness/commands/command_line.h"
#include "harness/report/show.h"
#include "harness/results/limits.h"
#include "harness/results/record.h"

#include <argp.h>
#include <stdio.h>

struct options {
    struct record_files files;
    bool branches;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    if (key != 'b')
        return record_files_parse(key, argument, state, &options->files);
    options->branches = true;
    return 0;
}

static const struct argp_option keys[] = {
    {"branches", 'b', NULL, 0,
     "how many pairs take each branch of the model, and how many lanes of a warp, instead", 0},
    RECORD_CEILINGS_OPTION,
    {0}};

const struct argp command_show_argp = {
    .options = keys,
    .parser = parse,
    .args_doc = "RESULT…",
    .doc = "Prints results as tables: one for each system, precision and device with the time "
           "of every case, then the cases without a time, then the fastest of each table.",
};

int command_show(int argc, char **argv)
{
    struct options options = {0};
    command_line_parse(&command_show_argp, argc, argv, 0, &options);

    struct records records = {0};
    struct error error;
    bool good = records_load(&records, &options.files, &error) &&
                limits_load(&records, options.files.ceilings, &error) &&
                (options.branches ? show_branches(stdout, &records, &error)
                                  : show_records(stdout, &records, &error));
    records_free(&records);
    if (!good)
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
    return good ? EXIT_OK : (int)error.code;
}
