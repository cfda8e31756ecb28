/*
 * Runs cases on several devices of a host at the same time. Each device has a process
 * (spread_worker.h), and so its own CUDA context and CPUs; a crash affects one device only. Free
 * processes take groups of cases, the longest first. Cases of other backends run afterwards, one at
 * a time. Only this process writes the results, as in run_cases.
 */
#pragma once

#include "harness/base/process/worker.h"
#include "harness/measure/run.h"

struct spread_options {
    const struct run_options *run;
    const char *const *arguments; /* arguments of this program that make it a worker, then NULL */
    int config;                   /* index of the config among the arguments, from 0 */
    int device[WORKERS], devices; /* devices for the distributed cases */
};

/**
 * Runs cases like run_cases. `agreement` becomes a sentence on whether the devices are equally
 * fast, or "" if they were not compared. A process that crashes is started again, and measures its
 * group once more. After a second crash these cases are given up. If the processes of every device
 * have crashed three times in a row, all cases are given up. The summary counts such cases as not
 * run, with the reason.
 */
bool spread_cases(const struct cases *cases, const struct spread_options *options,
                  struct results *results, struct run_summary *summary, char *agreement,
                  size_t size, struct error *error);
