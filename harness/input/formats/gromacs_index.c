#include "harness/input/formats/gromacs_index.h"

#include "harness/base/memory.h"

#include <stdlib.h>

struct gromacs_key {
    struct hash hash;
    int64_t entry; /* 1 + the entry; 0: the place is free */
};

/** Returns the place of a key, or the free one that it would get. */
static struct gromacs_key *place(const struct gromacs_index *index, struct hash key)
{
    const uint64_t last = (uint64_t)index->room - 1;
    uint64_t at = key.low & last;
    while (index->key[at].entry != 0 && !hash_same(index->key[at].hash, key))
        at = (at + 1) & last;
    return &index->key[at];
}

int64_t gromacs_index_find(const struct gromacs_index *index, struct hash key)
{
    return index->keys > 0 ? place(index, key)->entry - 1 : -1;
}

static bool grow(struct gromacs_index *index, struct error *error)
{
    struct gromacs_index larger = {.keys = index->keys,
                                   .room = index->room > 0 ? 2 * index->room : 64};
    larger.key =
        memory_allocate_zeroed(larger.room, sizeof *larger.key, "names of a topology", error);
    if (larger.key == NULL)
        return false;
    for (int64_t k = 0; k < index->room; k++)
        if (index->key[k].entry != 0)
            *place(&larger, index->key[k].hash) = index->key[k];
    free(index->key);
    *index = larger;
    return true;
}

bool gromacs_index_add(struct gromacs_index *index, struct hash key, int64_t entry,
                       struct error *error)
{
    if (2 * index->keys >= index->room && !grow(index, error))
        return false;
    *place(index, key) = (struct gromacs_key){.hash = key, .entry = entry + 1};
    index->keys++;
    return true;
}

void gromacs_index_free(struct gromacs_index *index)
{
    free(index->key);
    *index = (struct gromacs_index){0};
}
