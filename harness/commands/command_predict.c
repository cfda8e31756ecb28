/* `pairlanes predict` estimates the times of a config's cases on a GPU in this or another
 * machine. */
#include "harness/base/files/output.h"
#include "harness/base/process/interrupt.h"
#include "harness/commands/options/case_options.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/config_argument.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/options/table_options.h"
#include "harness/devices/machine.h"
#include "harness/json/json_file.h"
#include "harness/predict/known_ceilings.h"
#include "harness/predict/predict_report.h"
#include "harness/results/results.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_PARTICLES = 900 };

struct arguments {
    const char *config;
    const char *device_file; /* file of ceilings; NULL: this machine's file */
    const char *on;          /* name of the GPU; NULL: the first one in the file */
    const char *out;
    struct predict_options predict;
    struct case_options cases;
    struct table_style style;
};

static const double most_particles = 1e15;

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->cases;
        state->child_inputs[1] = &arguments->style;
        return 0;
    case KEY_PARTICLES:
        arguments->predict.particles =
            (int64_t)option_number(state, "--particles", argument, 1, most_particles);
        return 0;
    case 'o':
        arguments->out = out_path(state, "--out", argument);
        return 0;
    case ARGP_KEY_ARG:
        config_argument_only(state, argument, &arguments->config);
        return 0;
    case ARGP_KEY_END:
        if (arguments->config == NULL && arguments->cases.choice.model == NULL)
            argp_error(state, "CONFIG is missing, or --model");
        out_not_input(state, "--out", arguments->out, arguments->config);
        return 0;
    default:
        return option_store(key, argument, arguments);
    }
}

static const struct argp_option options[] = {
    {"device-file", OPTION_TEXT(struct arguments, device_file), "CEILINGS.json", 0,
     "The ceilings of the device, as `ceilings` writes them on any machine (default: "
     "results/<machine>/ceilings.json)",
     0},
    {"on", OPTION_TEXT(struct arguments, on), "NAME", 0,
     "Name of the GPU, such as \"NVIDIA A100\": one of the device file, one with ceilings in "
     "results/, or one with a known data sheet",
     0},
    {"particles", KEY_PARTICLES, "N", 0,
     "Most particles of a replay: a built system that is larger is replayed in a smaller box "
     "of the same density (default: 30000)",
     0},
    {"out", 'o', "FILE", 0, "Write the predictions to FILE as JSON; - is the standard output", 0},
    {0},
};

/* Reads from a file the ceilings of the GPU named `on`; if `on` is NULL, of the first GPU. */
static bool read_device(const char *path, const char *on, struct ceilings *ceilings,
                        struct error *error)
{
    static struct ceilings_set set; /* static, because it is too large for the stack */
    if (!ceilings_read(path, &set, error))
        return false;
    for (int k = 0; k < set.count; k++)
        if (strcmp(set.device[k].backend, "cuda") == 0 &&
            (on == NULL || strcmp(set.device[k].info.name, on) == 0)) {
            *ceilings = set.device[k];
            return true;
        }
    return error_set(error, EXIT_USAGE, "%s has no ceilings of %s", path,
                     on != NULL ? on : "a GPU");
}

/*
 * Finds the GPU's ceilings for the prediction. The given file comes first, then the named device,
 * then this machine.
 */
static bool find_device(const struct arguments *arguments, struct ceilings *ceilings,
                        struct error *error)
{
    char machine[128];
    if (arguments->device_file != NULL)
        return read_device(arguments->device_file, arguments->on, ceilings, error);
    if (arguments->on != NULL)
        return known_ceilings(arguments->on, ceilings, error);
    machine_name(machine, sizeof machine);
    char *usual = results_path(machine, "ceilings");
    bool good = access(usual, R_OK) == 0
                    ? read_device(usual, NULL, ceilings, error)
                    : error_set(error, EXIT_USAGE,
                                "there are no ceilings in %s: `pairlanes ceilings` measures them, "
                                "--on NAME or --device-file FILE take those of another GPU",
                                usual);
    free(usual);
    return good;
}

static bool write_out(const struct arguments *arguments, const struct predictions *predictions,
                      const char *device, bool estimated, struct error *error)
{
    if (arguments->out == NULL)
        return true;
    cJSON *document = predict_json(predictions, device, estimated);
    if (out_is_standard(arguments->out)) {
        json_file_print(stdout, document);
        return true;
    }
    bool good = json_file_write(arguments->out, document, error);
    cJSON_Delete(document);
    return good;
}

static bool predict_config(struct arguments *arguments, struct error *error)
{
    struct config config = {0};
    struct cases cases = {0};
    struct ceilings ceilings;
    struct predictions predictions = {0};
    struct case_options *asked = &arguments->cases;
    if (asked->backend == NULL)
        asked->backend = "cuda";
    bool good = find_device(arguments, &ceilings, error) && case_options_choose(asked, error) &&
                case_options_read(
                    asked, arguments->config != NULL ? arguments->config : asked->choice.model,
                    &config, &cases, error) &&
                predict_cases(&cases, &ceilings, &arguments->predict, &predictions, error) &&
                predict_print(&predictions, &ceilings, out_table(arguments->out), &arguments->style,
                              error) &&
                write_out(arguments, &predictions, ceilings.info.name, ceilings.estimated, error);
    predictions_free(&predictions);
    cases_free(&cases);
    config_free(&config);
    return good;
}

static const struct argp_child children[] = {
    {.argp = &case_options_all}, {.argp = &table_options}, {0}};

const struct argp command_predict_argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "[CONFIG|MODEL]",
    .doc = "Predicts the time of a force call for each GPU case of a config, and the order of the "
           "strategies. Uses only counts (replay of the lanes, instructions of the kernels, bytes, "
           "atomic adds) and the ceilings of the device. Nothing is run or timed, and the device "
           "need not be here.\vExit codes: 0 fine; 2 wrong usage, such as no ceilings; 3 this "
           "machine cannot do it.",
};

int command_predict(int argc, char **argv)
{
    struct error error;
    struct arguments arguments = {
        .predict = {.particles = PREDICT_PARTICLES, .interrupted = interrupt_watch()}};
    command_line_parse(&command_predict_argp, argc, argv, 0, &arguments);

    arguments.predict.quiet = arguments.cases.run.quiet;
    bool good = output_check(arguments.out, &error) && predict_config(&arguments, &error);
    case_options_free(&arguments.cases);
    return command_end(argv[0], good, &error);
}
