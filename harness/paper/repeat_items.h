/* Runs the items of papers one after the other, within a time limit if there is one. */
#pragma once

#include "harness/paper/repeat.h"

struct repeat_items {
    const struct papers *papers;
    const struct paper *const *paper; /* papers whose items are run */
    int count;
    enum paper_length length;
    const char *machine; /* the folder of the results */
    double seconds;      /* limit for all of them together; 0: none */
    struct run_options run;
};

/**
 * Runs the items in their order, and reports the result of each on the standard error. One that
 * cannot be run is reported, and the others run. When the time is up, the current item stops as
 * after a signal (interrupt_after), and the cases that are left are recorded as not run. The flag
 * of the run is that of interrupt_watch().
 */
void repeat_items(const struct repeat_items *items);
