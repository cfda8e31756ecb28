/*
 * A process that moves one of several systems, for the process that started it
 * (replica_processes.c). It sends {"ready": particles}, answers {"move": true} with {"step_ns":
 * time} and {"end": true} with {"verified": 1}, and sends errors as spread_give_up does.
 */
#pragma once

#include "harness/measure/dispatch/spread_worker.h"

/**
 * Moves the system of the order until the other process ends it. Errors are those of making and
 * moving it.
 */
bool replica_work(struct channel *channel, const struct spread_order *order,
                  const struct case_spec *spec, const struct run_options *options,
                  struct error *error);
