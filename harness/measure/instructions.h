/*
 * Instructions of a force call on a CPU, on one thread: counted in a process like this one by the
 * processor's counter or callgrind (base/machine/instructions.h), separate from all timing.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/measure/run.h"

#include <stdbool.h>

struct instruction_count {
    bool asked;          /* false: not counted, and the other members are empty */
    double force;        /* instructions of a force call; NAN: not counted, see `reason` */
    const char *counter; /* "processor", "callgrind" */
    struct error reason;
};

/**
 * Counts the instructions of a case. If the machine cannot, the case continues with the `reason`.
 */
void instructions_measure(const struct case_spec *spec, const struct run_options *options,
                          struct instruction_count *count);
