/* `pairlanes new` writes a working model or strategy to start from. */
#include "harness/base/files/data.h"
#include "harness/base/files/output.h"
#include "harness/base/files/text_file.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"
#include "harness/extensions/extension.h"

#include <argp.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES = 3, TARGET = 128 };

/*
 * Kinds of files to write. They are copies of files that come with the program, with another name.
 */
static const struct kind {
    const char *name, *from;
    const char *source[FILES];
    const char *end[FILES]; /* end of each file's path, after the name; in a folder, the file's
                             * name */
    const char *next[2];    /* text of the suggested next command, before the name and after it */
} kinds[] = {
    {.name = "model",
     .from = "soft",
     .source = {"tests/extend/models/soft.h"},
     .end = {".h"},
     .next = {"pairlanes verify --model ", ".h --backend cpu --n 500"}},
    {.name = "strategy",
     .from = "dynamic",
     .source = {"tests/extend/strategies/dynamic/dynamic.c",
                "tests/extend/strategies/dynamic/dynamic.cu",
                "tests/extend/strategies/dynamic/strategy.h"},
     .end = {"/NAME.c", "/NAME.cu", "/strategy.h"},
     .next = {"pairlanes verify --model lj --strategy ./", " --backend cpu --n 500"}},
};

struct arguments {
    const struct kind *kind;
    const char *name;
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds && state->arg_num == 0; k++)
            if (strcmp(kinds[k].name, argument) == 0)
                arguments->kind = &kinds[k];
        if (arguments->kind == NULL)
            argp_error(state, "expected model or strategy, found \"%s\"", argument);
        if (state->arg_num == 1)
            arguments->name = argument;
        else if (state->arg_num > 1)
            argp_error(state, "expected one name, found \"%s\" too", argument);
        return 0;
    case ARGP_KEY_END:
        if (arguments->name == NULL)
            argp_error(state, "expected model or strategy, and a name");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Whether the text at `at` is the template's name, and not a word of an OpenMP directive. */
static bool is_name_at(const char *text, const char *at, const char *name)
{
    static const char schedule[] = "schedule(";
    const size_t before = strlen(schedule);
    return strncasecmp(at, name, strlen(name)) == 0 &&
           ((size_t)(at - text) < before || strncmp(at - before, schedule, before) != 0);
}

/*
 * Writes a text with one name replaced by another, in capitals where the old name is in capitals.
 */
static void write_renamed(FILE *stream, const char *text, const char *from, const char *to)
{
    for (const char *at = text; *at != '\0';) {
        if (!is_name_at(text, at, from)) {
            fputc(*at++, stream);
            continue;
        }
        const bool capitals = isupper((unsigned char)at[1]);
        for (const char *letter = to; *letter != '\0'; letter++)
            fputc(capitals ? toupper((unsigned char)*letter) : *letter, stream);
        at += strlen(from);
    }
}

static bool write_file(const char *source, const char *target, const char *from, const char *to,
                       struct error *error)
{
    char path[PATH_MAX];
    struct output output;
    char *text = data_path(source, path, error) ? text_content(path, error) : NULL;
    bool good =
        text != NULL && output_folders(target, error) && output_begin(&output, target, error);
    if (good) {
        write_renamed(output.stream, text, from, to);
        good = output_end(&output, true, error);
    }
    free(text);
    return good;
}

/* Writes the path of a file: "mine.h" or "mine/mine.c". */
static void write_target(const char *end, const char *name, char target[TARGET])
{
    const bool named = strncmp(end, "/NAME", strlen("/NAME")) == 0;
    snprintf(target, TARGET, "%s%s%s%s", name, named ? "/" : "", named ? name : "",
             named ? end + strlen("/NAME") : end);
}

static bool write_all(const struct arguments *arguments, struct error *error)
{
    const struct kind *kind = arguments->kind;
    const char *name = arguments->name;
    char target[FILES][TARGET];
    if (!extension_name_check(name, kind == &kinds[0], error))
        return false;
    for (int k = 0; k < FILES && kind->source[k] != NULL; k++) {
        write_target(kind->end[k], name, target[k]);
        if (access(target[k], F_OK) == 0)
            return error_set(error, EXIT_USAGE, "%s already exists", target[k]);
    }
    for (int k = 0; k < FILES && kind->source[k] != NULL; k++) {
        if (!write_file(kind->source[k], target[k], kind->from, name, error))
            return false;
        printf("%s\n", target[k]);
    }
    printf("next: %s%s%s\n", kind->next[0], name, kind->next[1]);
    return true;
}

const struct argp command_new_argp = {
    .parser = parse,
    .args_doc = "model NAME\nstrategy NAME",
    .doc = "Writes a working model, NAME.h, or strategy, the folder NAME, as a starting point for "
           "your own equations or loops. Existing files are never changed.\vExit codes: 0 fine; 2 "
           "wrong usage, or a file of that name; 3 it cannot be written.",
};

int command_new(int argc, char **argv)
{
    struct arguments arguments = {.kind = NULL};
    struct error error;
    command_line_parse(&command_new_argp, argc, argv, 0, &arguments);
    bool good = write_all(&arguments, &error);
    return command_end(argv[0], good, &error);
}
