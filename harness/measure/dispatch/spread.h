/*
 * Runs cases on several devices of a host at once: a process each (spread_worker.h), so that a
 * crash loses one device, and each has its own CUDA context and CPUs. Free processes take groups of
 * cases, longest first. Cases of backends without such devices run afterwards, one at a time. Only
 * this process writes the results, as run_cases would.
 */
#pragma once

#include "harness/base/process/worker.h"
#include "harness/measure/run.h"

struct spread_options {
    const struct run_options *run;
    const char *const *arguments; /* arguments of this program that make it a worker; NULL after the
                                   * last */
    int config;                   /* index of the config among the arguments, from 0 */
    int device[WORKERS], devices; /* devices over which the cases are spread */
};

/**
 * Runs cases as run_cases does; `agreement` becomes a sentence on whether the devices are alike, ""
 * if that was not asked. A process that dies is started again, and its group measured once more. If
 * it dies again, these cases are given up; if every device has failed three times in a row, all
 * are. The summary counts them as not run, with the reason.
 */
bool spread_cases(const struct cases *cases, const struct spread_options *options,
                  struct results *results, struct run_summary *summary, char *agreement,
                  size_t size, struct error *error);
