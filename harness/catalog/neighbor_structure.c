#include "harness/catalog/neighbor_structure.h"

#include <assert.h>
#include <string.h>

#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    const struct neighbor_structure neighbors_##row = {.name = #row, __VA_ARGS__};
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE

const struct neighbor_structure *neighbor_row(const struct neighbor_structure *structure)
{
    static const struct neighbor_structure *const rows[] = {
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...) &neighbors_##row,
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
    };
    if (structure->build != NULL)
        return &neighbors_own;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k] == structure && structure != &neighbors_own)
            return structure;
    return NULL;
}

int neighbor_tuning_value(const struct neighbor_structure *structure,
                          const int values[NEIGHBOR_TUNINGS], const char *name)
{
    int k = 0;
    while (structure->tunings[k] != NULL && strcmp(structure->tunings[k], name) != 0)
        k++;
    assert(structure->tunings[k] != NULL);
    return values[k];
}
