#include "harness/measure/instructions.h"

#include "harness/base/machine/instructions.h"
#include "harness/base/process/process.h"
#include "harness/measure/crew.h"
#include "harness/measure/worker_message.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds in which a process must reply; callgrind is slow. */
static const double PATIENCE = 600;

static bool start(struct worker *worker, const struct run_start *start, const char *file,
                  struct instruction_count *count, struct error *error)
{
    char valgrind[PATH_MAX];
    char out[PATH_MAX + 64];
    if (instructions_of_processor()) {
        count->counter = "processor";
        return worker_start(worker, start->arguments, 0, 1, error);
    }
    count->counter = "callgrind";
    if (!process_find("valgrind", valgrind, sizeof valgrind))
        return error_set(
            error, EXIT_ENVIRONMENT,
            "the processor's counter cannot be read here, and valgrind is not installed");
    snprintf(out, sizeof out, "--callgrind-out-file=%s", file);
    const char *const command[] = {valgrind, "-q", "--tool=callgrind", "--instr-atstart=no",
                                   out,      NULL};
    return worker_start_under(worker, command, start->arguments, error);
}

static bool count_by(struct crew *crew, const struct case_spec *spec,
                     const struct run_options *options, const char *file,
                     struct instruction_count *count, struct error *error)
{
    cJSON *order = cJSON_CreateObject();
    cJSON_AddNumberToObject(order, "config", options->start->config);
    cJSON_AddStringToObject(order, "instructions_of", spec->id);
    cJSON_AddStringToObject(order, "path", file);
    /* if the process has ended, the next wait shows that */
    message_send(&crew->worker[0].channel, order);
    if (!crew_receive(crew, "instructions", error))
        return false;
    count->force = crew->answer[0];
    return true;
}

/* Removes the files of callgrind: one per request, and one from the end of the process. */
static void remove_folder(const char *folder, const char *file)
{
    char dump[PATH_MAX + 32];
    snprintf(dump, sizeof dump, "%s.1", file);
    unlink(dump);
    unlink(file);
    rmdir(folder);
}

void instructions_measure(const struct case_spec *spec, const struct run_options *options,
                          struct instruction_count *count)
{
    struct crew crew = {.interrupted = options->interrupted, .patience = PATIENCE, .count = 1};
    char folder[PATH_MAX];
    char file[PATH_MAX + 16];
    char end[64];
    *count = (struct instruction_count){.asked = true, .force = NAN, .counter = ""};
    if (options->start == NULL) {
        error_set(&count->reason, EXIT_ENVIRONMENT,
                  "only `pairlanes run` starts processes, and not with --devices");
        return;
    }
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/pairlanes-XXXXXX",
             temporary != NULL && temporary[0] != '\0' ? temporary : "/tmp");
    if (mkdtemp(folder) == NULL) {
        error_set(&count->reason, EXIT_ENVIRONMENT, "no folder for callgrind can be made: %s: %s",
                  folder, strerror(errno));
        return;
    }
    snprintf(file, sizeof file, "%s/callgrind", folder);
    bool started = start(&crew.worker[0], options->start, file, count, &count->reason);
    bool counted = started && count_by(&crew, spec, options, file, count, &count->reason);
    if (started)
        crew_end(&crew, end, sizeof end);
    if (started && !counted)
        error_set(&count->reason, EXIT_ENVIRONMENT, "%s (%s)%s", count->reason.text, end,
                  strcmp(count->counter, "callgrind") == 0
                      ? "; callgrind knows no AVX-512: build with ARCH=x86-64-v3, and set arch to "
                        "x86-64-v3"
                      : "");
    remove_folder(folder, file);
}
