/* `pairlanes energy` evaluates a configuration by the double-precision reference or a strategy. */
#include "harness/base/files/output.h"
#include "harness/base/process/divert.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/print/answer.h"
#include "harness/extensions/extension.h"
#include "harness/input/formats/writer_extxyz.h"
#include "harness/json/json_file.h"

#include <argp.h>
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Writes a line "fx fy fz" for each particle, followed by "tx ty tz" if particles have
 * orientations. EXIT_USAGE if the file cannot be written. */
static bool answer_write_forces(const char *path, const struct forces *forces, struct error *error)
{
    struct output output;
    if (!output_begin(&output, path, error))
        return false;
    FILE *stream = output.stream;
    for (int64_t i = 0; i < forces->n; i++) {
        fprintf(stream, "%.17g %.17g %.17g", forces->x[i], forces->y[i], forces->z[i]);
        for (int d = 0; d < 3 && forces->torque != NULL; d++)
            fprintf(stream, " %.17g", forces->torque[3 * i + d]);
        fputc('\n', stream);
    }
    return output_end(&output, true, error);
}

/*
 * Writes the particles as extended XYZ, with forces and torques. The reference also adds the energy
 * of each. Fails like output_begin and output_end.
 */
static bool answer_write_particles(const char *path, const struct answer *answer,
                                   struct error *error)
{
    const struct forces *forces = &answer->forces;
    const struct extxyz_found found = {.x = forces->x,
                                       .y = forces->y,
                                       .z = forces->z,
                                       .torque = forces->torque,
                                       .energy = answer->reference.energy_of,
                                       .total = forces->energy};
    struct output output;
    if (!output_begin(&output, path, error))
        return false;
    extxyz_write(&answer->system, &found, output.stream);
    return output_end(&output, true, error);
}

/* Returns the volume of the box. */
static double volume_of(const struct answer *answer)
{
    const double *box = answer->system.box;
    return box[0] * box[1] * box[2];
}

static void print_virial(const struct answer *answer)
{
    const struct model *model = answer->model;
    double pressure = answer->forces.virial / (3 * volume_of(answer));
    printf("virial      %.15g (sum of r . F over the pairs)\n", answer->forces.virial);
    printf("pressure    %.15g", pressure);
    if (model->pressure_unit != NULL)
        printf(" = %.15g %s", pressure * model->pressure_units, model->pressure_unit);
    puts(" from the virial, without density x temperature");
}

/* Prints the deviation of a strategy from the reference. */
static void print_difference(const struct verification *found, enum precision precision)
{
    char range[VERIFY_TEXT];
    printf("error       forces %.3g, energy %.3g, virial %.3g", found->force_rms_rel,
           found->energy_rel, found->virial_rel);
    if (found->worst >= 0)
        printf(", particle %" PRId64 " %.3g of the forces on it", found->worst + 1,
               found->particle_rel);
    printf("; tolerance %.3g%s%s\n", found->tolerance, found->passed ? "" : ": exceeded",
           found->passed ? "" : verify_range_text(found, precision, range));
}

/* Prints all but the forces as text. */
static void answer_print(const struct answer *answer)
{
    const struct model *model = answer->model;
    const struct system *system = &answer->system;
    const struct evaluator *evaluator = &answer->evaluator;
    const struct forces *forces = &answer->forces;

    printf("particles   %" PRId64 ", density %.6g, hash %s\n", system->n, system_density(system),
           system->hash);
    printf("box         %.9g x %.9g x %.9g\n", system->box[0], system->box[1], system->box[2]);
    printf("model       %s:", model->name);
    for (int k = 0; k < model->parameter_count; k++) {
        const struct parameter *parameter = &model->parameters[k];
        printf("%s %s ", k ? "," : "", parameter->name);
        if (parameter->choices != NULL)
            printf("%s", parameter->choices[(int)answer->parameters[k]]);
        else
            printf("%.9g", answer->parameters[k]);
    }
    putchar('\n');
    if (evaluator->strategy != NULL) {
        printf("by          strategy %s on %s in %s precision\n", evaluator->strategy->name,
               evaluator->backend->name, precision_info(evaluator->precision)->name);
        print_difference(&answer->verification, evaluator->precision);
    }
    printf("energy      %.15g, per particle %.15g\n", forces->energy,
           forces->energy / (double)system->n);
    for (int k = 0; k < system_terms(system, model); k++)
        printf("  %-9s %.15g\n", model->terms[k], forces->terms[k]);
    print_virial(answer);
    printf("net force   %.3g %.3g %.3g\n", answer->net_force[0], answer->net_force[1],
           answer->net_force[2]);
    if (model->oriented)
        printf("net torque  %.3g %.3g %.3g (sum over the particles, about their own centres)\n",
               answer->net_torque[0], answer->net_torque[1], answer->net_torque[2]);
    if (evaluator->strategy == NULL)
        printf("pairs       %" PRId64 " within the range, %" PRId64 " interacting\n",
               answer->reference.pairs_in_cutoff, answer->reference.pairs_interacting);
}

