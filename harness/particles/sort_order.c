#include "harness/particles/sort_order.h"

#include <string.h>

static const char *const sorts[SORT_COUNT] = {[SORT_NONE] = "none",
                                              [SORT_CELL] = "cell",
                                              [SORT_HILBERT] = "hilbert",
                                              [SORT_CELL_TYPE] = "cell_type"};

const char *sort_name(enum sort_order sort)
{
    return sorts[sort];
}

bool sort_find(const char *name, enum sort_order *sort)
{
    for (int k = 0; k < SORT_COUNT; k++) {
        if (strcmp(sorts[k], name) == 0) {
            *sort = (enum sort_order)k;
            return true;
        }
    }
    return false;
}
