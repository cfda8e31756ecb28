/* `pairlanes show`: results as tables. */
#include "harness/limits.h"
#include "harness/record.h"
#include "harness/show.h"

#include <argp.h>
#include <stdio.h>

static error_t parse(int key, char *argument, struct argp_state *state)
{
    return record_files_parse(key, argument, state, state->input);
}

int command_show(int argc, char **argv)
{
    static const struct argp_option keys[] = {RECORD_CEILINGS_OPTION, {0}};
    static const struct argp argp = {
        .options = keys,
        .parser = parse,
        .args_doc = "RESULT…",
        .doc = "Prints results as tables: one for each system, precision and device with the time "
               "of every case, then the cases without a time, then the fastest of each table.",
    };
    struct record_files files = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &files);

    struct records records = {0};
    struct error error;
    bool good = records_load(&records, &files, &error) &&
                limits_load(&records, files.ceilings, &error) &&
                show_records(stdout, &records, &error);
    records_free(&records);
    if (!good)
        fprintf(stderr, "%s: %s\n", argv[0], error.text);
    return good ? EXIT_OK : (int)error.code;
}
