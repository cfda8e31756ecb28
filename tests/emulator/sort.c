/* The functions of harness/backend/cuda/lists/cuda_sort.cu on the CPU, without CUB. Temporary
 * memory is requested, but not used. */
#include "harness/backend/cuda/lists/cuda_sort.h"
#include "tests/emulator/library.h"

#include <stdbool.h>
#include <stdlib.h>

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

/* Returns the required memory, or enqueues the work. */
static int submit(const void *temporary, size_t *bytes, bool (*work)(const void *argument),
                  const void *argument, size_t size)
{
    if (temporary != NULL)
        return (int)emulator_submit(work, argument, size);
    *bytes = 1;
    return 0;
}

struct sorting {
    const uint32_t *key;
    uint32_t *sorted_key;
    const int32_t *value;
    int32_t *sorted_value;
    int64_t n;
    int bits;
};

static bool sort(const void *argument)
{
    const struct sorting *s = argument;
    struct item *items = calloc((size_t)s->n + 1, sizeof *items);
    if (items == NULL)
        return false;
    for (int64_t k = 0; k < s->n; k++)
        items[k] = (struct item){(uint32_t)(s->key[k] & ((UINT64_C(1) << s->bits) - 1)), k};
    qsort(items, (size_t)s->n, sizeof *items, ascending);
    for (int64_t k = 0; k < s->n; k++) {
        s->sorted_key[k] = s->key[items[k].place];
        s->sorted_value[k] = s->value[items[k].place];
    }
    free(items);
    return true;
}

int sort_pairs(void *temporary, size_t *bytes, const uint32_t *key, uint32_t *sorted_key,
               const int32_t *value, int32_t *sorted_value, int64_t n, int bits, sort_stream stream)
{
    const struct sorting sorting = {key, sorted_key, value, sorted_value, n, bits};
    (void)stream;
    return submit(temporary, bytes, sort, &sorting, sizeof sorting);
}

/* A prefix sum of 32-bit or 64-bit numbers. */
struct scanning {
    const int32_t *in;
    int32_t *out;
    const int64_t *long_in;
    int64_t *long_out;
    int64_t n;
};

static bool scan(const void *argument)
{
    const struct scanning *s = argument;
    int64_t sum = 0;
    for (int64_t k = 0; k < s->n; k++) {
        int64_t next = s->in != NULL ? s->in[k] : s->long_in[k];
        if (s->in != NULL)
            s->out[k] = (int32_t)sum;
        else
            s->long_out[k] = sum;
        sum += next;
    }
    return true;
}

int scan_int(void *temporary, size_t *bytes, const int32_t *in, int32_t *out, int64_t n,
             sort_stream stream)
{
    const struct scanning scanning = {.in = in, .out = out, .n = n};
    (void)stream;
    return submit(temporary, bytes, scan, &scanning, sizeof scanning);
}

int scan_long(void *temporary, size_t *bytes, const int64_t *in, int64_t *out, int64_t n,
              sort_stream stream)
{
    const struct scanning scanning = {.long_in = in, .long_out = out, .n = n};
    (void)stream;
    return submit(temporary, bytes, scan, &scanning, sizeof scanning);
}
