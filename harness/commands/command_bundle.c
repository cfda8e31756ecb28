/* `pairlanes bundle` packs the results of a machine into a single file for sending. */
#include "harness/base/files/text_file.h"
#include "harness/base/printable.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/machine_option.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/print/bundle_print.h"
#include "harness/devices/machine.h"
#include "harness/json/json_file.h"
#include "harness/report/exchange/bundle.h"

#include <argp.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    const char *folder, *machine, *out;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    switch (key) {
    case 'm':
        options->machine = machine_option(state, argument);
        return 0;
    case 'o':
        options->out = out_path(state, "--out", argument);
        return 0;
    case ARGP_KEY_ARG:
        if (options->folder != NULL)
            argp_error(state, "expected one folder, found \"%s\" as well", argument);
        options->folder = argument;
        return 0;
    case ARGP_KEY_END:
        if (options->folder == NULL)
            argp_error(state, "a folder of results is missing");
        if (options->out == NULL)
            argp_error(state, "--out FILE is missing, the file for the bundle");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool find_files(const char *folder, struct words *paths, struct error *error)
{
    struct dirent **entry = NULL;
    int entries = scandir(folder, &entry, json_file_is_named, alphasort);
    if (entries < 0)
        return error_set(error, EXIT_USAGE, "%s: no folder of results: %s", folder,
                         strerror(errno));
    bool good = true;
    for (int k = 0; k < entries; k++) {
        words_add(paths, "%s/%s", folder, entry[k]->d_name);
        good = good && text_check_found(paths->word[paths->count - 1], error);
        free(entry[k]);
    }
    free(entry);
    return good;
}

static bool bundle(const struct options *options, struct error *error)
{
    char here[128];
    struct words paths = {0}, left = {0};
    struct bundle bundle = {0};
    machine_name(here, sizeof here);
    bool good = find_files(options->folder, &paths, error) &&
                bundle_pack(&paths, options->machine != NULL ? options->machine : here, &bundle,
                            &left, error) &&
                json_file_write(options->out, bundle.document, error);
    for (int k = 0; k < left.count && good; k++)
        printable_line(stderr, "%s: left out: it has no results, ceilings or noise", left.word[k]);
    if (good) {
        FILE *stream = out_table(options->out);
        bundle_print(stream, &bundle);
        fprintf(stream, "%d %s of %s in %s\n", bundle.parts, bundle.parts == 1 ? "file" : "files",
                bundle.machine,
                out_is_standard(options->out) ? "the standard output" : options->out);
    }
    bundle_free(&bundle);
    words_free(&paths);
    words_free(&left);
    return good;
}

static const struct argp_option keys[] = {
    {"machine", 'm', "NAME", 0,
     "Name of the machine of these results (default: this one's, as `list --machine` prints it)",
     0},
    {"out", 'o', "FILE", 0, "Write the bundle to FILE; - is the standard output", 0},
    {0},
};

const struct argp command_bundle_argp = {
    .options = keys,
    .parser = parse,
    .args_doc = "DIR --out FILE",
    .doc =
        "Packs the results, ceilings and noise in the folder DIR into one file with a checksum, "
        "for `import` on another machine. The file is JSON. It names the machine's host, CPU, GPU, "
        "driver and system, but no path and no user.\vExit codes: 0 packed; 2 a file is wrong; 3 "
        "this machine cannot write it. `make record` measures the results for a bundle.",
};

int command_bundle(int argc, char **argv)
{
    struct error error;
    struct options options = {0};
    command_line_parse(&command_bundle_argp, argc, argv, 0, &options);
    return command_end(argv[0], bundle(&options, &error), &error);
}
