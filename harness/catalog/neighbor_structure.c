#include "harness/catalog/neighbor_structure.h"

#include <assert.h>
#include <string.h>

#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...)                                             \
    const struct neighbor_structure neighbors_##row = {.name = #row, __VA_ARGS__};
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE

static const struct neighbor_structure *const rows[] = {
#define NEIGHBOR_STRUCTURE(row, cpu, cuda, lanes, ...) &neighbors_##row,
#include "harness/catalog/neighbor_table.h"
#undef NEIGHBOR_STRUCTURE
};

int neighbor_place(const struct neighbor_structure *structure)
{
    const struct neighbor_structure *row = structure->build != NULL ? &neighbors_user : structure;
    for (int k = 0; k < (int)(sizeof rows / sizeof *rows); k++)
        if (rows[k] == row && structure != &neighbors_user)
            return k;
    return -1;
}

const struct neighbor_structure *neighbor_row(const struct neighbor_structure *structure)
{
    const int place = neighbor_place(structure);
    return place >= 0 ? rows[place] : NULL;
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
