/* `pairlanes energy`: what the double-precision reference, or a strategy, says of a configuration.
 */
#include "harness/base/error.h"
#include "harness/base/memory.h"
#include "harness/base/suggest.h"
#include "harness/catalog/model.h"
#include "harness/input/system_create.h"
#include "harness/measure/evaluate.h"
#include "harness/particles/system.h"
#include "harness/physics/reference.h"

#include <argp.h>
#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETTINGS = 64, KEY_STRATEGY = 256, KEY_BACKEND, KEY_PRECISION };

struct options {
    const char *model;
    const char *file;
    const char *format;
    const char *topology;
    const char *strategy; /* NULL: the reference */
    const char *backend;
    const char *precision;
    const char *forces;
    char *settings[SETTINGS]; /* key=value */
    int setting_count;
    bool json;
};

static const struct argp_option descriptions[] = {
    {"model", 'm', "NAME", 0, "The model (required); `pairlanes list` shows them", 0},
    {"format", 'f', "FORMAT", 0,
     "Format of FILE: extxyz, nist, lammps or oxdna; guessed if left out", 0},
    {"topology", 't', "TOP", 0,
     "Topology of FILE, which oxdna has in a file of its own; initially FILE with the suffix .top",
     0},
    {"set", 's', "KEY=VALUE", 0, "Set a parameter of the model, e.g. cutoff=3 or shift=none", 0},
    {"json", 'j', NULL, 0, "Print JSON", 0},
    {"forces", 'F', "OUT", 0,
     "Write the force on each particle to OUT: a line \"fx fy fz\" each, with \"tx ty tz\" behind, "
     "the torque, where particles have orientation",
     0},
    {NULL, 0, NULL, 0, "Evaluating as in a measurement, not with the reference:", 1},
    {"strategy", KEY_STRATEGY, "NAME", 0, "The strategy; `pairlanes list` shows them", 1},
    {"backend", KEY_BACKEND, "cpu|cuda", 0, "On this backend, initially cpu", 1},
    {"precision", KEY_PRECISION, "NAME", 0, "In this precision, initially double", 1},
    {0},
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    switch (key) {
    case 'm':
        options->model = argument;
        return 0;
    case 'f':
        options->format = argument;
        return 0;
    case 't':
        options->topology = argument;
        return 0;
    case 's':
        if (strchr(argument, '=') == NULL)
            argp_error(state, "--set: expected KEY=VALUE, found \"%s\"", argument);
        if (options->setting_count == SETTINGS)
            argp_error(state, "--set: at most %d", SETTINGS);
        options->settings[options->setting_count++] = argument;
        return 0;
    case 'j':
        options->json = true;
        return 0;
    case 'F':
        options->forces = argument;
        return 0;
    case KEY_STRATEGY:
        options->strategy = argument;
        return 0;
    case KEY_BACKEND:
        options->backend = argument;
        return 0;
    case KEY_PRECISION:
        options->precision = argument;
        return 0;
    case ARGP_KEY_ARG:
        if (options->file != NULL)
            argp_error(state, "expected one FILE, found also \"%s\"", argument);
        options->file = argument;
        return 0;
    case ARGP_KEY_END:
        if (options->file == NULL)
            argp_error(state, "FILE is missing");
        if (options->model == NULL)
            argp_error(state, "--model is missing");
        if (options->strategy == NULL && (options->backend != NULL || options->precision != NULL))
            argp_error(state, "--%s belongs to --strategy, which is missing",
                       options->backend != NULL ? "backend" : "precision");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/** What is asked, and what the reference or the strategy answers. */
struct answer {
    const struct model *model;
    double parameters[MODEL_PARAMETERS];
    double constants[MODEL_CONSTANTS];
    struct system system;
    struct evaluator evaluator; /* no strategy: the reference */
    struct reference reference;
    double *arrays;       /* of the strategy's forces */
    struct forces forces; /* the reference's, or those of the strategy */
    double net_force[3];
    double net_torque[3]; /* the sum of the torques about the particles' own centres */
};

static bool set_parameters(const struct options *options, struct answer *answer,
                           struct error *error)
{
    if (!model_require(options->model, &answer->model, error))
        return false;
    model_defaults(answer->model, answer->parameters);
    for (int k = 0; k < options->setting_count; k++) {
        char *setting = options->settings[k];
        char *equals = strchr(setting, '=');
        *equals = '\0';
        if (!model_set(answer->model, setting, equals + 1, answer->parameters, error))
            return error_prefix(error, "--set");
    }
    return answer->model->derive(answer->parameters, answer->constants, error);
}

static bool by_reference(struct answer *answer, struct error *error)
{
    struct reference *reference = &answer->reference;
    double range = answer->model->range(answer->parameters);
    if (!reference_by_cells(&answer->system, answer->model, answer->constants, range, reference,
                            error))
        return false;
    answer->forces = (struct forces){.n = reference->n,
                                     .x = reference->x,
                                     .y = reference->y,
                                     .z = reference->z,
                                     .torque = reference->torque,
                                     .energy = reference->energy,
                                     .virial = reference->virial};
    memcpy(answer->forces.terms, reference->terms, sizeof reference->terms);
    return true;
}

static bool by_strategy(struct answer *answer, struct error *error)
{
    int64_t n = answer->system.n;
    double range = answer->model->range(answer->parameters);
    answer->arrays = memory_allocate(6 * n, sizeof *answer->arrays, "forces", error);
    if (answer->arrays == NULL)
        return false;
    answer->forces =
        (struct forces){.n = n,
                        .x = answer->arrays,
                        .y = answer->arrays + n,
                        .z = answer->arrays + 2 * n,
                        .torque = answer->model->oriented ? answer->arrays + 3 * n : NULL};
    return evaluate(&answer->evaluator, &answer->system, answer->model, answer->constants, range,
                    &answer->forces, error);
}

static bool answer_options(const struct options *options, struct answer *answer,
                           struct error *error)
{
    const struct system_spec spec = {
        .file = options->file, .format = options->format, .topology = options->topology};
    if (!set_parameters(options, answer, error) ||
        (options->strategy != NULL &&
         !evaluator_find(options->strategy, options->backend, options->precision,
                         &answer->evaluator, error)) ||
        !system_create(&spec, &answer->system, error))
        return false;
    if (!(options->strategy == NULL ? by_reference : by_strategy)(answer, error))
        return error->code == EXIT_USAGE && error_prefix(error, options->file);
    const struct forces *forces = &answer->forces;
    for (int64_t i = 0; i < forces->n; i++) {
        answer->net_force[0] += forces->x[i];
        answer->net_force[1] += forces->y[i];
        answer->net_force[2] += forces->z[i];
        for (int d = 0; d < 3 && forces->torque != NULL; d++)
            answer->net_torque[d] += forces->torque[3 * i + d];
    }
    return true;
}

static bool write_forces(const char *path, const struct forces *forces, struct error *error)
{
    FILE *stream = fopen(path, "w");
    if (stream == NULL)
        return error_set(error, EXIT_USAGE, "%s: cannot be written: %s", path, strerror(errno));
    for (int64_t i = 0; i < forces->n; i++) {
        fprintf(stream, "%.17g %.17g %.17g", forces->x[i], forces->y[i], forces->z[i]);
        for (int d = 0; d < 3 && forces->torque != NULL; d++)
            fprintf(stream, " %.17g", forces->torque[3 * i + d]);
        fputc('\n', stream);
    }
    bool written = ferror(stream) == 0;
    written = fclose(stream) == 0 && written;
    return written ||
           error_set(error, EXIT_USAGE, "%s: cannot be written: %s", path, strerror(errno));
}

/** What the interactions add to the pressure, in energy per volume. */
static double virial_pressure(const struct answer *answer)
{
    const double *box = answer->system.box;
    return answer->forces.virial / (3 * box[0] * box[1] * box[2]);
}

static void print_virial(const struct answer *answer)
{
    const struct model *model = answer->model;
    double pressure = virial_pressure(answer);
    printf("virial      %.15g (sum of r . F over the pairs)\n", answer->forces.virial);
    printf("pressure    %.15g", pressure);
    if (model->pressure_unit != NULL)
        printf(" = %.15g %s", pressure * model->pressure_units, model->pressure_unit);
    puts(" from the virial; density x temperature comes on top");
}

static void print_text(const struct answer *answer)
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
    if (evaluator->strategy != NULL)
        printf("\nby          strategy %s on %s in %s precision", evaluator->strategy->name,
               evaluator->backend->name, precision_info(evaluator->precision)->name);
    printf("\nenergy      %.15g, per particle %.15g\n", forces->energy,
           forces->energy / (double)system->n);
    for (int k = 0; k < model->term_count; k++)
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

static bool print_json(const struct answer *answer, struct error *error)
{
    const struct model *model = answer->model;
    const struct evaluator *evaluator = &answer->evaluator;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "energy", answer->forces.energy);
    cJSON *terms = cJSON_AddObjectToObject(json, "terms");
    for (int k = 0; k < model->term_count; k++)
        cJSON_AddNumberToObject(terms, model->terms[k], answer->forces.terms[k]);
    cJSON_AddNumberToObject(json, "virial", answer->forces.virial);
    cJSON_AddNumberToObject(json, "pressure", virial_pressure(answer));
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
    }
    char *text = cJSON_Print(json);
    cJSON_Delete(json);
    if (text == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "out of memory: JSON text");
    puts(text);
    free(text);
    return true;
}

