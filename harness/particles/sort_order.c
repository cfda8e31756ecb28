#include "harness/particles/sort_order.h"

#include "harness/base/words.h"

static const char *const sorts[SORT_COUNT] = {[SORT_NONE] = "none",
                                              [SORT_CELL] = "cell",
                                              [SORT_HILBERT] = "hilbert",
                                              [SORT_CELL_TYPE] = "cell_type"};

WORDS_OF_VALUES(sort, enum sort_order, sorts)
