/* `pairlanes show` prints results as tables. */
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/table_options.h"
#include "harness/report/tables/explain.h"
#include "harness/report/tables/show.h"
#include "harness/results/limits.h"
#include "harness/results/record.h"

#include <argp.h>
#include <stdio.h>

struct options {
    struct record_files files;
    struct table_style style;
    enum ranked by;
    bool branches;
    const char *explain, *column; /* id of a case to explain, and a column to explain; NULL: none */
};

enum { KEY_BY = 256, KEY_BRIEF, KEY_EXPLAIN };

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    struct error error;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->style;
        return 0;
    case 'b':
        options->branches = true;
        return 0;
    case KEY_EXPLAIN:
        options->explain = argument;
        if (state->next == state->argc)
            argp_error(state, "--explain: expected a case and a column");
        options->column = state->argv[state->next++];
        return 0;
    case KEY_BRIEF:
        options->style.brief = true;
        return 0;
    case KEY_BY:
        if (!ranked_find(argument, &options->by, &error))
            argp_error(state, "--by: %s", error.text);
        return 0;
    default:
        return record_files_parse(key, argument, state, &options->files);
    }
}

static const struct argp_option keys[] = {
    {"branches", 'b', NULL, 0,
     "Print how many pairs, and how many lanes of a warp, take each branch of the model", 0},
    {"by", KEY_BY, "force|step|list", 0,
     "Rank by this time (default: steps if any were timed, lists if cases differ only in building "
     "them, otherwise forces)",
     0},
    {"brief", KEY_BRIEF, NULL, 0, "Only the answer, without the tables of all cases", 0},
    {"explain", KEY_EXPLAIN, "CASE COLUMN", 0,
     "Explain one number of the tables: its formula, the members of the results in it and their "
     "values, and for a limit its basis. CASE is an id or a part that no other timed case has, "
     "COLUMN a name of --columns, a header (two words: --explain vertex/ \"lanes %\") or a member "
     "of the results",
     0},
    RECORD_CEILINGS_OPTION,
    {0}};

static const struct argp_child children[] = {{.argp = &table_options}, {0}};

const struct argp command_show_argp = {
    .options = keys,
    .parser = parse,
    .children = children,
    .args_doc = "RESULT…",
    .doc = "Prints results as tables: one for each system, precision and device with the time of "
           "every case, then the cases without a time. The answer follows: the fastest case of "
           "each table, by how much, where that changes, and why. In csv, tsv, json and jsonl it "
           "is one table of all timed cases.\vTimes are untrusted (!) if their 95 % interval is "
           "wider than a quarter of the median, sampling stalled at an interval that reaches "
           "beyond 5 %, there are fewer than 6 samples, the hardware throttled, or other programs "
           "or a hypervisor took CPUs that the case needed. After the time of the fastest, = marks "
           "a tie, and ? that an untrusted time may be lower.",
};

int command_show(int argc, char **argv)
{
    struct options options = {.by = RANKED_ASKED};
    command_line_parse(&command_show_argp, argc, argv, 0, &options);

    struct records records = {0};
    struct error error;
    bool good = records_load(&records, &options.files, &error) &&
                limits_load(&records, options.files.ceilings, &error);
    if (good && options.explain != NULL)
        good = explain_write(stdout, &records, options.by, options.explain, options.column, &error);
    else if (good)
        good = options.branches
                   ? show_branches(stdout, &records, &error)
                   : show_records(stdout, &records, options.by, &options.style, &error);
    records_free(&records);
    return command_end(argv[0], good, &error);
}
