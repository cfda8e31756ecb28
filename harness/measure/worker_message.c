#include "harness/measure/worker_message.h"

#include "harness/json/json_get.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>

bool message_send(const struct channel *channel, cJSON *message)
{
    char *text = cJSON_PrintUnformatted(message);
    bool good = channel_send(channel, text);
    cJSON_free(text);
    cJSON_Delete(message);
    return good;
}

bool message_send_number(const struct channel *channel, const char *what, double number,
                         struct error *error)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddNumberToObject(message, what, number);
    return message_send(channel, message) ||
           error_set(error, EXIT_ENVIRONMENT, "the process that measures has ended");
}

cJSON *message_next(struct channel *channel, bool *broken)
{
    const char *line = channel_line(channel);
    cJSON *message = line != NULL ? cJSON_Parse(line) : NULL;
    *broken = line != NULL && !cJSON_IsObject(message);
    if (!*broken)
        return message;
    cJSON_Delete(message);
    return NULL;
}

cJSON *message_await(struct channel *channel, const volatile sig_atomic_t *interrupted)
{
    struct pollfd watched = {.fd = channel->socket, .events = POLLIN};
    bool broken = false;
    while (*interrupted == 0 && !broken) {
        cJSON *message = message_next(channel, &broken);
        if (message != NULL)
            return message;
        /* a timeout, because a signal just before the call would not end it */
        int came = poll(&watched, 1, 100);
        if ((came > 0 && !channel_receive(channel)) || (came < 0 && errno != EINTR))
            break;
    }
    return NULL;
}

/* Members of a summary that are added up. */
static const struct {
    const char *name;
    size_t offset;
} sums[] = {
    {"kept", offsetof(struct run_summary, kept)},
    {"no_device", offsetof(struct run_summary, no_device)},
    {"late", offsetof(struct run_summary, late)},
    {"unverified", offsetof(struct run_summary, unverified)},
    {"unmoved", offsetof(struct run_summary, unmoved)},
    {"bad_input", offsetof(struct run_summary, bad_input)},
};

enum { SUMS = sizeof sums / sizeof *sums };

cJSON *message_sums(const struct run_summary *summary)
{
    cJSON *object = cJSON_CreateObject();
    for (int k = 0; k < SUMS; k++)
        cJSON_AddNumberToObject(object, sums[k].name,
                                (double)*(const int64_t *)((const char *)summary + sums[k].offset));
    if (summary->reason.text[0] != '\0')
        cJSON_AddStringToObject(object, "reason", summary->reason.text);
    return object;
}

void message_add_sums(const cJSON *object, struct run_summary *summary)
{
    for (int k = 0; k < SUMS; k++) {
        double value = json_value(object, sums[k].name);
        if (value > 0)
            *(int64_t *)((char *)summary + sums[k].offset) += (int64_t)value;
    }
    if (summary->reason.text[0] == '\0')
        snprintf(summary->reason.text, sizeof summary->reason.text, "%s",
                 json_text(object, "reason"));
}

void message_add_overhead(const cJSON *object, struct overhead *sum)
{
    struct overhead one;
    members_read(overhead_members, object, &one);
    if (!(one.seconds > 0))
        return;
    double all = sum->seconds + one.seconds;
    for (int k = 0; k < OVERHEAD_PARTS; k++)
        sum->share[k] = (sum->share[k] * sum->seconds + one.share[k] * one.seconds) / all;
    sum->seconds = all;
    sum->known = true;
}

void message_fingerprint(const struct cases *cases, const struct results *results,
                         char text[HASH_TEXT])
{
    struct hasher hasher;
    char *config = cJSON_PrintUnformatted(json_get(results->document, "config"));
    hash_start(&hasher);
    hash_string(&hasher, config);
    for (int64_t k = 0; k < cases->count; k++) {
        hash_string(&hasher, cases->spec[k].id);
        hash_bytes(&hasher, &cases->spec[k].passed_over, sizeof cases->spec[k].passed_over);
    }
    cJSON_free(config);
    hash_text(hash_end(&hasher), text);
}
