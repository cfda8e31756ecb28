/* `pairlanes system` builds or reads a configuration, describes it, and writes it. */
#include "harness/base/error.h"
#include "harness/base/files/output.h"
#include "harness/base/printable.h"
#include "harness/catalog/model.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/extensions/extension.h"
#include "harness/input/builders/builders.h"
#include "harness/input/formats/writer.h"
#include "harness/input/system_create.h"
#include "harness/particles/box_edges.h"
#include "harness/particles/copies.h"
#include "harness/particles/file_parameters.h"
#include "harness/particles/system.h"

#include <argp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEY_FRAME = 256, KEY_BUILDER, KEY_SET, KEY_BOX, KEY_CHAIN };

struct options {
    const char *model; /* name of the model; NULL: not given */
    const char *format;
    const char *out;
    struct system_spec spec;
    const char *box;                 /* edges of the box; NULL: not given */
    const char *copies;              /* numbers of copies along the edges; NULL: not given */
    const char *building;            /* first option that only affects built systems; NULL: none */
    char *settings[SPEC_PARAMETERS]; /* texts PARAMETER=VALUE */
    int setting_count;
};

static const struct argp_option descriptions[] = {
    {NULL, 0, NULL, 0, "Building a system:", 1},
    {"model", 'm', "NAME|FILE.h", 0,
     "Model of the particles (default: lj; none for a FILE), or path of a header outside the tree",
     1},
    {"builder", KEY_BUILDER, "NAME", 0,
     "Builder of the model, of `pairlanes list` (default: the first)", 1},
    {"set", KEY_SET, "PARAMETER=VALUE", 0,
     "Set a parameter of the model that the builder depends on, as in water=ssd or patches=3", 1},
    {"n", 'n', "COUNT", 0, "Number of particles (default: 32000)", 1},
    {"density", 'd', "NUMBER", 0, "Particles per volume (default: 0.8442, or the model's)", 1},
    {"box", KEY_BOX, "XxYxZ", 0, "Edges of the box instead of a density, for chains", 1},
    {"chain", KEY_CHAIN, "COUNT", 0, "Beads of a chain (default: 300 if n is a multiple of it)", 1},
    {"temperature", 't', "NUMBER", 0,
     "Temperature in epsilon / k_B (default: 1.44, or the model's)", 1},
    {"seed", 's', "NUMBER", 0, "Seed of the random numbers (default: 1)", 1},
    {NULL, 0, NULL, 0, "Reading FILE:", 2},
    {"from", OPTION_TEXT(struct options, spec.format), "FORMAT", 0,
     "Format of FILE, extxyz, nist, lammps, lammps_dump or oxdna; guessed if left out", 2},
    {"style", OPTION_TEXT(struct options, spec.style), "STYLE", 0,
     "Atom style of a LAMMPS data file that does not name it, e.g. charge or \"hybrid bond "
     "sphere\"",
     2},
    {"frame", KEY_FRAME, "K", 0,
     "Which configuration of a file with several, from 1 (default: the first)", 2},
    {"copies", OPTION_TEXT(struct options, copies), "XxYxZ", 0,
     "Copies of FILE's particles along the edges of its box (default: 1x1x1)", 2},
    {"topology", OPTION_TEXT(struct options, spec.topology), "TOP", 0,
     "Topology of FILE, which oxdna has in a separate file (default: FILE with the suffix .top)",
     2},
    {NULL, 0, NULL, 0, "Writing:", 3},
    {"out", 'o', "OUT", 0, "Write the system to OUT", 3},
    {"format", 'f', "FORMAT", 0,
     "Format of OUT: extxyz (the default), lammps, lammps_beads of lipids, or lammps_molecules", 3},
    {0},
};

static error_t parse_building(int key, char *argument, struct options *options,
                              const struct argp_state *state)
{
    struct system_spec *spec = &options->spec;
    switch (key) {
    case 'm':
        options->model = argument;
        return 0;
    case KEY_BUILDER:
        options->building = "--builder";
        spec->builder = argument;
        return 0;
    case KEY_SET:
        options->building = "--set";
        if (strchr(argument, '=') == NULL)
            argp_error(state, "--set: expected PARAMETER=VALUE, found \"%s\"", argument);
        if (options->setting_count == SPEC_PARAMETERS)
            argp_error(state, "--set: at most %d", SPEC_PARAMETERS);
        options->settings[options->setting_count++] = argument;
        return 0;
    case 'n':
        options->building = "--n";
        spec->n = option_whole(state, "--n", argument, 0, INT64_MAX);
        return 0;
    case 'd':
        options->building = "--density";
        spec->density = option_number(state, "--density", argument, -INFINITY, INFINITY);
        return 0;
    case KEY_BOX:
        options->building = "--box";
        options->box = argument;
        return 0;
    case KEY_CHAIN:
        options->building = "--chain";
        spec->chain = (int)option_whole(state, "--chain", argument, 4, INT32_MAX);
        return 0;
    case 't':
        options->building = "--temperature";
        spec->temperature = option_number(state, "--temperature", argument, -INFINITY, INFINITY);
        return 0;
    case 's':
        options->building = "--seed";
        spec->seed = (uint64_t)option_whole(state, "--seed", argument, 0, INT64_MAX);
        return 0;
    default:
        return option_store(key, argument, options);
    }
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    switch (key) {
    case KEY_FRAME:
        options->spec.frame = option_whole(state, "--frame", argument, 1, INT64_MAX);
        return 0;
    case 'o':
        options->out = out_path(state, "--out", argument);
        return 0;
    case 'f':
        options->format = argument;
        return 0;
    case ARGP_KEY_ARG:
        if (options->spec.file != NULL)
            argp_error(state, "expected one FILE, found also \"%s\"", argument);
        options->spec.file = argument;
        return 0;
    case ARGP_KEY_END:
        if (options->spec.file != NULL && options->building != NULL)
            argp_error(state, "%s is for building a system, but FILE is given", options->building);
        if (options->spec.file == NULL && options->spec.format != NULL)
            argp_error(state, "--from is for reading FILE, but there is none");
        if (options->spec.file == NULL && options->spec.style != NULL)
            argp_error(state, "--style is for reading FILE, but there is none");
        if (options->spec.file == NULL && options->spec.frame != 0)
            argp_error(state, "--frame is for reading FILE, but there is none");
        if (options->spec.file == NULL && options->copies != NULL)
            argp_error(state, "--copies is for reading FILE, but there is none");
        if (options->spec.file == NULL && options->spec.topology != NULL)
            argp_error(state, "--topology is for reading FILE, but there is none");
        if (options->out == NULL && options->format != NULL)
            argp_error(state, "--format is for writing, but there is no --out");
        out_not_input(state, "--out", options->out, options->spec.file);
        return 0;
    default:
        return parse_building(key, argument, options, state);
    }
}

