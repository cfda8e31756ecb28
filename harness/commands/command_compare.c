/* `pairlanes compare` checks whether new results are slower than older ones. */
#include "harness/base/files/output.h"
#include "harness/base/files/text_file.h"
#include "harness/base/memory.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/out_path.h"
#include "harness/report/verdicts/compare.h"
#include "harness/report/verdicts/compare_report.h"

#include <argp.h>
#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SIDES = 2 };

struct arguments {
    struct record_files files[SIDES]; /* files of the base and of the new results */
    int side; /* side of the next files, selected by --base or --new; -1: not selected yet */
    struct compare_options options;
    enum compare_format format;
    struct table_style style;
    const char *noise; /* path; NULL: noise.json next to the first base file, if it exists */
    const char *out;
};

enum { KEY_BASE = 256, KEY_NEW };

static void add_file(struct argp_state *state, int side, char *path)
{
    struct arguments *arguments = state->input;
    struct record_files *files = &arguments->files[side];
    files->path[files->count++] = path;
}

/* Reads a fraction, "0.05" or "5%". */
static double share(struct argp_state *state, const char *text)
{
    char *end = NULL;
    double value = strtod(text, &end);
    bool percent = end != text && *end == '%';
    if (percent) {
        value /= 100;
        end++;
    }
    if (end == text || *end != '\0' || !(value >= 0 && value < (percent ? HUGE_VAL : 1)))
        argp_error(state, "--threshold: expected a share such as 0.05 or 5%%, found \"%s\"", text);
    return value;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    struct error error;
    switch (key) {
    case KEY_BASE:
    case KEY_NEW:
        arguments->side = key - KEY_BASE;
        add_file(state, arguments->side, argument);
        return 0;
    case 't':
        arguments->options.threshold = share(state, argument);
        return 0;
    case 'n':
        arguments->noise = argument;
        return 0;
    case 'f':
        if (!compare_format_find(argument, &arguments->format, &error))
            argp_error(state, "--format: %s", error.text);
        if (arguments->format < COMPARE_JUNIT)
            arguments->style.format = (enum table_format)arguments->format;
        return 0;
    case 'o':
        arguments->out = out_path(state, "--out", argument);
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->side < 0 && arguments->files[1].count > 0)
            argp_error(state, "more than two results: use --base FILE… --new FILE…");
        add_file(state, arguments->side >= 0 ? arguments->side : arguments->files[0].count > 0,
                 argument);
        return 0;
    case ARGP_KEY_END:
        for (int side = 0; side < SIDES; side++)
            if (arguments->files[side].count == 0)
                argp_error(state, "the %s results are missing", side == 0 ? "base" : "new");
        for (int side = 0; side < SIDES; side++)
            for (int k = 0; k < arguments->files[side].count; k++)
                out_not_input(state, "--out", arguments->out, arguments->files[side].path[k]);
        return 0;
    default:
        return option_store(key, argument, arguments);
    }
}

static const struct argp_option keys[] = {
    {"base", KEY_BASE, "FILE…", 0, "Runs before the change; more files may follow", 0},
    {"new", KEY_NEW, "FILE…", 0, "Runs after the change; with more runs, smaller changes are found",
     0},
    {"base-name", OPTION_TEXT(struct arguments, options.names[0]), "TEXT", 0,
     "Name of BASE in reports, such as a commit of your own (default: the commit of pairlanes)", 0},
    {"new-name", OPTION_TEXT(struct arguments, options.names[1]), "TEXT", 0,
     "Name of NEW in reports", 0},
    {"threshold", 't', "X", 0,
     "Smallest difference that is reported, 0.05 or 5% (default: 2% of times, any of counts)", 0},
    {"strict", OPTION_FLAG(struct arguments, options.strict), NULL, 0,
     "Exit 3 if anything is inconclusive or missing", 0},
    {"counts-only", OPTION_FLAG(struct arguments, options.counts_only), NULL, 0,
     "Compare counts and force errors, but no times", 0},
    {"noise", 'n', "FILE", 0,
     "Noise that calibrate recorded (default: noise.json next to BASE, if it exists)", 0},
    {"format", 'f', "FORMAT", 0, "text (default), markdown, json, jsonl, csv, tsv, junit, github",
     0},
    {"columns", OPTION_TEXT(struct arguments, style.columns), "NAME[,…]", 0,
     "These columns of the table in this order, or all; default: those that fit", 0},
    {"out", 'o', "FILE", 0, "Write to this file, not to the standard output", 0},
    {0},
};

