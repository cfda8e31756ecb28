#include "harness/base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

static int64_t padded_size(int64_t count, int64_t size)
{
    int64_t bytes = 0;
    if (count < 0 || size <= 0 || __builtin_mul_overflow(count, size, &bytes) ||
        bytes > INT64_MAX - ALIGNMENT)
        return -1;
    int64_t padded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return padded > 0 ? padded : ALIGNMENT;
}

void *memory_lacking(int64_t count, int64_t size, const char *what, struct error *error)
{
    error_set(error, EXIT_ENVIRONMENT,
              "out of memory: %s needs %" PRId64 " elements of %" PRId64 " bytes", what, count,
              size);
    return NULL;
}

void *memory_allocate(int64_t count, int64_t size, const char *what, struct error *error)
{
    int64_t bytes = padded_size(count, size);
    void *memory = bytes < 0 ? NULL : aligned_alloc(ALIGNMENT, (size_t)bytes);
    return memory != NULL ? memory : memory_lacking(count, size, what, error);
}

void *memory_allocate_zeroed(int64_t count, int64_t size, const char *what, struct error *error)
{
    void *memory = memory_allocate(count, size, what, error);
    if (memory != NULL)
        memset(memory, 0, (size_t)padded_size(count, size));
    return memory;
}

void memory_end(const char *what)
{
    fprintf(stderr, "pairlanes: out of memory: %s\n", what);
    exit(EXIT_ENVIRONMENT);
}

void *memory_new(int64_t count, size_t size, const char *what)
{
    void *memory = calloc((size_t)count + 1, size);
    if (memory == NULL)
        memory_end(what);
    return memory;
}

void *memory_resized(void *list, int64_t count, size_t size, const char *what)
{
    void *resized = reallocarray(list, (size_t)count + 1, size);
    if (resized == NULL)
        memory_end(what);
    return resized;
}

void *memory_room(void *list, int64_t count, int64_t *room, size_t size, const char *what)
{
    if (count < *room)
        return list;
    *room = 2 * *room + 16;
    return memory_resized(list, *room, size, what);
}
