/* Orders of particles in memory. */
#pragma once

#include <stdbool.h>

/** The order in which particles lie in memory. */
enum sort_order {
    SORT_NONE,
    SORT_CELL,
    SORT_HILBERT,
    SORT_CELL_TYPE, /* sorted by cell, and by type within each */
    SORT_COUNT
};

/** Returns the name of a sort order, or finds one by its name. */
const char *sort_name(enum sort_order sort);
bool sort_find(const char *name, enum sort_order *sort);