static void add_difference(cJSON *json, const struct verification *found)
{
    cJSON *verify = cJSON_AddObjectToObject(json, "verify");
    json_add_number(verify, "force_rms_rel", found->force_rms_rel);
    json_add_number(verify, "particle_rel", found->particle_rel);
    json_add_number(verify, "worst_particle", (double)(found->worst + 1));
    json_add_number(verify, "energy_rel", found->energy_rel);
    json_add_number(verify, "virial_rel", found->virial_rel);
    json_add_number(verify, "tolerance", found->tolerance);
    cJSON_AddBoolToObject(verify, "passed", found->passed);
}

/*
 * Adds virials and the pressure that interactions add: the trace and the components of the tensor.
 * Also adds the value along each axis for molecules that keep their shape when the box is scaled.
 */
static void add_pressure(cJSON *json, const struct answer *answer)
{
    const double virial = answer->forces.virial, volume = volume_of(answer);
    const double *inner = answer->inner_virial;
    cJSON_AddNumberToObject(json, "virial", virial);
    json_add_number(json, "virial_molecular", virial - inner[0] - inner[1] - inner[2]);
    cJSON_AddNumberToObject(json, "pressure", virial / (3 * volume));
    if (answer->evaluator.strategy != NULL) /* kernels sum only the trace */
        return;
    cJSON *tensor = cJSON_AddArrayToObject(json, "pressure_tensor");
    cJSON *molecular = cJSON_AddArrayToObject(json, "pressure_molecular");
    for (int a = 0; a < 3; a++) {
        double row[3];
        for (int b = 0; b < 3; b++)
            row[b] = answer->reference.tensor[3 * a + b] / volume;
        cJSON_AddItemToArray(tensor, cJSON_CreateDoubleArray(row, 3));
        cJSON_AddItemToArray(molecular, json_number(row[a] - inner[a] / volume));
    }
}

/* Prints the results as JSON. */
static void answer_print_json(const struct answer *answer)
{
    const struct model *model = answer->model;
    const struct evaluator *evaluator = &answer->evaluator;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "energy", answer->forces.energy);
    cJSON *terms = cJSON_AddObjectToObject(json, "terms");
    for (int k = 0; k < system_terms(&answer->system, model); k++)
        cJSON_AddNumberToObject(terms, model->terms[k], answer->forces.terms[k]);
    add_pressure(json, answer);
    cJSON_AddItemToObject(json, "net_force", cJSON_CreateDoubleArray(answer->net_force, 3));
    if (model->oriented)
        cJSON_AddItemToObject(json, "net_torque", cJSON_CreateDoubleArray(answer->net_torque, 3));
    cJSON_AddNumberToObject(json, "n", (double)answer->system.n);
    cJSON_AddItemToObject(json, "box", cJSON_CreateDoubleArray(answer->system.box, 3));
    cJSON_AddStringToObject(json, "hash", answer->system.hash);
    cJSON_AddStringToObject(json, "model", model->name);
    cJSON *parameters = cJSON_AddObjectToObject(json, "parameters");
    for (int k = 0; k < model->parameter_count; k++) {
        const struct parameter *parameter = &model->parameters[k];
        double value = answer->parameters[k];
        if (parameter->choices != NULL)
            cJSON_AddStringToObject(parameters, parameter->name, parameter->choices[(int)value]);
        else
            cJSON_AddNumberToObject(parameters, parameter->name, value);
    }
    if (evaluator->strategy != NULL) {
        cJSON_AddStringToObject(json, "strategy", evaluator->strategy->name);
        cJSON_AddStringToObject(json, "backend", evaluator->backend->name);
        cJSON_AddStringToObject(json, "precision", precision_info(evaluator->precision)->name);
        add_difference(json, &answer->verification);
    }
    json_file_print(stdout, json);
}

enum { KEY_FRAME = 256 };

struct options {
    struct energy_query query;
    const char *forces, *out; /* paths of files to write; NULL: not written */
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

/* Adds users' models and strategies to the catalog. */
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
    divert_begin();
    bool answered = output_check(options.forces, &error) && output_check(options.out, &error) &&
                    add_extensions(&options.query, &error) &&
                    answer_query(&options.query, &answer, &error);
    divert_end();
    answered =
        answered &&
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
