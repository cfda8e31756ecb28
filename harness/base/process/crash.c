#include "harness/base/process/crash.h"

#include "harness/base/process/divert.h"
#include "harness/base/process/stall.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * Environment variable of the restarted process. Its first line has the number of results with
 * recorded cases, and the descriptor of the file of kept cases. For each kernel that has crashed
 * there is a line "kernel", tab, "reason".
 */
#define VARIABLE "PAIRLANES_CRASHED="

enum { LIST = 1 << 16, ENVIRONMENT = 4096, SPARE_STACK = 1 << 16, LENGTH = 8 };

static char list[LIST] = VARIABLE "       0       -1\n";
static char **arguments;
static char *environment[ENVIRONMENT + 2];
static char last_kernel[CRASH_NAME], last_case[CRASH_NAME]; /* the last kernel and case by name;
                                                             * "": none */
static bool watching, running;    /* whether crashes restart the program; whether the last kernel
                                   * has not ended */
static atomic_int begun;          /* number of threads that have called begin_again; only the first
                                   * restarts the program */
static int results, recorded;     /* number of results that were begun; number of results with
                                   * recorded cases */
static int input = -1, kept = -1; /* files in memory: contents of the standard input, and cases;
                                   * -1: none */

static const struct {
    int number;
    const char *name;
} fatal[] = {{SIGSEGV, "SIGSEGV"},
             {SIGBUS, "SIGBUS"},
             {SIGFPE, "SIGFPE"},
             {SIGILL, "SIGILL"},
             {SIGABRT, "SIGABRT"}};

enum { FATAL = sizeof fatal / sizeof *fatal };

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        _exit(EXIT_FAILURE);
}

/*
 * Starts the program again without the last kernel. It is called in a signal handler or by another
 * thread, so it only uses functions that are allowed there. Returns if no kernel has run, or too
 * many have crashed.
 */
static void begin_again(const char *reason)
{
    const char *const where = running ? " in " : " after ";
    char *end = list + strlen(list);
    sigset_t none;
    if (last_kernel[0] == '\0' || end + 2 * CRASH_NAME > list + sizeof list)
        return;
    while (begun++ > 0)
        pause(); /* another thread has crashed first, and restarts the program */
    const char *const line[] = {last_kernel, "\t", reason, where, last_case, "\n"};
    for (size_t k = 0; k < sizeof line / sizeof *line; k++)
        end = stpcpy(end, line[k]);
    say("\n");
    say(reason);
    say(where);
    say(last_case);
    say(running ? ": the case fails, and the run continues with the others\n"
                : ": its kernel may have written outside of its arrays, and the run continues "
                  "without it\n");
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    divert_end_at_once();
    if (input >= 0 && lseek(input, 0, SEEK_SET) == 0)
        dup2(input, STDIN_FILENO);
    if (kept >= 0)
        fcntl(kept, F_SETFD, 0);
    execve("/proc/self/exe", arguments, environment);
    _exit(EXIT_FAILURE);
}

static void crashed(int number)
{
    for (int k = 0; k < FATAL; k++)
        if (fatal[k].number == number)
            begin_again(fatal[k].name);
    signal(number, SIG_DFL);
    raise(number);
}

void crash_call(const char *reason)
{
    if (running)
        begin_again(reason);
}

static void exits(void)
{
    crash_call("a call of exit");
}

bool crash_finds(int signal_number)
{
    bool found = false;
    for (int k = 0; k < FATAL; k++)
        found = found || fatal[k].number == signal_number;
    return found;
}

void crash_exits(void)
{
    last_kernel[0] = '\0';
    running = false;
}

static void hung(void)
{
    begin_again("no end");
}

