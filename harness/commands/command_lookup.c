/* `pairlanes lookup` tells what forces out of tables are off by. */
#include "harness/base/files/output.h"
#include "harness/base/table.h"
#include "harness/catalog/model.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/options/table_options.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"
#include "harness/physics/lookup.h"
#include "harness/results/lookups.h"

#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEY_OUT = 256, SETTINGS = 16, INTERVALS = 1000 };

/** Of distances, in A: the least, for tables end at 1; the least of atoms that do not share a bond;
 * and the width of an interval. */
static const double nearest = 1.1, contact = 2.5, width = 0.1;

struct options {
    char *setting[SETTINGS];
    int settings;
    const char *file; /* of what is shown; NULL: it is computed */
    const char *out;  /* NULL: nowhere */
    struct table_style style;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->style;
        return 0;
    case 's':
        if (strchr(argument, '=') == NULL)
            argp_error(state, "--set: expected KEY=VALUE, found \"%s\"", argument);
        if (strncmp(argument, "force=", strlen("force=")) == 0)
            argp_error(state, "--set: every force is compared");
        if (options->settings == SETTINGS)
            argp_error(state, "--set: at most %d", SETTINGS);
        options->setting[options->settings++] = argument;
        return 0;
    case KEY_OUT:
        options->out = out_path(state, "--out", argument);
        return 0;
    case ARGP_KEY_ARG:
        if (options->file != NULL)
            argp_error(state, "expected one FILE, found also \"%s\"", argument);
        options->file = argument;
        return 0;
    case ARGP_KEY_END:
        if (options->file != NULL && (options->out != NULL || options->settings > 0))
            argp_error(state, "a FILE is shown as it is, without --set and --out");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool set_parameters(const struct options *options, const struct model *model,
                           double *parameters, struct error *error)
{
    model_defaults(model, parameters);
    for (int k = 0; k < options->settings; k++) {
        char *equals = strchr(options->setting[k], '=');
        *equals = '\0';
        if (!model_set(model, options->setting[k], equals + 1, parameters, error))
            return error_prefix(error, "--set");
    }
    return true;
}

/* Adds the errors of a force to a document, at all distances. */
static bool add_force(const struct model *model, const double *parameters, enum precision precision,
                      cJSON *document, struct error *error)
{
    static struct lookup_error interval[INTERVALS];
    const double cutoff = model->range(parameters);
    const int count = (int)ceil((cutoff - nearest) / width - 1e-9);
    const int force = (int)parameters[model_parameter(model, "force")];
    for (int k = 0; k < count; k++)
        interval[k] = (struct lookup_error){.from = nearest + k * width,
                                            .to = fmin(nearest + (k + 1) * width, cutoff)};
    if (!lookup_errors(parameters, precision, interval, count, error))
        return false;
    for (int k = 0; k < count; k++) {
        const struct lookup_row row = {
            .force = model->parameters[model_parameter(model, "force")].choices[force],
            .precision = precision_info(precision)->name,
            .from = interval[k].from,
            .to = interval[k].to,
            .largest = interval[k].largest,
            .rms = interval[k].rms};
        lookups_add(document, &row);
    }
    return true;
}

/* Every force in single and double precision, but where there is no texture unit; NULL: an error.
 */
static cJSON *compute(const struct options *options, struct error *error)
{
    static const enum precision precisions[] = {PRECISION_SINGLE, PRECISION_DOUBLE};
    const struct model *model = model_find("allatom");
    const int force = model_parameter(model, "force");
    const char *const *names = model->parameters[force].choices;
    double parameters[MODEL_PARAMETERS];
    if (!set_parameters(options, model, parameters, error))
        return NULL;
    cJSON *document = lookups_new(model, parameters);
    for (int k = 0; k < 2; k++)
        for (int way = 0; names[way] != NULL; way++) {
            parameters[force] = way;
            if (!add_force(model, parameters, precisions[k], document, error) &&
                !(precisions[k] == PRECISION_DOUBLE && error->code == EXIT_ENVIRONMENT)) {
                cJSON_Delete(document);
                return NULL;
            }
        }
    return document;
}

/* Reads what was written before; NULL: an error. */
static cJSON *recorded(const char *path, struct error *error)
{
    cJSON *document = json_file_read(path, error);
    if (document == NULL || lookups_check(document, path, error))
        return document;
    cJSON_Delete(document);
    return NULL;
}

/* The next force of a document from `item` on, as a row of the table; the item behind it. */
static const cJSON *tell(const cJSON *item, double from_switch, struct table *table)
{
    enum { RANGES = 3 };
    double largest[RANGES] = {NAN, NAN, NAN}, sum = 0;
    struct lookup_row first, row;
    int apart = 0;
    lookups_read(item, &first);
    for (; item != NULL; item = item->next) {
        lookups_read(item, &row);
        if (strcmp(row.force, first.force) != 0 || strcmp(row.precision, first.precision) != 0)
            break;
        const double middle = (row.from + row.to) / 2;
        const int range = middle < contact ? 0 : middle < from_switch ? 1 : 2;
        largest[range] = fmax(largest[range], row.largest);
        sum += range > 0 ? row.rms * row.rms : 0;
        apart += range > 0;
    }
    table_cell(table, "%s", first.force);
    table_cell(table, "%s", first.precision);
    for (int k = 0; k < RANGES; k++)
        table_number(table, largest[k], "%.1e", largest[k]);
    table_number(table, sqrt(sum / apart), "%.1e", sqrt(sum / apart));
    return item;
}

static bool show(const cJSON *document, struct table_style *style, FILE *stream,
                 struct error *error)
{
    static const struct table_column columns[] = {{"force", TABLE_LEFT},
                                                  {"precision", TABLE_LEFT},
                                                  {"nearer than 2.5 Å", TABLE_RIGHT},
                                                  {"up to the switch", TABLE_RIGHT},
                                                  {"up to the cut-off", TABLE_RIGHT},
                                                  {"RMS from 2.5 Å on", TABLE_RIGHT}};
    const double from_switch = json_value(json_get(document, "parameters"), "switch");
    struct table table;
    table_start(&table, columns, sizeof columns / sizeof *columns);
    for (const cJSON *item = lookups_of(document)->child; item != NULL;)
        item = tell(item, from_switch, &table);
    const bool good = table_write(&table, style, stream, error);
    table_free(&table);
    return good;
}

static bool lookup(struct options *options, struct error *error)
{
    if (options->out != NULL && !output_check(options->out, error))
        return false;
    cJSON *document =
        options->file != NULL ? recorded(options->file, error) : compute(options, error);
    const bool good = document != NULL &&
                      show(document, &options->style, out_table(options->out), error) &&
                      (options->out == NULL || json_file_write(options->out, document, error));
    cJSON_Delete(document);
    return good;
}

static const struct argp_option keys[] = {
    {"set", 's', "KEY=VALUE", 0, "Set a parameter of the model, e.g. electrostatics=reaction_field",
     0},
    {"out", KEY_OUT, "FILE", 0,
     "Write the errors of every 0.1 Å as JSON, too; plot draws them (table-error)", 0},
    {0},
};

static const struct argp_child children[] = {{.argp = &table_options}, {0}};

const struct argp command_lookup_argp = {
    .options = keys,
    .parser = parse,
    .children = children,
    .args_doc = "[FILE]",
    .doc =
        "Tells what the force of two atoms is off by if it is evaluated as kernels do, "
        "directly and out of each table of `allatom`, in single and in double precision: the "
        "largest difference from the force by the C library, over the sizes of both "
        "interactions, of two oxygens of SPC/E water. A texture unit is that of NVIDIA's "
        "programming guide, by its filter on this CPU. With FILE, shows what was written before.",
};

int command_lookup(int argc, char **argv)
{
    struct options options = {0};
    struct error error;
    command_line_parse(&command_lookup_argp, argc, argv, 0, &options);
    if (lookup(&options, &error))
        return EXIT_OK;
    fprintf(stderr, "%s: %s\n", argv[0], error.text);
    return (int)error.code;
}
