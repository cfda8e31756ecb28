/* `pairlanes merge` joins results of parts of an experiment into one file. */
#include "harness/base/files/lock.h"
#include "harness/base/printable.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/commands/options/out_path.h"
#include "harness/json/json_file.h"
#include "harness/results/merge.h"

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>

struct options {
    char **path;
    int count;
    const char *out;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct options *options = state->input;
    switch (key) {
    case 'o':
        options->out = out_path(state, "--out", argument);
        return 0;
    case ARGP_KEY_ARGS:
        options->path = state->argv + state->next;
        options->count = state->argc - state->next;
        return 0;
    case ARGP_KEY_END:
        if (options->count == 0)
            argp_error(state, "a results file is missing");
        if (options->out == NULL)
            argp_error(state, "--out FILE is missing, the file for the joined results");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_summary(const struct merge *merge, const struct options *options)
{
    fprintf(stderr,
            "%" PRId64 " %s of %d %s, %" PRId64 " of them ok and %" PRId64
            " skipped or failed; %" PRId64 " of the same name dropped; results in %s\n",
            merge->cases, merge->cases == 1 ? "case" : "cases", options->count,
            options->count == 1 ? "file" : "files", merge->ok, merge->cases - merge->ok,
            merge->dropped, out_is_standard(options->out) ? "the standard output" : options->out);
    if (merge->missing > 0)
        printable_line(
            stderr,
            "%" PRId64 " %s of the config %s missing, the first: %s; run --resume measures %s",
            merge->missing, merge->missing == 1 ? "case" : "cases",
            merge->missing == 1 ? "is" : "are", merge->absent, merge->missing == 1 ? "it" : "them");
    if (merge->unasked > 0)
        printable_line(stderr,
                       "the config has %" PRId64
                       " %s on the backend %s, too, which none of these runs measured; run "
                       "--backend %s --resume measures %s",
                       merge->unasked, merge->unasked == 1 ? "case" : "cases", merge->backend,
                       merge->backend, merge->unasked == 1 ? "it" : "them");
    if (merge->missing < 0)
        printable_line(stderr,
                       "the config cannot be expanded here, so cases are sorted by name and "
                       "missing ones are not known: %s",
                       merge->unexpanded.text);
}

static bool merge_to(const struct options *options, struct merge *merge, struct error *error)
{
    struct lock lock = {0};
    bool good = lock_take(options->out, &lock, error) &&
                merge_files(options->path, options->count, merge, error) &&
                json_file_write(options->out, merge->document, error);
    lock_release(&lock);
    return good;
}

static const struct argp_option keys[] = {
    {"out", 'o', "FILE", 0,
     "Write the joined results to FILE, which may be one of the inputs; - is the standard output",
     0},
    {0},
};

const struct argp command_merge_argp = {
    .options = keys,
    .parser = parse,
    .args_doc = "RESULT…",
    .doc =
        "Joins results of one config that were measured separately: shards (`run --shard`), "
        "backends, filtered runs. Each case keeps where, when and with what it was measured. Files "
        "of another config, schema or other particles are refused with the first difference. The "
        "outcome is the same in whatever order, and however often, files are joined. A case in "
        "several files is kept once if it is the same. A finished one replaces one that is not; "
        "two that differ and are both finished are refused.\vExit codes: 0 joined; 2 refused; 3 "
        "this machine cannot write it, or another process writes it.",
};

int command_merge(int argc, char **argv)
{
    struct error error;
    struct merge merge = {0};
    struct options options = {0};
    command_line_parse(&command_merge_argp, argc, argv, 0, &options);
    bool good = merge_to(&options, &merge, &error);
    if (good)
        print_summary(&merge, &options);
    merge_free(&merge);
    return command_end(argv[0], good, &error);
}
