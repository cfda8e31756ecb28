#include "harness/particles/sort_order.h"

#include "harness/base/words.h"

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
    const int found = words_find(sorts, SORT_COUNT, name);
    if (found >= 0)
        *sort = (enum sort_order)found;
    return found >= 0;
}
