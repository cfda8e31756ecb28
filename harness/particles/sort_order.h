/* Orders of particles in memory. */
#pragma once

#include <stdbool.h>

/** Order of particles in memory. */
enum sort_order {
    SORT_NONE,
    SORT_CELL,
    SORT_HILBERT,
    SORT_CELL_TYPE, /* sorted by cell, and within a cell by type */
    SORT_COUNT
};

/** These functions return the name of a sort order, and find one by its name. */
const char *sort_name(enum sort_order sort);
bool sort_find(const char *name, enum sort_order *sort);
