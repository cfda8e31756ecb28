#include "harness/base/machine/guarded.h"

#include "harness/base/machine/first_touch.h"
#include "harness/base/memory.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * Order of a mapping's pages: a page that stores the mapping's size; guarded pages; pages with the
 * array between two patterns; guarded pages. The first pattern starts at the beginning of a page;
 * the second ends at the end of a page. The array begins where malloc lets large arrays begin.
 */
enum { GUARDED = 1 << 16, BEFORE = 64, PATTERN = 0xa5 };

struct extent {
    int64_t mapped, bytes;
};

static int64_t page_size(void)
{
    return sysconf(_SC_PAGESIZE);
}

static struct extent *extent_of(void *array)
{
    return (struct extent *)((char *)array - BEFORE - GUARDED - page_size());
}

/* Returns the bytes of the pages with the array. */
static int64_t pages_of(int64_t bytes)
{
    const int64_t page = page_size();
    return (BEFORE + bytes + page - 1) / page * page;
}

static void write_pattern(char *array, int64_t bytes)
{
    memset(array - BEFORE, PATTERN, BEFORE);
    memset(array + bytes, PATTERN, (size_t)(pages_of(bytes) - BEFORE - bytes));
}

void *guarded_allocate(int64_t count, int64_t size, const char *what, struct error *error)
{
    const int64_t page = page_size();
    int64_t bytes = 0;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > INT64_MAX / 2)
        return memory_lacking(count, size, what, error);
    const int64_t mapped = page + GUARDED + pages_of(bytes) + GUARDED;
    char *memory =
        mmap(NULL, (size_t)mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return memory_lacking(count, size, what, error);
    char *array = memory + page + GUARDED + BEFORE;
    *(struct extent *)memory = (struct extent){mapped, bytes};
    write_pattern(array, bytes);
    /* if the pages cannot be guarded, the pattern still reveals writes outside of the array */
    mprotect(memory + page, GUARDED, PROT_NONE);
    mprotect(memory + mapped - GUARDED, GUARDED, PROT_NONE);
    return array;
}

void *guarded_touch(int64_t count, int64_t size, const char *what, struct error *error)
{
    void *array = guarded_allocate(count, size, what, error);
    if (array != NULL)
        first_touch(array, count * size);
    return array;
}

static bool has_pattern(const char *from, const char *end)
{
    while (from < end && *(const unsigned char *)from == PATTERN)
        from++;
    return from == end;
}

bool guarded_was_intact(void *array)
{
    if (array == NULL)
        return true;
    const int64_t bytes = extent_of(array)->bytes;
    char *const first = array;
    const bool intact = has_pattern(first - BEFORE, first) &&
                        has_pattern(first + bytes, first - BEFORE + pages_of(bytes));
    write_pattern(array, bytes);
    return intact;
}

void guarded_free(void *array)
{
    if (array != NULL)
        munmap(extent_of(array), (size_t)extent_of(array)->mapped);
}
