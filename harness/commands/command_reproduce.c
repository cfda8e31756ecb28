/*
 * `pairlanes reproduce` repeats the measurements of papers: it runs their configs, draws figures,
 * judges claims and writes a report.
 */
#include "harness/base/process/interrupt.h"
#include "harness/base/text.h"
#include "harness/base/words.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/device_option.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/print/case_list.h"
#include "harness/devices/devices.h"
#include "harness/devices/machine.h"
#include "harness/paper/repeat.h"
#include "harness/paper/report.h"

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>

/*
 * Seconds for the runs of --quick, chosen so that everything ends within ten minutes. The remaining
 * time is for the last case and the report.
 */
static const double quick_seconds = 480;

enum { KEY_QUICK = 256, KEY_REPORT_ONLY, KEY_SECONDS, MOST_PAPERS = 32 };

struct arguments {
    struct words name;   /* paper names as given; empty: all papers */
    struct words folder; /* folder of --report-only */
    enum paper_length length;
    int device;
    double seconds; /* seconds of --seconds; 0: not given */
    const char *out;
    bool list, plan, quiet;
};

/* The papers to reproduce. */
struct chosen {
    const struct paper *paper[MOST_PAPERS];
    int count;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->device;
        return 0;
    case KEY_QUICK:
    case 'f':
        if (arguments->length != PAPER_USUAL)
            argp_error(state, "expected --quick or --full, found both");
        arguments->length = key == 'f' ? PAPER_FULL : PAPER_QUICK;
        return 0;
    case KEY_REPORT_ONLY:
        words_add(&arguments->folder, "%s", argument);
        return 0;
    case KEY_SECONDS:
        arguments->seconds = option_above_zero(state, "--seconds", argument);
        return 0;
    case 'o':
        arguments->out = out_folder(state, "--out", argument);
        return 0;
    case 'q':
        arguments->quiet = true;
        return 0;
    case ARGP_KEY_ARG:
        words_add(&arguments->name, "%s", argument);
        return 0;
    default:
        return option_store(key, argument, arguments);
    }
}

static const struct argp_option options[] = {
    {"quick", KEY_QUICK, NULL, 0,
     "Fewer particles and samples, to test that everything runs; ends within ten minutes and "
     "reports what has run",
     0},
    {"seconds", KEY_SECONDS, "S", 0,
     "Seconds for all runs together (default with --quick: 480); the same command continues with "
     "the rest",
     0},
    {"full", 'f', NULL, 0, "Runs as long as in the papers (run --full)", 0},
    {"report-only", KEY_REPORT_ONLY, "DIR", 0,
     "Run nothing: report the results in the folder DIR, that of a machine or of the folders of "
     "several, which share figures; may be repeated",
     0},
    {"out", 'o', "DIR", 0, "Folder for the report and its figures (default: report)", 0},
    {"list", OPTION_FLAG(struct arguments, list), NULL, 0,
     "Print the papers with their items, and run none", 0},
    {"dry-run", OPTION_FLAG(struct arguments, plan), NULL, 0,
     "Print what would run on this machine, with the time that sampling takes, and run none", 0},
    {"quiet", 'q', NULL, 0, "Show no progress", 0},
    {0},
};

static const struct argp_child children[] = {{.argp = &device_option}, {0}};

const struct argp command_reproduce_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "[PAPER…]",
    .doc = "Repeats papers on this machine's CPU and GPU: runs the config of each of their figures "
           "and tables, keeping finished cases in results/<machine>/, draws the figures, judges "
           "the claims, and writes report.html, report.md and report.json. Without a PAPER, all of "
           "them; the beginning of a name is enough.\vExit codes: 0 the report is written; 2 wrong "
           "usage or input; 3 this machine cannot do what was asked; 129, 130, 143 ended by "
           "SIGHUP, SIGINT, SIGTERM: the same command continues from there.",
};

static bool choose(const struct papers *papers, const struct arguments *arguments,
                   struct chosen *chosen, struct error *error)
{
    int named = arguments->name.count;
    int count = named > 0 ? named : papers->count;
    if (count > MOST_PAPERS)
        return error_set(error, EXIT_USAGE, "expected %d papers at most, found %d", MOST_PAPERS,
                         count);
    for (int k = 0; k < count; k++) {
        const struct paper *paper = &papers->paper[named > 0 ? 0 : k];
        if (named > 0)
            paper = papers_find(papers, arguments->name.word[k], error);
        if (paper == NULL)
            return false;
        chosen->paper[chosen->count++] = paper;
    }
    return true;
}

