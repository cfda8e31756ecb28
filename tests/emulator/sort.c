/* What harness/cuda_sort.cu does with CUB, on the CPU. Temporary memory is asked for, not used. */
#include "harness/cuda_sort.h"

#include <stdbool.h>
#include <stdlib.h>

enum { NO_MEMORY = 2 }; /* cudaErrorMemoryAllocation */

struct item {
    uint32_t key; /* the bits to sort by */
    int64_t place;
};

static int ascending(const void *a, const void *b)
{
    const struct item *first = a;
    const struct item *second = b;
    if (first->key != second->key)
        return first->key < second->key ? -1 : 1;
    return (first->place > second->place) - (first->place < second->place);
}

static bool asks_for_size(const void *temporary, size_t *bytes)
{
    if (temporary == NULL)
        *bytes = 1;
    return temporary == NULL;
}

int sort_pairs(void *temporary, size_t *bytes, const uint32_t *key, uint32_t *sorted_key,
               const int32_t *value, int32_t *sorted_value, int64_t n, int bits, sort_stream stream)
{
    (void)stream;
    if (asks_for_size(temporary, bytes))
        return 0;
    struct item *items = calloc((size_t)n + 1, sizeof *items);
    if (items == NULL)
        return NO_MEMORY;
    for (int64_t k = 0; k < n; k++)
        items[k] = (struct item){(uint32_t)(key[k] & ((UINT64_C(1) << bits) - 1)), k};
    qsort(items, (size_t)n, sizeof *items, ascending);
    for (int64_t k = 0; k < n; k++) {
        sorted_key[k] = key[items[k].place];
        sorted_value[k] = value[items[k].place];
    }
    free(items);
    return 0;
}

int scan_int(void *temporary, size_t *bytes, const int32_t *in, int32_t *out, int64_t n,
             sort_stream stream)
{
    (void)stream;
    if (asks_for_size(temporary, bytes))
        return 0;
    int32_t sum = 0;
    for (int64_t k = 0; k < n; k++) {
        out[k] = sum;
        sum += in[k];
    }
    return 0;
}

int scan_long(void *temporary, size_t *bytes, const int64_t *in, int64_t *out, int64_t n,
              sort_stream stream)
{
    (void)stream;
    if (asks_for_size(temporary, bytes))
        return 0;
    int64_t sum = 0;
    for (int64_t k = 0; k < n; k++) {
        out[k] = sum;
        sum += in[k];
    }
    return 0;
}
