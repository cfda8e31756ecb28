#include "harness/base/process/environment.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/*
 * Minimum sizes of stacks in KiB: more than twice what any model and strategy has needed in tests.
 */
enum { STACK = 1024, THREAD_STACK = 256 };

static const char *guarded; /* name of the program in the message */

/*
 * Returns the KiB of a size in OpenMP's form: a number and B, K (the default), M or G. Returns
 * THREAD_STACK if there is no number.
 */
static double kib_of(const char *text)
{
    char *end = NULL;
    double size = (double)strtoull(text, &end, 10);
    bool given = end != text;
    while (isspace((unsigned char)*end))
        end++;
    switch (toupper((unsigned char)*end)) {
    case 'B':
        size /= 1024;
        break;
    case 'M':
        size *= 1024;
        break;
    case 'G':
        size *= 1024 * 1024;
        break;
    default:
        break;
    }
    return given ? size : THREAD_STACK;
}

static bool check_threads(struct error *error)
{
    const char *given = getenv("OMP_NUM_THREADS");
    for (const char *at = given; at != NULL && *at != '\0'; at += strspn(at, ", ")) {
        if (strtoull(at, NULL, 10) > ENVIRONMENT_THREADS)
            return error_set(error, EXIT_ENVIRONMENT,
                             "OMP_NUM_THREADS=%.40s: expected numbers from 1 to %d; set it to the "
                             "cores of this machine, or unset it",
                             given, ENVIRONMENT_THREADS);
        at += strcspn(at, ", ");
    }
    return true;
}

static bool check_thread_stacks(struct error *error)
{
    static const char *const names[] = {"OMP_STACKSIZE", "GOMP_STACKSIZE"};
    for (int k = 0; k < 2; k++) {
        const char *given = getenv(names[k]);
        if (given != NULL && kib_of(given) < THREAD_STACK)
            return error_set(
                error, EXIT_ENVIRONMENT,
                "%s=%.40s: threads need a stack of %dK or more; set it to that, or unset it",
                names[k], given, THREAD_STACK);
    }
    return true;
}

static bool check_stack(struct error *error)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= (rlim_t)STACK * 1024)
        return true;
    return error_set(error, EXIT_ENVIRONMENT,
                     "the stack is limited to %llu KiB, and %d are needed: ulimit -s %d",
                     (unsigned long long)limit.rlim_cur / 1024, STACK, 8 * STACK);
}

bool environment_check(struct error *error)
{
    return check_stack(error) && check_threads(error) && check_thread_stacks(error);
}

static void look_at_exit(int status, void *context)
{
    (void)context;
    if (guarded == NULL || status != EXIT_FAILURE)
        return;
    fflush(NULL);
    fprintf(stderr,
            "%s: a library has ended the process, most likely OpenMP for lack of threads or "
            "memory, which OMP_NUM_THREADS, threads, ulimit -u and ulimit -v limit\n",
            guarded);
    _exit(EXIT_ENVIRONMENT);
}

void environment_guard(const char *program)
{
    guarded = program;
    on_exit(look_at_exit, NULL);
}

void environment_release(void)
{
    guarded = NULL;
}
