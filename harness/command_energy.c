/* `pairlanes energy`: what the double-precision reference says of a configuration. */
#include "harness/error.h"
#include "harness/model.h"
#include "harness/reference.h"
#include "harness/suggest.h"
#include "harness/system.h"

#include <argp.h>
#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETTINGS = 64 };

struct options {
    const char *model;
    const char *file;
    const char *format;
    const char *topology;
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
    {"forces", 'F', "OUT", 0, "Write the force on each particle to OUT: a line \"fx fy fz\" each",
     0},
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
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/** What is asked, and what the reference answers. */
struct answer {
    const struct model *model;
    double parameters[MODEL_PARAMETERS];
    double constants[MODEL_CONSTANTS];
    struct system system;
    struct reference reference;
    double net_force[3];
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

static bool evaluate(const struct options *options, struct answer *answer, struct error *error)
{
    const struct system_spec spec = {
        .file = options->file, .format = options->format, .topology = options->topology};
    if (!set_parameters(options, answer, error) || !system_create(&spec, &answer->system, error))
        return false;
    const struct reference *reference = &answer->reference;
    double range = answer->model->range(answer->parameters);
    if (!reference_by_cells(&answer->system, answer->model, answer->constants, range,
                            &answer->reference, error))
        return error_prefix(error, options->file);
    for (int64_t i = 0; i < reference->n; i++) {
        answer->net_force[0] += reference->x[i];
        answer->net_force[1] += reference->y[i];
        answer->net_force[2] += reference->z[i];
    }
    return true;
}

static bool write_forces(const char *path, const struct reference *reference, struct error *error)
{
    FILE *stream = fopen(path, "w");
    if (stream == NULL)
        return error_set(error, EXIT_USAGE, "%s: cannot be written: %s", path, strerror(errno));
    for (int64_t i = 0; i < reference->n; i++)
        fprintf(stream, "%.17g %.17g %.17g\n", reference->x[i], reference->y[i], reference->z[i]);
    bool written = ferror(stream) == 0;
    written = fclose(stream) == 0 && written;
    return written ||
           error_set(error, EXIT_USAGE, "%s: cannot be written: %s", path, strerror(errno));
}

static void print_text(const struct answer *answer)
{
    const struct model *model = answer->model;
    const struct system *system = &answer->system;
    const struct reference *reference = &answer->reference;
    double volume = system->box[0] * system->box[1] * system->box[2];

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
    printf("\nenergy      %.15g, per particle %.15g\n", reference->energy,
           reference->energy / (double)system->n);
    for (int k = 0; k < model->term_count; k++)
        printf("  %-9s %.15g\n", model->terms[k], reference->terms[k]);
    printf("virial      %.15g (sum of r . F over the pairs)\n", reference->virial);
    printf("pressure    %.15g from the virial; density x temperature comes on top\n",
           reference->virial / (3 * volume));
    printf("net force   %.3g %.3g %.3g\n", answer->net_force[0], answer->net_force[1],
           answer->net_force[2]);
    printf("pairs       %" PRId64 " within the range, %" PRId64 " interacting\n",
           reference->pairs_in_cutoff, reference->pairs_interacting);
}

static bool print_json(const struct answer *answer, struct error *error)
{
    const struct model *model = answer->model;
    const struct reference *reference = &answer->reference;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "energy", reference->energy);
    cJSON *terms = cJSON_AddObjectToObject(json, "terms");
    for (int k = 0; k < model->term_count; k++)
        cJSON_AddNumberToObject(terms, model->terms[k], reference->terms[k]);
    cJSON_AddNumberToObject(json, "virial", reference->virial);
    cJSON_AddItemToObject(json, "net_force", cJSON_CreateDoubleArray(answer->net_force, 3));
    cJSON_AddNumberToObject(json, "n", (double)reference->n);
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
        .doc = "Prints energy, virial and net force of the configuration in FILE, from the "
               "double-precision reference.\v"
               "The virial is the sum of r . F over the pairs. JSON keys: energy, terms, virial, "
               "net_force, n, box, hash, model, parameters.",
    };
    struct options options = {0};
    argp_parse(&argp, argc, argv, 0, NULL, &options);

    struct answer answer = {0};
    struct error error;
    bool answered =
        evaluate(&options, &answer, &error) &&
        (options.forces == NULL || write_forces(options.forces, &answer.reference, &error));
    if (answered && options.json)
        answered = print_json(&answer, &error);
    else if (answered)
        print_text(&answer);
    system_free(&answer.system);
    reference_free(&answer.reference);
    if (answered)
        return EXIT_OK;
    fprintf(stderr, "%s: %s\n", argv[0], error.text);
    return (int)error.code;
}
