/* `pairlanes help` explains commands and topics. */
#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/base/words.h"
#include "harness/commands/help/topics.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"

#include <argp.h>
#include <stdio.h>
#include <string.h>

struct arguments {
    char name[64]; /* name of a command or a topic; several words are joined by dashes; "": none */
};

static const struct topic *find_topic(const char *name)
{
    const struct topic *topic = topics();
    while (topic->name != NULL && strcmp(topic->name, name) != 0)
        topic++;
    return topic->name != NULL ? topic : NULL;
}

static void refuse(const struct argp_state *state, const char *wrong)
{
    struct words names = {0};
    for (const struct command *command = commands(); command->name != NULL; command++)
        words_add(&names, "%s", command->name);
    for (const struct topic *topic = topics(); topic->name != NULL; topic++)
        words_add(&names, "%s", topic->name);
    command_line_unknown(state, "command or topic", wrong, (const char *const *)names.word);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        text_append(arguments->name, sizeof arguments->name, "-", "%s", argument);
        return 0;
    case ARGP_KEY_SUCCESS:
        if (arguments->name[0] != '\0' && command_find(arguments->name) == NULL &&
            find_topic(arguments->name) == NULL)
            refuse(state, arguments->name);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp command_help_argp = {
    .parser = parse,
    .args_doc = "[COMMAND|TOPIC]",
    .doc = "Explains a command, as its --help does, or a topic; without an argument, lists both.",
};

static void list_all(void)
{
    puts("Usage: pairlanes COMMAND [ARGUMENT…]\n\nCommands:");
    for (const struct command *command = commands(); command->name != NULL; command++)
        printf("  %-11s %s\n", command->name, command->summary);
    puts("\nTopics:");
    for (const struct topic *topic = topics(); topic->name != NULL; topic++)
        printf("  %-11s %s\n", topic->name, topic->summary);
    puts("\n`pairlanes help COMMAND` and `pairlanes help TOPIC` explain more.");
}

int command_help(int argc, char **argv)
{
    struct arguments arguments = {0};
    command_line_parse(&command_help_argp, argc, argv, 0, &arguments);
    if (arguments.name[0] == '\0') {
        list_all();
        return EXIT_OK;
    }
    const struct topic *topic = find_topic(arguments.name);
    if (topic != NULL) {
        topic->print(stdout);
        return EXIT_OK;
    }
    char program[sizeof "pairlanes " + sizeof arguments.name], option[] = "--help";
    snprintf(program, sizeof program, "pairlanes %s", arguments.name);
    char *own[] = {program, option, NULL};
    return command_find(arguments.name)->run(2, own);
}
