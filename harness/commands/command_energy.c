/* `pairlanes energy` evaluates a configuration by the double-precision reference or by a
 * strategy. */
#include "harness/base/files/output.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/print/answer.h"
#include "harness/commands/print/answer_print.h"
#include "harness/extensions/extension.h"

#include <argp.h>
#include <stdio.h>
#include <string.h>

enum { KEY_FRAME = 256 };

struct options {
    struct energy_query query;
    const char *forces, *out; /* NULL if they are not written */
    bool json;
};

static const struct argp_option descriptions[] = {
    {"model", 'm', "NAME|FILE.h", 0,
     "Model of `pairlanes list`, or path of a header outside the tree. Not needed with --mdp, "
     "because the topology decides",
     0},
    {"from", 'f', "FORMAT", 0,
     "Format of FILE: extxyz, nist, lammps, lammps_dump, oxdna or gromacs; guessed if left out", 0},
    {"format", 0, NULL, OPTION_ALIAS, NULL, 0},
    {"style", OPTION_TEXT(struct options, query.style), "STYLE", 0,
     "Atom style of a LAMMPS data file that does not name it, e.g. charge or \"hybrid bond "
     "sphere\"",
     0},
    {"frame", KEY_FRAME, "K", 0,
     "Which configuration of a file with several, from 1 (default: the first)", 0},
    {"topology", 't', "TOP", 0,
     "Topology of FILE, which oxdna has in a separate file (default: FILE with the suffix .top)",
     0},
    {"coordinates", 'c', "GRO", 0,
     "Coordinates of a GROMACS topology, .gro or .g96 (default: FILE with the suffix .gro)", 0},
    {"mdp", OPTION_TEXT(struct options, query.mdp), "MDP", 0,
     "Run parameters of a GROMACS topology: they set the model's parameters; --set overrides them",
     0},
    {"set", 's', "KEY=VALUE", 0, "Set a parameter of the model, e.g. cutoff=3 or shift=none", 0},
    {"json", 'j', NULL, 0, "Print JSON", 0},
    {"forces", 'F', "OUT", 0,
     "Write the force on each particle to OUT: a line \"fx fy fz\" each, followed by \"tx ty tz\", "
     "the torque, where particles have orientation",
     0},
    {"out", 'o', "OUT", 0,
     "Write the particles to OUT as extended XYZ, with number, force and torque of each. From the "
     "reference also its energy: half of that of its pairs, and its share of bonded terms",
     0},
    {NULL, 0, NULL, 0, "Evaluating as in a measurement, not with the reference:", 1},
    {"strategy", OPTION_TEXT(struct options, query.strategy), "NAME|DIR", 0,
     "Strategy of `pairlanes list`, or path of a folder outside the tree, with a / in it", 1},
    {"backend", OPTION_TEXT(struct options, query.backend), "cpu|cuda", 0, "Backend (default: cpu)",
     1},
    {"precision", OPTION_TEXT(struct options, query.precision), "NAME", 0,
     "Precision (default: double)", 1},
    {0},
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    struct energy_query *query = &options->query;
    switch (key) {
    case 'm':
        query->model = argument;
        return 0;
    case 'f':
        query->format = argument;
        return 0;
    case KEY_FRAME:
        query->frame = option_whole(state, "--frame", argument, 1, INT64_MAX);
        return 0;
    case 't':
        query->topology = argument;
        return 0;
    case 'c':
        query->coordinates = argument;
        return 0;
    case 's':
        if (strchr(argument, '=') == NULL)
            argp_error(state, "--set: expected KEY=VALUE, found \"%s\"", argument);
        if (query->setting_count == QUERY_SETTINGS)
            argp_error(state, "--set: at most %d", QUERY_SETTINGS);
        query->settings[query->setting_count++] = argument;
        return 0;
    case 'j':
        options->json = true;
        return 0;
    case 'F':
        options->forces = out_path(state, "--forces", argument);
        return 0;
    case 'o':
        options->out = out_path(state, "--out", argument);
        return 0;
    case ARGP_KEY_ARG:
        if (query->file != NULL)
            argp_error(state, "expected one FILE, found also \"%s\"", argument);
        query->file = argument;
        return 0;
    case ARGP_KEY_END:
        if (query->file == NULL)
            argp_error(state, "FILE is missing");
        if (query->model == NULL && query->mdp == NULL)
            argp_error(state, "--model is missing: one of `pairlanes help models`");
        out_not_input(state, "--out", options->out, query->file);
        out_not_input(state, "--forces", options->forces, query->file);
        if (options->out != NULL && options->forces != NULL &&
            strcmp(options->out, options->forces) == 0)
            argp_error(state, "--out and --forces name the same file, \"%s\"", options->out);
        if (query->strategy == NULL && (query->backend != NULL || query->precision != NULL))
            argp_error(state, "--%s belongs to --strategy, which is missing",
                       query->backend != NULL ? "backend" : "precision");
        return 0;
    default:
        return option_store(key, argument, options);
    }
}

