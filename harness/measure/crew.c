#include "harness/measure/crew.h"

#include "harness/base/clock.h"
#include "harness/json/json_get.h"
#include "harness/measure/worker_message.h"

/* Seconds in which a process must end after a request. */
static const double END_PATIENCE = 10;

/* Handles a message of process k. False if that process cannot continue. */
static bool take(struct crew *crew, int k, const char *what, bool *answered, struct error *error)
{
    struct channel *channel = &crew->worker[k].channel;
    bool broken = false, good = true;
    if (!channel_receive(channel)) {
        crew->broken = true;
        return error_set(error, EXIT_ENVIRONMENT, "the process of system %d has ended", k);
    }
    for (cJSON *message; good && (message = message_next(channel, &broken)) != NULL;) {
        const cJSON *complaint = json_get(message, "error"), *item = json_get(message, what);
        if (complaint != NULL)
            good = error_set(error, (enum exit_code)json_value(message, "code"), "%s",
                             complaint->valuestring);
        else if (item != NULL)
            crew->answer[k] = item->valuedouble;
        *answered = *answered || item != NULL;
        cJSON_Delete(message);
    }
    return good && (!broken || error_set(error, EXIT_ENVIRONMENT,
                                         "the process of system %d has sent an invalid answer", k));
}

bool crew_receive(struct crew *crew, const char *what, struct error *error)
{
    bool answered[WORKERS] = {false}, ready[WORKERS];
    const double started = clock_seconds();
    for (int left = crew->count; left > 0;) {
        if (*crew->interrupted != 0)
            return error_set(error, EXIT_ENVIRONMENT, "interrupted");
        if (clock_seconds() - started > crew->patience) {
            crew->broken = true;
            return error_set(error, EXIT_ENVIRONMENT,
                             "%d of %d processes have not answered within %g s", left, crew->count,
                             crew->patience);
        }
        worker_wait(crew->worker, crew->count, ready);
        left = crew->count;
        for (int k = 0; k < crew->count; k++) {
            if (ready[k] && !take(crew, k, what, &answered[k], error))
                return false;
            left -= answered[k];
        }
    }
    return true;
}

void crew_end(struct crew *crew, char *text, size_t size)
{
    for (int k = 0; k < crew->count; k++)
        worker_end(&crew->worker[k], END_PATIENCE, text, size);
}
