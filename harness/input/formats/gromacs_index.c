#include "harness/input/formats/gromacs_index.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

struct key {
    struct hash hash;
    int64_t entry;
};

static int compare(const void *a, const void *b)
{
    return memcmp(&((const struct key *)a)->hash, &((const struct key *)b)->hash,
                  sizeof(struct hash));
}

int64_t gromacs_index_find(const struct gromacs_index *index, struct hash key)
{
    const struct key wanted = {.hash = key};
    struct key *const *found = tfind(&wanted, &index->tree, compare);
    return found != NULL ? (*found)->entry : -1;
}

bool gromacs_index_add(struct gromacs_index *index, struct hash key, int64_t entry,
                       struct error *error)
{
    struct key *added = malloc(sizeof *added);
    if (added != NULL) {
        *added = (struct key){.hash = key, .entry = entry};
        if (tsearch(added, &index->tree, compare) != NULL)
            return true;
    }
    free(added);
    return error_set(error, EXIT_ENVIRONMENT, "out of memory: names of a topology");
}

void gromacs_index_free(struct gromacs_index *index)
{
    tdestroy(index->tree, free);
    *index = (struct gromacs_index){0};
}