/* Adds models and strategies outside the tree to the catalog. */
static bool add_extensions(struct energy_query *query, struct error *error)
{
    return extension_add_from_path(error) &&
           (query->model == NULL || !extension_is_path(query->model) ||
            extension_add_model(query->model, &query->model, error)) &&
           (query->strategy == NULL || !extension_is_path(query->strategy) ||
            extension_add_strategy(query->strategy, &query->strategy, error));
}

const struct argp command_energy_argp = {
    .options = descriptions,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Prints energy, its terms, virial, net force and net torque of the configuration in "
           "FILE, - for standard input, from the double-precision reference; with --strategy from "
           "the kernels of that strategy.\vThe virial is the sum of r . F over the pairs and "
           "bonded terms, the pressure its contribution, without density x temperature, in energy "
           "per volume and, if the model has one, in its unit of pressure. The net torque is the "
           "sum of the torques on all particles, each about its own centre. JSON keys: energy, "
           "terms, virial, virial_molecular (of forces between molecules), pressure (energy per "
           "volume), pressure_tensor (its nine components) and pressure_molecular (xx, yy and zz "
           "of forces between molecules) without --strategy, net_force, net_torque (of models with "
           "orientation), n, box, hash, model, parameters; strategy, backend, precision and "
           "verify, the difference from the reference (with --strategy).\nExit codes: 0 fine; 1 "
           "the strategy differs from the reference by more than the tolerance; 2 wrong usage or "
           "input; 3 this machine cannot do it.",
};

int command_energy(int argc, char **argv)
{
    struct options options = {0};
    command_line_parse(&command_energy_argp, argc, argv, 0, &options);
    if (options.query.backend == NULL)
        options.query.backend = "cpu";
    if (options.query.precision == NULL)
        options.query.precision = "double";

    struct answer answer = {0};
    struct error error;
    bool answered =
        output_check(options.forces, &error) && output_check(options.out, &error) &&
        add_extensions(&options.query, &error) && answer_query(&options.query, &answer, &error) &&
        (options.forces == NULL || answer_write_forces(options.forces, &answer.forces, &error)) &&
        (options.out == NULL || answer_write_particles(options.out, &answer, &error));
    if (answered && options.json)
        answer_print_json(&answer);
    else if (answered)
        answer_print(&answer);
    if (answer.contradiction[0] != '\0')
        fprintf(stderr, "note: %s\n", answer.contradiction);
    bool right = answer.evaluator.strategy == NULL || answer.verification.passed;
    if (answered && !right)
        fprintf(stderr,
                "%s: the forces or energies of strategy %s in %s precision differ from the "
                "reference by more than the tolerance\n",
                argv[0], answer.evaluator.strategy->name, options.query.precision);
    answer_free(&answer);
    const int code = command_end(argv[0], answered, &error);
    return answered && !right ? EXIT_VERIFICATION : code;
}
