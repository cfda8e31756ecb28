#include "harness/base/machine/instructions.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Codes of requests to valgrind and callgrind, fixed for all versions (valgrind.h, callgrind.h). */
enum {
    RUNNING_ON_VALGRIND = 0x1001,
    CALLGRIND_DUMP = 0x43540000, /* the letters 'C' and 'T' in the upper bytes */
    CALLGRIND_START = CALLGRIND_DUMP + 4,
    CALLGRIND_STOP = CALLGRIND_DUMP + 5,
};

/*
 * Returns valgrind's result of a request. Without valgrind returns 0, because a processor ignores
 * the instructions of a request.
 */
static uint64_t ask_valgrind(uint64_t request)
{
    uint64_t answer = 0;
#ifdef __x86_64__
    volatile uint64_t arguments[6] = {request};
    __asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi\n\t"
                     "xchgq %%rbx, %%rbx"
                     : "=d"(answer)
                     : "a"(&arguments[0]), "0"(answer)
                     : "cc", "memory");
#endif
    return answer;
}

static int open_processor(void)
{
    struct perf_event_attr attributes = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof attributes,
        .config = PERF_COUNT_HW_INSTRUCTIONS,
        .disabled = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

bool instructions_of_processor(void)
{
    int counter = open_processor();
    if (counter >= 0)
        close(counter);
    return counter >= 0;
}

bool instructions_start(struct instructions *counter, const char *file, struct error *error)
{
    bool callgrind = ask_valgrind(RUNNING_ON_VALGRIND) != 0;
    *counter = (struct instructions){.processor = callgrind ? -1 : open_processor(), .file = file};
    if (callgrind) {
        ask_valgrind(CALLGRIND_START);
        return true;
    }
    if (counter->processor < 0)
        return error_set(error, EXIT_ENVIRONMENT, "instructions cannot be counted: %s",
                         strerror(errno));
    return ioctl(counter->processor, PERF_EVENT_IOC_ENABLE, 0) == 0 ||
           error_set(error, EXIT_ENVIRONMENT, "instructions cannot be counted: %s",
                     strerror(errno));
}

/* Reads the number of instructions that callgrind has written. */
static bool read_dump(const char *file, double *count, struct error *error)
{
    char path[4096];
    char line[256];
    uint64_t sum = 0;
    bool found = false;
    snprintf(path, sizeof path, "%s.1", file);
    FILE *dump = fopen(path, "r");
    while (dump != NULL && !found && fgets(line, sizeof line, dump) != NULL)
        found = sscanf(line, "summary: %" SCNu64, &sum) == 1;
    if (dump != NULL)
        fclose(dump);
    *count = (double)sum;
    return found || error_set(error, EXIT_ENVIRONMENT,
                              "callgrind has written no instruction count to %s", path);
}

bool instructions_stop(struct instructions *counter, double *count, struct error *error)
{
    if (counter->processor < 0) {
        ask_valgrind(CALLGRIND_DUMP); /* must come first, because stopping discards the count */
        ask_valgrind(CALLGRIND_STOP);
        return read_dump(counter->file, count, error);
    }
    uint64_t value = 0;
    ioctl(counter->processor, PERF_EVENT_IOC_DISABLE, 0);
    bool good = read(counter->processor, &value, sizeof value) == sizeof value;
    close(counter->processor);
    *count = (double)value;
    return good || error_set(error, EXIT_ENVIRONMENT, "the count of instructions cannot be read");
}
