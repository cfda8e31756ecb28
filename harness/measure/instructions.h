/*
 * Counts the instructions of a force call on a CPU with one thread. Another process of this program
 * counts them, by the processor's counter or callgrind (base/machine/instructions.h), and not
 * during timing.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/measure/run.h"

#include <stdbool.h>

struct instruction_count {
    bool asked;          /* true if instructions were to be counted; false: the other members are
                          * empty */
    double force;        /* instructions per force call; NAN: not counted, for the reason
                          * `reason` */
    const char *counter; /* source of the count: "processor", "callgrind" */
    struct error reason;
};

/**
 * Counts the instructions of a case. If this machine cannot count them, sets `reason`, and the case
 * continues.
 */
void instructions_measure(const struct case_spec *spec, const struct run_options *options,
                          struct instruction_count *count);
