#include "harness/commands/options/device_option.h"

#include "harness/base/text.h"
#include "harness/commands/options/option_number.h"
#include "harness/devices/backends.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 256, ALL = 2048 };

static error_t parse(int key, char *argument, struct argp_state *state)
{
    int *device = state->input;
    if (key != 'd')
        return ARGP_ERR_UNKNOWN;
    *device = (int)option_whole(state, "--device", argument, 0, INT_MAX);
    return 0;
}

const struct argp device_option = {
    .options =
        (const struct argp_option[]){
            {"device", 'd', "K", 0, "Run on the CUDA device number K (default: 0)", 0}, {0}},
    .parser = parse,
};

/* Lists the devices: "0 (NVIDIA H200), 1 (NVIDIA H200)". */
static const char *all_of(const struct backend *backend, int count, char text[ALL])
{
    text[0] = '\0';
    for (int k = 0; k < count; k++) {
        char name[NAME] = "unknown";
        backend->name_of(k, name, sizeof name);
        text_append(text, ALL, ", ", "%d (%s)", k, name);
    }
    return text;
}

static bool holds(const struct device_list *list, int index)
{
    for (int k = 0; k < list->count; k++)
        if (list->index[k] == index)
            return true;
    return false;
}

/* Reads a list of device numbers; returns NULL, or an error message. */
static const char *take_numbers(const char *text, int count, struct device_list *list)
{
    for (const char *at = text;; at++) {
        char *end = NULL;
        long index = strtol(at, &end, 10);
        if (!isdigit((unsigned char)*at) || (*end != '\0' && *end != ','))
            return "expected all, or numbers with commas between";
        if (index >= count)
            return "there is no such CUDA device";
        if (holds(list, (int)index))
            return "a device is named twice";
        if (list->count == WORKERS)
            return "these are too many devices";
        list->index[list->count++] = (int)index;
        at = end;
        if (*at == '\0')
            return NULL;
    }
}

static bool are_alike(const struct backend *backend, const struct device_list *list)
{
    char first[NAME] = "", other[NAME] = "";
    backend->name_of(list->index[0], first, sizeof first);
    for (int k = 1; k < list->count; k++)
        if (!backend->name_of(list->index[k], other, sizeof other) || strcmp(first, other) != 0)
            return false;
    return true;
}

bool device_list_find(const char *text, struct device_list *list, struct error *error)
{
    const struct backend *backend = backend_find("cuda");
    int count = backend != NULL ? backend->count() : 0;
    char there[ALL];
    *list = (struct device_list){0};
    if (count == 0)
        return error_set(error, EXIT_ENVIRONMENT,
                         "--devices %s: this machine has no CUDA device; leave it out", text);
    const char *wrong = NULL;
    if (strcmp(text, "all") != 0)
        wrong = take_numbers(text, count, list);
    else
        while (list->count < count && list->count < WORKERS) {
            list->index[list->count] = list->count;
            list->count++;
        }
    if (wrong == NULL && !are_alike(backend, list))
        wrong = "these devices differ in kind, so their times cannot be compared; name devices of "
                "one kind";
    return wrong == NULL || error_set(error, EXIT_USAGE, "--devices %s: %s; this machine has %s",
                                      text, wrong, all_of(backend, count, there));
}
