#include "harness/commands/options/command_line.h"

#include "harness/base/memory.h"
#include "harness/base/suggest.h"
#include "harness/commands/options/case_options.h"
#include "harness/commands/options/option_list.h"
#include "harness/commands/options/setting_keys.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 4 };

/* Whether a command has an option --set for keys of configs. */
static bool takes_keys(const struct option_list *list)
{
    for (int k = 0; k < list->count; k++)
        if (list->option[k] == case_options_set.options)
            return true;
    return false;
}

/*
 * Prints how to set the config keys with names equal or similar to a word. False if there are no
 * such keys, or if the command accepts no keys.
 */
static bool print_keys(const struct option_list *list, const char *word, size_t length, bool near)
{
    struct words keys = {0};
    if (takes_keys(list))
        setting_keys_meant(word, length, near, &keys);
    for (int k = 0; k < keys.count && k < MOST_KEYS; k++)
        fprintf(stderr, "%s --set %s=", k == 0 ? "; keys of configs are set by" : ",",
                keys.word[k]);
    if (keys.count > MOST_KEYS)
        fprintf(stderr, " and %d more", keys.count - MOST_KEYS);
    bool any = keys.count > 0;
    words_free(&keys);
    return any;
}

/* Reports an unknown option with the most similar one, which argp does not do. */
static void refuse_unknown(const struct argp *argp, int argc, char **argv, unsigned flags)
{
    struct option_list list;
    option_list(argp, &list);
    const char *unknown = option_unknown(&list, argc, argv, (flags & ARGP_IN_ORDER) != 0);
    if (unknown == NULL)
        return;
    const size_t length = strcspn(unknown, "=");
    const char *nearest = option_nearest(&list, unknown);
    fprintf(stderr, "%s: there is no option %.*s", argv[0], (int)length, unknown);
    if (!print_keys(&list, unknown + 2, length - 2, nearest == NULL) && nearest != NULL)
        fprintf(stderr, "; did you mean --%s?", nearest);
    fprintf(stderr, "\nTry `%s --help' or `%s --usage' for more information.\n", argv[0], argv[0]);
    exit(EXIT_USAGE);
}

void command_line_parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input)
{
    refuse_unknown(argp, argc, argv, flags);
    if (argp_parse(argp, argc, argv, flags, NULL, input) != 0)
        memory_end("the arguments");
}

error_t option_store(int key, char *argument, void *input)
{
    if (key < OPTION_TEXTS || key >= OPTION_KEYS)
        return ARGP_ERR_UNKNOWN;
    if (key < OPTION_FLAGS)
        *(const char **)((char *)input + (key - OPTION_TEXTS)) = argument;
    else
        *(bool *)((char *)input + (key - OPTION_FLAGS)) = true;
    return 0;
}

int command_end(const char *program, bool good, const struct error *error)
{
    if (good)
        return EXIT_OK;
    fprintf(stderr, "%s: %s\n", program, error->text);
    return (int)error->code;
}

void command_line_unknown(const struct argp_state *state, const char *what, const char *wrong,
                          const char *const *candidates)
{
    const char *nearest = suggest(wrong, candidates);
    argp_error(state, "there is no %s \"%s\"%s%s%s", what, wrong,
               nearest != NULL ? "; did you mean \"" : "", nearest != NULL ? nearest : "",
               nearest != NULL ? "\"?" : "");
}

char *command_line_append(int key, const char *text, void (*write)(FILE *stream))
{
    char *help = NULL;
    size_t size = 0;
    FILE *stream = key == ARGP_KEY_HELP_POST_DOC ? open_memstream(&help, &size) : NULL;
    if (stream == NULL)
        return (char *)text;
    write(stream);
    fclose(stream);
    return help;
}
