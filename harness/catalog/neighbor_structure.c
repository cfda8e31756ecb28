#include "harness/catalog/neighbor_structure.h"

#include <assert.h>
#include <string.h>

#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    const struct neighbor_structure neighbors_##row = {.name = #row, __VA_ARGS__};
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE

int neighbor_tuning_value(const struct neighbor_structure *structure,
                          const int values[NEIGHBOR_TUNINGS], const char *name)
{
    int k = 0;
    while (structure->tunings[k] != NULL && strcmp(structure->tunings[k], name) != 0)
        k++;
    assert(structure->tunings[k] != NULL);
    return values[k];
}
