/* `pairlanes verify` checks the whole matrix against the reference, without timing. */
#include "harness/base/printable.h"
#include "harness/commands/options/case_options.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/config_argument.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/print/gradient_table.h"
#include "harness/commands/print/notes.h"
#include "harness/commands/print/verify_table.h"
#include "harness/json/json_get.h"
#include "harness/results/results.h"

#include <argp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct arguments {
    const char *config; /* NULL for the matrix */
    const char *json;
    struct case_options cases;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = state->child_inputs[1] = &arguments->cases;
        break;
    case 'm':
        arguments->cases.choice.model = argument;
        break;
    case 's':
        choice_strategies(&arguments->cases.choice, argument);
        break;
    case 'p':
        case_options_setting(&arguments->cases, "precision", argument, state);
        break;
    case 'n':
        case_options_setting(&arguments->cases, "system.n", argument, state);
        break;
    case 't':
        arguments->cases.run.tolerance = option_number(state, "--tolerance", argument, 0, INFINITY);
        break;
    case 'j':
        arguments->json = out_path(state, "--json", argument);
        break;
    case ARGP_KEY_ARG:
        config_argument_only(state, argument, &arguments->config);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_option options[] = {
    {"model", 'm', "NAME|FILE.h", 0, "Only this model, or that of a header outside the tree", 0},
    {"strategy", 's', "NAME|DIR[,…]", 0,
     "Only these strategies, or those of folders outside the tree, with a / in the name", 0},
    {"precision", 'p', "NAME", 0, "Only this precision", 0},
    {"n", 'n', "N", 0, "Systems of N particles", 0},
    {"tolerance", 't', "X", 0, "Tolerance in place of each precision's (`pairlanes list`)", 0},
    {"json", 'j', "FILE", 0, "Write the results to FILE; - is the standard output", 0},
    {0},
};

/* Prints every case that failed to the standard error stream, and each reason once. */
static void print_failures(const struct cases *cases, const struct results *results)
{
    struct notes notes = {0};
    for (int64_t k = 0; k < cases->count; k++) {
        const cJSON *item = results_get(results, k);
        if (strcmp(json_text(item, "status"), "failed") != 0)
            continue;
        int known = notes.text.count, note = notes_number(&notes, json_text(item, "reason"));
        printable_write(stderr, cases->spec[k].id);
        fprintf(stderr, " (%d)%s", note, note > known ? ": " : "\n");
        if (note > known) {
            printable_lines(stderr, json_text(item, "reason"));
            fputc('\n', stderr);
        }
    }
    notes_free(&notes);
}

static bool verify(struct arguments *arguments, int *code, struct error *error)
{
    struct config config = {0};
    struct cases cases = {0};
    struct results results = {0};
    struct run_summary summary;
    int inconsistent = 0;
    bool good = case_options_choose(&arguments->cases, error) &&
                case_options_read(&arguments->cases, arguments->config, &config, &cases, error) &&
                results_start(arguments->json, &config, &cases, &results, error) &&
                run_cases(&cases, &arguments->cases.run, &results, &summary, error) &&
                results_finish(&results, error) &&
                verify_table_print(&cases, &results, out_table(arguments->json), error);
    if (good)
        print_failures(&cases, &results);
    good = good && gradient_table_print(&cases, out_table(arguments->json), &inconsistent, error);
    if (good) {
        fprintf(out_table(arguments->json),
                "%" PRId64 " passed, %" PRId64 " failed, %" PRId64 " skipped in %.1f s\n",
                summary.ok, summary.failed, summary.skipped, summary.overhead.seconds);
        *code = inconsistent > 0                   ? EXIT_VERIFICATION
                : summary.skipped == summary.cases ? EXIT_ENVIRONMENT
                                                   : run_exit_code(&summary);
    }
    results_free(&results);
    cases_free(&cases);
    config_free(&config);
    return good;
}

static const struct argp_child children[] = {
    {.argp = &case_options_device}, {.argp = &case_options_source}, {0}};

const struct argp command_verify_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "[CONFIG|MODEL]",
    .doc = "Compares forces, energy and energy terms of every strategy, model, precision and "
           "backend with the double-precision reference, on small and large systems and with "
           "several tuning values. Compares pair functions and bonded terms of models with the "
           "slopes of their energies. With CONFIG, verifies its cases instead.\vExit codes: 0 all "
           "within their tolerances; 1 one is not; 2 wrong usage; 3 this machine cannot do what "
           "was asked, or there is no kernel for any case.",
};

int command_verify(int argc, char **argv)
{
    static const volatile sig_atomic_t never;
    struct error error;
    struct arguments arguments = {
        .cases.run = {.tolerance = -1, .verify_only = true, .interrupted = &never}};
    command_line_parse(&command_verify_argp, argc, argv, 0, &arguments);

    int code = EXIT_OK;
    if (!verify(&arguments, &code, &error))
        code = command_end(argv[0], false, &error);
    case_options_free(&arguments.cases);
    return code;
}