/* Copies the environment, with the current list of crashes instead of an earlier one. */
static void take_environment(void)
{
    int count = 0;
    for (char **one = environ; *one != NULL && count < ENVIRONMENT; one++)
        if (strncmp(*one, VARIABLE, strlen(VARIABLE)) != 0)
            environment[count++] = *one;
        else
            snprintf(list, sizeof list, "%s", *one);
    environment[count++] = list;
    sscanf(list + strlen(VARIABLE), "%d %d", &recorded, &kept);
}

/* Lets a thread run the signal handler on a spare stack, in case its stack has overflowed. */
static void use_spare_stack(void)
{
    static _Thread_local char spare[SPARE_STACK];
    const stack_t stack = {.ss_sp = spare, .ss_size = sizeof spare};
    sigaltstack(&stack, NULL);
}

void crash_watch(int count, char **given)
{
    struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK}, before;
    arguments = calloc((size_t)count + 1, sizeof *arguments);
    if (arguments == NULL)
        return;
    for (int k = 0; k < count; k++)
        arguments[k] = given[k];
    take_environment();
    watching = atexit(exits) == 0;
    sigemptyset(&action.sa_mask);
    for (int k = 0; k < FATAL; k++)
        if (sigaction(fatal[k].number, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(fatal[k].number, &action, NULL);
}

void crash_unwatch(void)
{
    watching = false;
}

void crash_guard(const char *kernel, const char *name, double seconds)
{
    if (!watching)
        return;
    if (!running)
        divert_begin();
    running = true;
#pragma omp parallel
    use_spare_stack();
    snprintf(last_case, sizeof last_case, "%s", name);
    snprintf(last_kernel, sizeof last_kernel, "%s", kernel);
    if (seconds > 0)
        stall_instead(seconds, hung);
}

void crash_leave(void)
{
    stall_resume();
    if (running)
        divert_end();
    running = false;
}

/* Whether a reason, such as "SIGSEGV in lj/n500/…", ends with the name of a case. */
static bool is_of(const char *reason, const char *name)
{
    const char *last = strrchr(reason, ' ');
    return last != NULL && strcmp(last + 1, name) == 0;
}

const char *crash_reason(const char *kernel, const char *name)
{
    static char reason[CRASH_NAME + 16];
    const size_t length = strlen(kernel);
    for (const char *line = strchr(list, '\n'); line != NULL; line = strchr(line, '\n')) {
        line++;
        if (strncmp(line, kernel, length) == 0 && line[length] == '\t') {
            snprintf(reason, sizeof reason, "%.*s", (int)strcspn(line + length + 1, "\n"),
                     line + length + 1);
            if (name == NULL || is_of(reason, name))
                return reason;
        }
    }
    return NULL;
}

/* --- data for a restarted program --- */

/* Writes the first line of the list again. */
static void renew(void)
{
    char line[2 * LENGTH + 2];
    if (snprintf(line, sizeof line, "%*d %*d", LENGTH, recorded, LENGTH, kept) == 2 * LENGTH + 1)
        memcpy(list + strlen(VARIABLE), line, 2 * LENGTH + 1);
}

/* Appends a text to a file in memory; creates the file first if there is none. */
static bool append(int *file, const char *text)
{
    if (*file < 0)
        *file = memfd_create("pairlanes", MFD_CLOEXEC);
    return *file >= 0 && dprintf(*file, "%s", text) >= 0;
}

void crash_keep_input(const char *text)
{
    if (!watching || append(&input, text))
        return;
    if (input >= 0)
        close(input);
    input = -1;
}

bool crash_begin(void)
{
    return ++results <= recorded;
}

void crash_recorded(void)
{
    recorded = recorded > results ? recorded : results;
    renew();
}

bool crash_keep(const char *line)
{
    return watching && append(&kept, line) && append(&kept, "\n");
}

const char *crash_kept(void)
{
    static char path[64];
    if (kept < 0 || fcntl(kept, F_SETFD, FD_CLOEXEC) != 0)
        return NULL;
    snprintf(path, sizeof path, "/proc/self/fd/%d", kept);
    return path;
}
