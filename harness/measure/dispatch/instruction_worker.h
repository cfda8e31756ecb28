/*
 * A process that counts the instructions of a case for the process that started it
 * (measure/instructions.h).
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/process/channel.h"
#include "harness/measure/dispatch/spread_worker.h"

/**
 * Counts the instructions of a force call of the case, and sends the number. Errors are those of
 * preparing the case and of counting.
 */
bool instruction_work(struct channel *channel, const struct spread_order *order,
                      const struct case_spec *spec, const struct run_options *options,
                      struct error *error);
