/* The command line: `pairlanes COMMAND …`. */
#include "harness/base/error.h"
#include "harness/base/memory.h"
#include "harness/base/process/crash.h"
#include "harness/base/process/environment.h"
#include "harness/base/process/interrupt.h"
#include "harness/base/version.h"
#include "harness/base/words.h"
#include "harness/commands/help/topics.h"
#include "harness/commands/options/axis_options.h"
#include "harness/commands/options/command.h"
#include "harness/commands/options/command_line.h"

#include <argp.h>
#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        memory_end("a JSON document");
    return memory;
}

/*
 * Makes cJSON end the process when memory runs out (memory_end). Otherwise it would silently drop
 * items that it cannot store, or report invalid JSON.
 */
static void json_memory_guard(void)
{
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = allocate, .free_fn = free});
}

static const char *named; /* name of the program in close_and_check's message */

/*
 * Opens /dev/null in place of missing standard streams, so that no later file gets their
 * descriptors. Each is opened in the wrong direction, so that its use fails.
 */
static void occupy(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/*
 * Returns why writing to the standard output has failed. The stream does not store the reason, but
 * another write fails for the same reason.
 */
static int reason_of_failure(void)
{
    return write(STDOUT_FILENO, "\n", 1) < 0 ? errno : EIO;
}

/*
 * Closes the standard output. If it was closed at the start of the program, this is an error only
 * if output was written to it.
 */
static void close_and_check(void)
{
    bool pending = __fpending(stdout) > 0, failed = ferror(stdout) != 0;
    int reason = failed ? reason_of_failure() : 0;
    if (fclose(stdout) != 0 && !failed)
        reason = errno;
    if (reason == 0 || (reason == EBADF && !failed && !pending))
        return;
    fprintf(stderr, "%s: the standard output cannot be written: %s\n", named, strerror(reason));
    _exit(EXIT_ENVIRONMENT);
}

/*
 * Installs a check for the end of the process. If standard output was lost, the process ends with
 * EXIT_ENVIRONMENT and a message with `program`, which must stay in memory. Later files do not get
 * the descriptor of a missing standard output.
 */
static void standard_output_check(const char *program)
{
    static bool registered;
    named = program;
    occupy();
    registered = registered || atexit(close_and_check) == 0;
}

static const struct command table[] = {
#define COMMAND(name, summary) {#name, summary, &command_##name##_argp, command_##name},
#include "harness/commands/options/command_table.h"
#undef COMMAND
    {NULL, NULL, NULL, NULL},
};

static void print_version(FILE *stream, struct argp_state *state)
{
    (void)state;
    fprintf(stream, "pairlanes %s (commit %s, %s)\n", version_number(), version_commit(),
            version_compiler());
}

static void write_commands(FILE *stream)
{
    fputs("Commands:\n", stream);
    for (const struct command *command = commands(); command->name != NULL; command++)
        fprintf(stream, "  %-10s %s\n", command->name, command->summary);
    fputs("\n`pairlanes COMMAND --help` describes each, `pairlanes help` lists topics.\n\n",
          stream);
    topic_exit_codes(stream);
}

static char *append_commands(int key, const char *text, void *input)
{
    (void)input;
    return command_line_append(key, text, write_commands);
}

static void refuse_command(const struct argp_state *state, const char *wrong)
{
    struct words names = {0};
    for (const struct command *command = commands(); command->name != NULL; command++)
        words_add(&names, "%s", command->name);
    command_line_unknown(state, "command", wrong, (const char *const *)names.word);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    int *chosen = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        for (int k = 0; commands()[k].name != NULL; k++) {
            if (strcmp(commands()[k].name, argument) == 0) {
                *chosen = k;
                state->next = state->argc;
                return 0;
            }
        }
        refuse_command(state, argument);
        return EINVAL;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "a command is missing");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int main(int argc, char **argv)
{
    static const struct argp argp = {
        .parser = parse,
        .args_doc = "COMMAND [ARGUMENT…]",
        .doc = "Measures how molecular-dynamics pair forces map onto parallel hardware.\v",
        .help_filter = append_commands,
    };
    const char *missing = version_missing_instructions();
    if (missing != NULL) {
        fprintf(stderr,
                "pairlanes: this program was compiled for CPUs with %s, which this one lacks: "
                "compile it here, or for both by `make ARCH=x86-64-v2` or `ARCH=x86-64`\n",
                missing);
        return EXIT_ENVIRONMENT;
    }
    setenv("LC_ALL", "C", 1); /* the program searches messages of compilers for English words */
    interrupt_install();
    crash_watch(argc, argv);
    standard_output_check("pairlanes");
    json_memory_guard();
    commands_set(table);
    axis_options_make();
    argp_program_version_hook = print_version;
    argp_err_exit_status = EXIT_USAGE;

    int chosen = -1;
    command_line_parse(&argp, argc, argv, ARGP_IN_ORDER, &chosen);
    const struct command *command = &commands()[chosen];

    int offset = 1;
    while (strcmp(argv[offset], command->name) != 0)
        offset++;
    static char name[64]; /* static, because it is used after main has returned */
    snprintf(name, sizeof name, "pairlanes %s", command->name);
    argv[offset] = name;
    standard_output_check(name);
    struct error error;
    if (!environment_check(&error))
        return command_end(name, false, &error);
    environment_guard(name);
    int code = command->run(argc - offset, argv + offset);
    environment_release();
    return interrupt_signal() != 0 ? INTERRUPT_EXIT + interrupt_signal() : code;
}