/* Called for each item of the papers. */
typedef bool for_item(const struct paper *paper, const struct paper_item *item, void *context,
                      struct error *error);

static bool for_each(const struct chosen *chosen, for_item *call, void *context,
                     struct error *error)
{
    for (int k = 0; k < chosen->count; k++)
        for (int item = 0; item < chosen->paper[k]->items; item++)
            if (!call(chosen->paper[k], &chosen->paper[k]->item[item], context, error))
                return false;
    return true;
}

/* --- lists of results and of planned runs --- */

static bool list_item(const struct paper *paper, const struct paper_item *item, void *context,
                      struct error *error)
{
    struct table *table = context;
    char figures[256] = "";
    const cJSON *figure = NULL;
    (void)error;
    cJSON_ArrayForEach (figure, item->figures) {
        if (cJSON_IsString(figure))
            text_append(figures, sizeof figures, ", ", "%s", figure->valuestring);
    }
    table_cell(table, "%s", paper->name);
    table_cell(table, "%s", item->name);
    table_cell(table, "%s", item->config);
    table_cell(table, "%s", figures);
    return true;
}

static bool list(const struct chosen *chosen, struct error *error)
{
    static const struct table_column columns[] = {{"paper", TABLE_LEFT},
                                                  {"item", TABLE_LEFT},
                                                  {"config", TABLE_LEFT},
                                                  {"figures", TABLE_LEFT}};
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for_each(chosen, list_item, &table, error);
    table_print(&table, 0, stdout);
    table_free(&table);
    return true;
}

struct plan {
    const struct papers *papers;
    const struct arguments *arguments;
    const char *machine;
    struct devices devices;
    struct table table;
    struct case_list_span all;
};

/* Writes a row for the cases of an item on a backend; none if there are no cases. */
static void plan_backend(struct plan *plan, const struct paper *paper,
                         const struct paper_item *item, const struct repeat *repeat,
                         const char *backend)
{
    char least[TEXT_NUMBER], most[TEXT_NUMBER];
    const struct case_list_span span = case_list_span(&repeat->cases, backend);
    if (span.cases == 0)
        return;
    const struct opened *opened = devices_open(
        &plan->devices, backend, &(struct device_options){.index = plan->arguments->device});
    bool runs = opened->device != NULL;
    table_cell(&plan->table, "%s", paper->name);
    table_cell(&plan->table, "%s", item->name);
    table_cell(&plan->table, "%s", repeat->path);
    table_cell(&plan->table, "%s", backend);
    table_cell(&plan->table, "%" PRId64, span.cases);
    table_cell(&plan->table, "%s", runs ? text_duration(span.least, least) : "–");
    table_cell(&plan->table, "%s", runs ? text_duration(span.most, most) : "–");
    table_cell(&plan->table, "%s", runs ? "" : opened->error.text);
    plan->all.cases += runs ? span.cases : 0;
    plan->all.least += runs ? span.least : 0;
    plan->all.most += runs ? span.most : 0;
}

/* Writes a row for an item that cannot run, such as one whose files of particles are absent. */
static void plan_reason(struct plan *plan, const struct paper *paper, const struct paper_item *item,
                        const struct error *error)
{
    table_cell(&plan->table, "%s", paper->name);
    table_cell(&plan->table, "%s", item->name);
    for (int k = 0; k < 5; k++)
        table_cell(&plan->table, "–");
    table_cell(&plan->table, "%s", error->text);
}

static bool plan_item(const struct paper *paper, const struct paper_item *item, void *context,
                      struct error *error)
{
    struct plan *plan = context;
    struct repeat repeat;
    if (repeat_open(plan->papers, item, plan->arguments->length, plan->machine, &repeat, error)) {
        plan_backend(plan, paper, item, &repeat, "cpu");
        plan_backend(plan, paper, item, &repeat, "cuda");
    } else {
        plan_reason(plan, paper, item, error);
    }
    repeat_close(&repeat);
    return true;
}

static bool print_plan(const struct papers *papers, const struct chosen *chosen,
                       const struct arguments *arguments, const char *machine, struct error *error)
{
    static const struct table_column columns[] = {
        {"paper", TABLE_LEFT},   {"item", TABLE_LEFT},           {"results", TABLE_LEFT},
        {"backend", TABLE_LEFT}, {"cases", TABLE_RIGHT},         {"least", TABLE_RIGHT},
        {"most", TABLE_RIGHT},   {"not run because", TABLE_LEFT}};
    char least[TEXT_NUMBER], most[TEXT_NUMBER];
    struct plan plan = {.papers = papers, .arguments = arguments, .machine = machine};
    table_start(&plan.table, columns, sizeof columns / sizeof *columns);
    bool good = for_each(chosen, plan_item, &plan, error);
    if (good)
        table_print(&plan.table, 0, stdout);
    if (good)
        printf("%" PRId64 " %s; sampling takes from %s to %s; systems, references, kernels and "
               "motion of particles take more. Cases in the results are kept.\n",
               plan.all.cases, plan.all.cases == 1 ? "case" : "cases",
               text_duration(plan.all.least, least), text_duration(plan.all.most, most));
    table_free(&plan.table);
    devices_close(&plan.devices);
    return good;
}

