/* `pairlanes lookup` tells what forces out of tables are off by. */
#include "harness/base/table.h"
#include "harness/catalog/model.h"
#include "harness/commands/command.h"
#include "harness/commands/command_line.h"
#include "harness/commands/out_path.h"
#include "harness/commands/table_options.h"
#include "harness/json/json_file.h"
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
    const char *out; /* NULL: nowhere */
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

/* What is told: the table, and the same in finer intervals as JSON. */
struct telling {
    struct table table;
    cJSON *document;
    struct lookup_error interval[INTERVALS];
    int count;
    double from_switch; /* where the switch of the force begins */
};

/* The largest error at distances from `from` to `to`; NAN: there are none. */
static double largest(const struct telling *telling, double from, double to)
{
    double most = NAN;
    for (int k = 0; k < telling->count; k++) {
        const struct lookup_error *at = &telling->interval[k];
        const double middle = (at->from + at->to) / 2;
        if (middle > from && middle < to)
            most = fmax(most, at->largest);
    }
    return most;
}

static void tell(const char *force, const char *precision, struct telling *telling)
{
    const double bounds[] = {nearest, contact, telling->from_switch, INFINITY};
    double sum = 0;
    int apart = 0;
    table_cell(&telling->table, "%s", force);
    table_cell(&telling->table, "%s", precision);
    for (int k = 0; k < 3; k++) {
        const double most = largest(telling, bounds[k], bounds[k + 1]);
        table_number(&telling->table, most, "%.1e", most);
    }
    for (int k = 0; k < telling->count; k++) {
        const struct lookup_error *at = &telling->interval[k];
        const struct lookup_row row = {force, precision, at->from, at->to, at->largest, at->rms};
        lookups_add(telling->document, &row);
        if (at->from > contact - width / 2) {
            sum += at->rms * at->rms;
            apart++;
        }
    }
    const double rms = sqrt(sum / apart);
    table_number(&telling->table, rms, "%.1e", rms);
}

/* Every force in single and double precision, but where there is no texture unit. */
static bool tell_all(const struct model *model, double *parameters, struct telling *telling,
                     struct error *error)
{
    static const enum precision precisions[] = {PRECISION_SINGLE, PRECISION_DOUBLE};
    const int force = model_parameter(model, "force");
    const char *const *names = model->parameters[force].choices;
    for (int k = 0; k < 2; k++)
        for (int way = 0; names[way] != NULL; way++) {
            parameters[force] = way;
            if (lookup_errors(parameters, precisions[k], telling->interval, telling->count, error))
                tell(names[way], precision_info(precisions[k])->name, telling);
            else if (precisions[k] != PRECISION_DOUBLE || error->code != EXIT_ENVIRONMENT)
                return false;
        }
    return true;
}

static bool lookup(struct options *options, struct error *error)
{
    static const struct table_column columns[] = {{"force", TABLE_LEFT},
                                                  {"precision", TABLE_LEFT},
                                                  {"nearer than 2.5 Å", TABLE_RIGHT},
                                                  {"up to the switch", TABLE_RIGHT},
                                                  {"up to the cut-off", TABLE_RIGHT},
                                                  {"RMS from 2.5 Å on", TABLE_RIGHT}};
    const struct model *model = model_find("allatom");
    double parameters[MODEL_PARAMETERS];
    static struct telling telling;
    if (!set_parameters(options, model, parameters, error))
        return false;
    const double cutoff = model->range(parameters);
    telling.from_switch = parameters[model_parameter(model, "switch")];
    telling.count = (int)ceil((cutoff - nearest) / width - 1e-9);
    for (int k = 0; k < telling.count; k++)
        telling.interval[k] = (struct lookup_error){.from = nearest + k * width,
                                                    .to = fmin(nearest + (k + 1) * width, cutoff)};
    telling.document = lookups_new(model, parameters);
    table_start(&telling.table, columns, sizeof columns / sizeof *columns);
    const bool good =
        tell_all(model, parameters, &telling, error) &&
        table_write(&telling.table, &options->style, out_table(options->out), error) &&
        (options->out == NULL || json_file_write(options->out, telling.document, error));
    table_free(&telling.table);
    cJSON_Delete(telling.document);
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
    .doc = "Tells what the force of two atoms is off by if it is evaluated as kernels do, "
           "directly and out of each table of `allatom`, in single and in double precision: the "
           "largest difference from the force by the C library, over the sizes of both "
           "interactions, of two oxygens of SPC/E water. A texture unit is that of NVIDIA's "
           "programming guide, by its filter on this CPU.",
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