/** Sets a parameter of the builder; refuses other parameters. */
static bool set_parameter(const struct builder *builder, const struct model *model, char *setting,
                          double parameters[MODEL_PARAMETERS], struct error *error)
{
    char *equals = strchr(setting, '=');
    *equals = '\0';
    if (!model_set(model, setting, equals + 1, parameters, error))
        return false;
    for (const char *const *name = builder->parameters; name != NULL && *name != NULL; name++)
        if (strcmp(*name, setting) == 0)
            return true;
    return error_set(error, EXIT_USAGE, "builder %s does not use the parameter %s", builder->name,
                     setting);
}

static bool set_parameters(const struct options *options, const struct model *model,
                           double parameters[MODEL_PARAMETERS], struct error *error)
{
    const char *name = options->spec.builder != NULL ? options->spec.builder : model->builders[0];
    const struct builder *builder = NULL;
    model_defaults(model, parameters);
    if (!builder_find(name, &builder, error))
        return false;
    for (int k = 0; k < options->setting_count; k++)
        if (!set_parameter(builder, model, options->settings[k], parameters, error))
            return error_prefix(error, "--set");
    return true;
}

/* Finds the named model, a user's model included; NULL if no model is named. */
static bool find_model(const char *name, const struct model **model, struct error *error)
{
    return extension_add_from_path(error) &&
           (name == NULL ||
            ((!extension_is_path(name) || extension_add_model(name, &name, error)) &&
             model_require(name, model, error)));
}

static bool run(struct options *options, struct system *system, struct error *error)
{
    const struct writer *writer = NULL;
    const struct model *model = NULL;
    if (!output_check(options->out, error) ||
        !writer_find(options->format != NULL ? options->format : "extxyz", &writer, error) ||
        !find_model(options->model, &model, error))
        return false;
    model = model != NULL ? model : model_default();
    if (options->spec.file == NULL || options->model != NULL)
        options->spec.model = model;
    if (options->spec.builder != NULL && !builder_check(options->spec.builder, model, error))
        return error_prefix(error, "--builder");
    double parameters[MODEL_PARAMETERS];
    char note[FILE_PARAMETERS_TEXT];
    if (options->box != NULL && !box_edges_read(options->box, options->spec.box, error))
        return error_prefix(error, "--box");
    if (options->copies != NULL && !copies_read(options->copies, options->spec.copies, error))
        return error_prefix(error, "--copies");
    if (!set_parameters(options, model, parameters, error))
        return false;
    builder_complete(&options->spec, model, parameters);
    if (!system_fits(&options->spec, model, error) || !system_create(&options->spec, system, error))
        return false;
    if (file_parameters_differ(system, options->spec.model, parameters, note, sizeof note))
        fprintf(stderr, "note: %s\n", note);
    if (options->out == NULL)
        return true;
    if (!writer_write(writer, options->out, system, options->spec.model, error))
        return false;
    const char *loss = writer->loss != NULL ? writer->loss(system) : NULL;
    if (loss != NULL)
        fprintf(stderr, "note: %s: %s\n", options->out, loss);
    return true;
}

const struct argp command_system_argp = {
    .options = descriptions,
    .parser = parse,
    .args_doc = "[FILE]",
    .doc = "Builds a system, or reads it from FILE, - for standard input; prints number of "
           "particles, box, density and content hash, and writes it where --out says.\vA system "
           "built with the same options has the same hash on every machine. Built systems of up to "
           "128 MiB are kept in the cache ($PAIRLANES_CACHE, otherwise $XDG_CACHE_HOME/pairlanes, "
           "otherwise ~/.cache/pairlanes), for this command and for runs: at most 1 GiB of them, "
           "of which the least recently used are removed first.",
};

int command_system(int argc, char **argv)
{
    struct options options = {
        .spec = {.n = 32000, .density = NAN, .temperature = NAN, .seed = 1},
    };
    command_line_parse(&command_system_argp, argc, argv, 0, &options);

    struct system system = {0};
    struct error error;
    if (!run(&options, &system, &error)) {
        system_free(&system);
        return command_end(argv[0], false, &error);
    }
    printable_line(stdout, "source      %s", system.source);
    printf("n           %" PRId64 "\n", system.n);
    printf("box         %.9g x %.9g x %.9g\n", system.box[0], system.box[1], system.box[2]);
    printf("density     %.9g\n", system_density(&system));
    printf("hash        %s\n", system.hash);
    system_free(&system);
    return EXIT_OK;
}
