/* `pairlanes import` checks a bundle, and stores it with the results of other machines. */
#include "harness/base/printable.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/machine_option.h"
#include "harness/commands/options/out_path.h"
#include "harness/commands/print/bundle_print.h"
#include "harness/report/exchange/bundle.h"

#include <argp.h>
#include <stdio.h>

struct options {
    const char *path, *folder, *machine;
    bool replace, dry;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    switch (key) {
    case 'm':
        options->machine = machine_option(state, argument);
        return 0;
    case 'o':
        options->folder = out_folder(state, "--out", argument);
        return 0;
    case ARGP_KEY_ARG:
        if (options->path != NULL)
            argp_error(state, "expected one bundle, found \"%s\" as well", argument);
        options->path = argument;
        return 0;
    case ARGP_KEY_END:
        if (options->path == NULL)
            argp_error(state, "a bundle is missing");
        return 0;
    default:
        return option_store(key, argument, options);
    }
}

static bool import(const struct options *options, struct error *error)
{
    struct bundle bundle;
    struct bundle_filed filed = {0};
    bool good = bundle_read(options->path, &bundle, error);
    const char *machine = options->machine != NULL ? options->machine : bundle.machine;
    if (good) {
        printable_line(stdout, "%s, packed %s by pairlanes of %s", machine, bundle.date,
                       bundle.commit);
        bundle_print(stdout, &bundle);
    }
    if (good && !options->dry) {
        good = bundle_file(&bundle, machine, options->folder, options->replace, &filed, error);
        if (good)
            printable_line(stdout, "%d %s new in %s/%s, %d replaced, %d %s there already",
                           filed.written, filed.written == 1 ? "file" : "files", options->folder,
                           machine, filed.replaced, filed.same, filed.same == 1 ? "was" : "were");
    }
    bundle_free(&bundle);
    return good;
}

static const struct argp_option keys[] = {
    {"out", 'o', "DIR", 0, "The folder with a folder for each machine (default: results)", 0},
    {"machine", 'm', "NAME", 0, "File the bundle as the machine NAME, not as the one that it names",
     0},
    {"replace", OPTION_FLAG(struct options, replace), NULL, 0,
     "Replace existing files that differ, and keep them as FILE.old", 0},
    {"dry-run", OPTION_FLAG(struct options, dry), NULL, 0,
     "Check the bundle and print its content, but write nothing", 0},
    {0},
};

const struct argp command_import_argp = {
    .options = keys,
    .parser = parse,
    .args_doc = "BUNDLE",
    .doc = "Checks a file that `bundle` has packed on another machine, with its checksum and every "
           "value, and files it as results/<machine>/. A second time it changes nothing. Names in "
           "a bundle cannot lead out of that folder, and nothing in it is run.\vExit codes: 0 "
           "filed; 2 the bundle is wrong or damaged, or existing files differ; 3 this machine "
           "cannot write it, or another process writes it.",
};

int command_import(int argc, char **argv)
{
    struct error error;
    struct options options = {.folder = "results"};
    command_line_parse(&command_import_argp, argc, argv, 0, &options);
    return command_end(argv[0], import(&options, &error), &error);
}
