/* Forces of one system by one strategy, outside of a run. */
#pragma once

#include "harness/backend/backend.h"
#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "harness/catalog/strategy.h"
#include "harness/measure/observe/verify.h"
#include "harness/particles/system.h"

/** A strategy with its default tuning, for evaluation. */
struct evaluator {
    const struct strategy *strategy;
    const struct backend *backend;
    enum precision precision;
};

/**
 * Finds an evaluator by the names of its strategy, backend and precision. EXIT_USAGE with the valid
 * names and the nearest for an unknown one, EXIT_ENVIRONMENT for a backend that this build lacks.
 */
bool evaluator_find(const char *strategy, const char *backend, const char *precision,
                    struct evaluator *evaluator, struct error *error);

/**
 * Evaluates forces, torques, energy and its terms of a system rounded to the evaluator's precision,
 * into arrays of the caller (n each; torques only for a model with orientation), and compares them
 * with the reference within the tolerance of model and precision. The lists have no skin.
 * EXIT_USAGE for an edge of the box below twice the cut-off, for particles that lack data that the
 * model needs, and for an energy that is not finite. EXIT_ENVIRONMENT if there is no such device.
 */
bool evaluate(const struct evaluator *evaluator, const struct system *system,
              const struct model *model, const double *constants, double range,
              struct forces *forces, struct verification *found, struct error *error);

/** Returns the memory of an evaluation on the host, the caller's arrays included. */
struct footprint evaluate_footprint(const struct evaluator *evaluator, const struct system *system,
                                    const struct model *model, const double *constants,
                                    double range);
