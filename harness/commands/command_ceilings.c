/* `pairlanes ceilings` measures the peak rates of this machine. */
#include "harness/backend/backend.h"
#include "harness/backend/ceilings.h"
#include "harness/base/process/environment.h"
#include "harness/base/text.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/device_option.h"
#include "harness/commands/options/option_number.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/options/table_options.h"
#include "harness/devices/backends.h"
#include "harness/devices/machine.h"
#include "harness/results/results.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Measures all ceilings of a device, in a few seconds. EXIT_ENVIRONMENT if the backend has no
 * device; the message has the reason.
 */
static bool ceilings_measure(const char *backend, const struct device_options *options,
                             struct ceilings *ceilings, struct error *error)
{
    const struct backend *found = backend_find(backend);
    struct device *device = NULL;
    if (found == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "this build has no %s backend", backend);
    if (!found->open(options, &device, error))
        return false;
    *ceilings = (struct ceilings){.info = *found->info(device)};
    snprintf(ceilings->backend, sizeof ceilings->backend, "%s", backend);
    bool good = found->ceilings(device, ceilings, error);
    found->close(device);
    return good;
}

struct options {
    const char *backend;               /* name of the backend; NULL: all */
    int threads[CEILINGS_DEVICES - 1]; /* numbers of CPU threads; 0: as many as OpenMP starts */
    int threads_count;
    struct device_options device;
    struct table_style style;
    const char *out;
};

/* Reads numbers of threads, separated by commas. One device in the file is left for a GPU. */
static void take_threads(struct options *options, char *list, const struct argp_state *state)
{
    options->threads_count = 0;
    for (char *at = list, *number; (number = strsep(&at, ",")) != NULL;) {
        int threads = (int)option_whole(state, "--threads", number, 1, ENVIRONMENT_THREADS);
        for (int k = 0; k < options->threads_count; k++)
            if (options->threads[k] == threads)
                argp_error(state, "--threads: %d is given twice", threads);
        if (options->threads_count == CEILINGS_DEVICES - 1)
            argp_error(state, "--threads: expected at most %d numbers", CEILINGS_DEVICES - 1);
        options->threads[options->threads_count++] = threads;
    }
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->style;
        state->child_inputs[1] = &options->device.index;
        options->threads_count = 1;
        return 0;
    case 'b':
        if (strcmp(argument, "cpu") != 0 && strcmp(argument, "cuda") != 0)
            argp_error(state, "--backend: expected cpu or cuda, found \"%s\"", argument);
        options->backend = argument;
        return 0;
    case 't':
        take_threads(options, argument, state);
        return 0;
    case 'o':
        options->out = out_path(state, "--out", argument);
        return 0;
    case 'k':
        options->device.source = argument;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool write_to(char *path, const struct ceilings_set *set, struct error *error)
{
    struct results results = {.document = ceilings_json(set), .path = path};
    bool good = results_write(&results, error);
    cJSON_Delete(results.document);
    return good;
}

/*
 * Measures the ceilings of a backend. Writes them together with the previous ones, because
 * measuring the next device may hang. A backend without a device is an error only if the user named
 * the backend.
 */
static bool measure_one(const struct options *options, const char *backend, int threads, char *path,
                        struct ceilings_set *set, struct error *error)
{
    struct device_options device = options->device;
    device.threads = threads;
    /* announced, because a busy machine may take minutes */
    if (threads > 0)
        fprintf(stderr, "measuring %s, threads: %d\n", backend, threads);
    else
        fprintf(stderr, "measuring %s\n", backend);
    if (ceilings_measure(backend, &device, &set->device[set->count], error)) {
        set->count++;
        return out_is_standard(path) || write_to(path, set, error);
    }
    if (options->backend != NULL || error->code != EXIT_ENVIRONMENT)
        return false;
    fprintf(stderr, "%s: %s\n", backend, error->text);
    return true;
}

static bool measure(const struct options *options, char *path, struct ceilings_set *set,
                    struct error *error)
{
    const char *only = options->backend;
    bool good = true;
    for (int k = 0; k < options->threads_count && good; k++)
        if (only == NULL || strcmp(only, "cpu") == 0)
            good = measure_one(options, "cpu", options->threads[k], path, set, error);
    if (good && (only == NULL || strcmp(only, "cuda") == 0))
        good = measure_one(options, "cuda", 0, path, set, error);
    return good && set->count > 0;
}

static bool measure_to(char *path, struct options *options, struct error *error)
{
    struct lock lock;
    struct ceilings_set set = {0};
    if (!lock_take(path, &lock, error))
        return false;
    bool good = measure(options, path, &set, error) &&
                ceilings_show(out_table(path), &set, &options->style, error) &&
                (!out_is_standard(path) || write_to(path, &set, error));
    if (good)
        fprintf(stderr, "ceilings in %s\n", path);
    lock_release(&lock);
    return good;
}

static const struct argp_option keys[] = {
    {"backend", 'b', "cpu|cuda", 0, "Only this backend (default: both)", 0},
    {"out", 'o', "FILE", 0, "Write to this file, not to results/<machine>/ceilings.json", 0},
    {"threads", 't', "T[,T…]", 0,
     "Numbers of threads to measure the CPU with, in turn (default: all threads)", 0},
    {"source", 'k', "DIR", 0, "Take the probes' sources from DIR, not from the binary", 0},
    {0},
};

static const struct argp_child children[] = {
    {.argp = &table_options}, {.argp = &device_option}, {0}};

const struct argp command_ceilings_argp = {
    .options = keys,
    .parser = parse,
    .children = children,
    .doc =
        "Measures what this machine can do at most: arithmetic, reciprocals and their square "
        "roots, gathers and streaming from every level of memory, atomic adds with and without "
        "conflict, shuffles. `show`, `export` and `plot` compare every case with the ceilings.json "
        "next to its results; the figure `scaling` draws the limits for each number of threads.",
};

int command_ceilings(int argc, char **argv)
{
    struct options options = {0};
    command_line_parse(&command_ceilings_argp, argc, argv, 0, &options);

    struct error error;
    char machine[128];
    machine_name(machine, sizeof machine);
    char *path =
        options.out != NULL ? text_new("%s", options.out) : results_path(machine, "ceilings");
    bool good = measure_to(path, &options, &error);
    free(path);
    return command_end(argv[0], good, &error);
}
