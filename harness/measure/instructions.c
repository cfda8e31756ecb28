#include "harness/measure/instructions.h"

#include "harness/base/clock.h"
#include "harness/base/machine/instructions.h"
#include "harness/base/process/process.h"
#include "harness/base/process/worker.h"
#include "harness/json/json_get.h"
#include "harness/measure/worker_message.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds that a process has to answer, under callgrind, and to end. */
static const double ANSWER_PATIENCE = 600, END_PATIENCE = 10;

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
        return error_set(error, EXIT_ENVIRONMENT,
                         "the processor's counter is not to be read here, and valgrind is not "
                         "installed");
    snprintf(out, sizeof out, "--callgrind-out-file=%s", file);
    const char *const command[] = {valgrind, "-q", "--tool=callgrind", "--instr-atstart=no",
                                   out,      NULL};
    return worker_start_under(worker, command, start->arguments, error);
}

/* Takes the answer of the process. */
static bool take_answer(struct channel *channel, struct instruction_count *count,
                        struct error *error)
{
    bool broken = false;
    if (!channel_receive(channel))
        return error_set(error, EXIT_ENVIRONMENT, "the process that counts has ended");
    cJSON *message = message_next(channel, &broken);
    const cJSON *complaint = json_get(message, "error");
    if (complaint != NULL)
        error_set(error, (enum exit_code)json_value(message, "code"), "%s", complaint->valuestring);
    else if (message != NULL)
        count->force = json_value(message, "instructions");
    cJSON_Delete(message);
    return complaint == NULL;
}

static bool count_by(struct worker *worker, const struct case_spec *spec,
                     const struct run_options *options, const char *file,
                     struct instruction_count *count, struct error *error)
{
    cJSON *order = cJSON_CreateObject();
    cJSON_AddNumberToObject(order, "config", options->start->config);
    cJSON_AddStringToObject(order, "instructions_of", spec->id);
    cJSON_AddStringToObject(order, "path", file);
    message_send(&worker->channel, order); /* if the process has ended, the next wait shows that */
    double started = clock_seconds();
    while (isnan(count->force)) {
        bool ready = false;
        if (*options->interrupted != 0)
            return error_set(error, EXIT_ENVIRONMENT, "interrupted");
        if (clock_seconds() - started > ANSWER_PATIENCE)
            return error_set(error, EXIT_ENVIRONMENT, "no answer within %g s", ANSWER_PATIENCE);
        worker_wait(worker, 1, &ready);
        if (ready && !take_answer(&worker->channel, count, error))
            return false;
    }
    return true;
}

/* Removes the files of callgrind: one for each request, and one at its end. */
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
    struct worker worker = {0};
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
    bool started = start(&worker, options->start, file, count, &count->reason);
    bool counted = started && count_by(&worker, spec, options, file, count, &count->reason);
    if (started)
        worker_end(&worker, END_PATIENCE, end, sizeof end);
    if (started && !counted)
        error_set(&count->reason, EXIT_ENVIRONMENT, "%s (%s)%s", count->reason.text, end,
                  strcmp(count->counter, "callgrind") == 0
                      ? "; callgrind knows no AVX-512: build with ARCH=x86-64-v3, and set arch to "
                        "x86-64-v3"
                      : "");
    remove_folder(folder, file);
}