static bool read_noise(const struct arguments *arguments, struct noise *noise, struct error *error)
{
    if (arguments->noise != NULL)
        return noise_read(arguments->noise, noise, error);
    char folder[PATH_MAX];
    char path[PATH_MAX + 16];
    snprintf(folder, sizeof folder, "%s", arguments->files[0].path[0]);
    snprintf(path, sizeof path, "%s/noise.json", dirname(folder));
    return access(path, F_OK) != 0 ||
           (text_check_found(path, error) && noise_read(path, noise, error));
}

static bool report_to(struct arguments *arguments, const struct comparisons *comparisons,
                      struct error *error)
{
    struct output output;
    if (!output_begin(&output, arguments->out, error))
        return false;
    bool good = compare_report(output.stream, comparisons, &arguments->options, arguments->format,
                               &arguments->style, error);
    return output_end(&output, good, error);
}

static int compare(const char *program, struct arguments *arguments)
{
    struct records records[SIDES] = {0};
    struct comparisons comparisons = {0};
    struct noise noise = {0};
    struct error error;
    struct compare_options options = arguments->options;
    options.noise = &noise;
    bool good = output_check(arguments->out, &error) &&
                records_load(&records[0], &arguments->files[0], &error) &&
                records_load(&records[1], &arguments->files[1], &error) &&
                read_noise(arguments, &noise, &error) &&
                compare_records(&records[0], &records[1], &options, &comparisons, &error) &&
                report_to(arguments, &comparisons, &error);
    int code = command_end(program, good, &error);
    if (good)
        code = compare_exit_code(&comparisons, arguments->options.strict);
    compare_free(&comparisons);
    noise_free(&noise);
    for (int side = 0; side < SIDES; side++)
        records_free(&records[side]);
    return code;
}

const struct argp command_compare_argp = {
    .options = keys,
    .parser = parse,
    .args_doc = "BASE NEW\n--base FILE… --new FILE…",
    .doc = "Compares results of two builds, case by case: times, counts, memory and force errors. "
           "Give three or more runs of each side, best measured alternately. A time is slower if "
           "the interval of its ratio over runs lies beyond the threshold, the same if it lies "
           "within, otherwise inconclusive, with the number of runs that would probably decide. "
           "Files of `compile --out` for a GPU have the instructions of its kernels' loops, which "
           "are compared, too.\vWith fewer runs a time is inconclusive, unless calibrate recorded "
           "the noise of its case on its device. A time that is not trusted because of the "
           "machine, as `show` marks with !, is inconclusive too, unless its interval lies beyond "
           "a factor of 1.5. Exit codes: 0 nothing is slower or more; 1 something is, or fails "
           "now; 2 wrong usage, or not comparable: another device, driver, input or schema "
           "version; 3 more than a tenth of the cases, quantities and runs is missing or, with "
           "--strict, anything is missing or inconclusive.",
};

int command_compare(int argc, char **argv)
{
    struct arguments arguments = {.files = {{.codes = true}, {.codes = true}},
                                  .side = -1,
                                  .options.threshold = -1,
                                  .style.width = table_terminal_width()};
    char **path = memory_new((int64_t)SIDES * (argc + 1), sizeof *path, "arguments");
    arguments.files[0].path = path;
    arguments.files[1].path = path + argc + 1;
    command_line_parse(&command_compare_argp, argc, argv, ARGP_IN_ORDER, &arguments);
    int code = compare(argv[0], &arguments);
    free(path);
    return code;
}
