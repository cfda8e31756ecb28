#include "harness/base/machine/first_touch.h"

#include "harness/base/memory.h"

#include <omp.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Bytes above which clearing memory by several threads is faster. */
enum { WORTH_IT = 1 << 16 };

/* Returns whole pages of the memory to the system. If that fails, they stay where they are. */
static void forget(char *memory, int64_t bytes)
{
    const int64_t page = sysconf(_SC_PAGESIZE);
    const int64_t before = (page - (int64_t)((uintptr_t)memory % (uintptr_t)page)) % page;
    const int64_t whole = (bytes - before) / page * page;
    if (whole > 0)
        madvise(memory + before, (size_t)whole, MADV_DONTNEED);
}

void first_touch(void *memory, int64_t bytes)
{
    if (bytes < WORTH_IT) {
        memset(memory, 0, (size_t)bytes);
        return;
    }
    forget(memory, bytes);
#pragma omp parallel
    {
        const int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
        const int64_t begin = bytes / threads * thread, next = bytes / threads * (thread + 1);
        memset((char *)memory + begin, 0, (size_t)((thread + 1 < threads ? next : bytes) - begin));
    }
}

void *first_touch_allocate(int64_t count, int64_t size, const char *what, struct error *error)
{
    void *memory = memory_allocate(count, size, what, error);
    if (memory != NULL)
        first_touch(memory, count * size);
    return memory;
}