/* --- the report --- */

/* Writes the command that makes the report, with folders and papers as the user gave them. */
static void command_text(const struct arguments *arguments, char *text, size_t size)
{
    const char *length = paper_length_ending(arguments->length);
    snprintf(text, size, "pairlanes reproduce%s%s", length[0] != '\0' ? " -" : "", length);
    for (int k = 0; k < arguments->folder.count; k++)
        text_append(text, size, " ", "--report-only %s", arguments->folder.word[k]);
    for (int k = 0; k < arguments->name.count; k++)
        text_append(text, size, " ", "%s", arguments->name.word[k]);
}

/* Finds the folder of this machine's results. It does not exist if nothing could be run. */
static bool find_results(const struct arguments *arguments, const char *machine,
                         struct recorded *recorded, struct error *error)
{
    char folder[PATH_MAX];
    for (int k = 0; k < arguments->folder.count; k++) {
        int before = recorded->path.count;
        if (!recorded_add(recorded, arguments->folder.word[k], error))
            return false;
        if (recorded->path.count == before)
            return error_set(error, EXIT_USAGE,
                             "%s: no results: expected files that `pairlanes run` or `reproduce` "
                             "has written, in it or in the folders of machines in it",
                             arguments->folder.word[k]);
    }
    snprintf(folder, sizeof folder, "results/%s", machine);
    return arguments->folder.count > 0 || recorded_add(recorded, folder, error);
}

static bool report(const struct chosen *chosen, const struct arguments *arguments,
                   const char *machine, struct error *error)
{
    struct recorded recorded = {0};
    char command[1024];
    bool measured = arguments->folder.count == 0;
    enum paper_length only =
        measured || arguments->length == PAPER_QUICK ? arguments->length : PAPER_LENGTHS;
    command_text(arguments, command, sizeof command);
    const struct report_options wanted = {.paper = chosen->paper,
                                          .count = chosen->count,
                                          .recorded = &recorded,
                                          .only = only,
                                          .command = command};
    bool good = find_results(arguments, machine, &recorded, error) &&
                report_write(&wanted, arguments->out, error);
    if (good)
        printf("%s/report.html and report.md\n", arguments->out);
    recorded_free(&recorded);
    return good;
}

static bool reproduce(const struct papers *papers, const struct chosen *chosen,
                      const struct arguments *arguments, const volatile sig_atomic_t *interrupted,
                      struct error *error)
{
    char machine[128];
    machine_name(machine, sizeof machine);
    if (arguments->list)
        return list(chosen, error);
    if (arguments->plan)
        return print_plan(papers, chosen, arguments, machine, error);
    const struct repeat_items items = {.papers = papers,
                                       .paper = chosen->paper,
                                       .count = chosen->count,
                                       .length = arguments->length,
                                       .machine = machine,
                                       .seconds = arguments->seconds,
                                       .run = {.device = arguments->device,
                                               .tolerance = -1,
                                               .quiet = arguments->quiet,
                                               .interrupted = interrupted}};
    if (arguments->folder.count == 0)
        repeat_items(&items);
    return *interrupted || report(chosen, arguments, machine, error);
}

int command_reproduce(int argc, char **argv)
{
    struct error error;
    struct papers papers = {0};
    struct chosen chosen = {0};
    struct arguments arguments = {.length = PAPER_USUAL, .out = "report"};
    command_line_parse(&command_reproduce_argp, argc, argv, 0, &arguments);
    if (arguments.length == PAPER_QUICK && arguments.seconds == 0)
        arguments.seconds = quick_seconds;

    const volatile sig_atomic_t *interrupted = interrupt_watch();
    bool good = papers_read(&papers, &error) && choose(&papers, &arguments, &chosen, &error) &&
                reproduce(&papers, &chosen, &arguments, interrupted, &error);
    papers_free(&papers);
    words_free(&arguments.name);
    words_free(&arguments.folder);
    return command_end(argv[0], good, &error);
}
