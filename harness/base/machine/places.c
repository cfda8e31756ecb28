#include "harness/base/machine/places.h"

#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

const char *const places_policies[] = {"close", "spread", "none", NULL};

/*
 * Returns the arguments of this process, ended by NULL. The caller frees the list and its first
 * word, because one memory block contains all words. NULL if the arguments cannot be read.
 */
static char **own_arguments(void)
{
    FILE *stream = fopen("/proc/self/cmdline", "r");
    char *text = NULL, **list = NULL;
    size_t room = 0, count = 0;
    ssize_t length = stream != NULL ? getdelim(&text, &room, EOF, stream) : -1;
    if (stream != NULL)
        fclose(stream);
    if (length > 0)
        list = calloc((size_t)length + 1, sizeof *list);
    for (ssize_t at = 0; list != NULL && at < length; at += (ssize_t)strlen(text + at) + 1)
        list[count++] = text + at;
    if (list == NULL)
        free(text);
    return list;
}

static bool is_set(const char *name, const char *value)
{
    const char *found = getenv(name);
    return found != NULL && (value == NULL || strcasecmp(found, value) == 0);
}

bool places_bind(const char *policy, struct error *error)
{
    const char *value = strcmp(policy, "none") == 0 ? "false" : policy;
    if (is_set("OMP_PROC_BIND", value) && is_set("OMP_PLACES", NULL))
        return true;
    char **arguments = own_arguments();
    if (arguments != NULL && setenv("OMP_PROC_BIND", value, 1) == 0 &&
        setenv("OMP_PLACES", "cores", 0) == 0)
        execv("/proc/self/exe", arguments);
    error_set(error, EXIT_ENVIRONMENT,
              "--bind %s: pairlanes cannot restart itself with this setting: %s; set "
              "OMP_PROC_BIND=%s and OMP_PLACES=cores",
              policy, strerror(errno), value);
    if (arguments != NULL)
        free(arguments[0]);
    free(arguments);
    return false;
}

bool places_of(int threads, int *processor)
{
    if (omp_get_proc_bind() == omp_proc_bind_false || omp_get_num_places() == 0)
        return false;
    for (int k = 0; k < threads; k++)
        processor[k] = -1;
#pragma omp parallel num_threads(threads)
    {
        int place = omp_get_place_num();
        int *own = calloc((size_t)omp_get_place_num_procs(place) + 1, sizeof *own);
        if (own != NULL)
            omp_get_place_proc_ids(place, own);
        processor[omp_get_thread_num()] = own != NULL ? own[0] : -1;
        free(own);
    }
    return true;
}