int command_energy(int argc, char **argv)
{
    static const struct argp argp = {
        .options = descriptions,
        .parser = parse,
        .args_doc = "FILE",
        .doc =
            "Prints energy, its terms, virial, net force and net torque of the configuration in "
            "FILE, from the double-precision reference; with --strategy from the kernels of that "
            "strategy.\v"
            "The virial is the sum of r . F over the pairs and bonded terms, the pressure what it "
            "adds to density x temperature, in energy per volume and, where the model has units, "
            "in theirs. The net torque is the sum of the "
            "torques on all particles, each about its own centre. JSON keys: energy, terms, "
            "virial and pressure (energy per volume), net_force, net_torque (of "
            "models with orientation), n, "
            "box, hash, model, parameters; strategy, backend, precision (with --strategy).",
    };
    struct options options = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &options);
    if (options.backend == NULL)
        options.backend = "cpu";
    if (options.precision == NULL)
        options.precision = "double";

    struct answer answer = {0};
    struct error error;
    bool answered =
        answer_options(&options, &answer, &error) &&
        (options.forces == NULL || write_forces(options.forces, &answer.forces, &error));
    if (answered && options.json)
        answered = print_json(&answer, &error);
    else if (answered)
        print_text(&answer);
    system_free(&answer.system);
    reference_free(&answer.reference);
    free(answer.arrays);
    if (answered)
        return EXIT_OK;
    fprintf(stderr, "%s: %s\n", argv[0], error.text);
    return (int)error.code;
}
