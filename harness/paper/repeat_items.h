/* Runs the items of papers one after the other, within a time if there is one. */
#ifndef PAIRLANES_PAPER_REPEAT_ITEMS_H
#define PAIRLANES_PAPER_REPEAT_ITEMS_H

#include "harness/paper/repeat.h"

struct repeat_items {
    const struct papers *papers;
    const struct paper *const *paper; /* whose items are run */
    int count;
    enum paper_length length;
    const char *machine; /* the folder of the results */
    double seconds;      /* for all of them together; 0: as long as they take */
    struct run_options run;
};

/**
 * Runs the items in their order, and tells on the standard error what came of each. One that cannot
 * be run is told, and the others are. When the time is up, whatever is under way stops as after a
 * signal (interrupt_after), and the cases that are left are recorded as not run. The flag of the
 * run is that of interrupt_watch().
 */
void repeat_items(const struct repeat_items *items);

#endif
