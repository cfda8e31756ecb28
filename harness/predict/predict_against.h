/* Predictions for the cases of a results file, with the measured times. */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/config/config.h"
#include "harness/predict/predict_cases.h"

/** A results file with predictions of its cases. Zeroed: none. */
struct against {
    struct config config; /* config of the file */
    struct cases cases;
    struct predictions predictions; /* predictions; none if the file has no such cases */
    char device[256];
};

/**
 * Predicts the timed cases of a GPU with at least `least` particles from the config in the file,
 * without using its times. Ceilings are those in the file `ceilings`; NULL: those next to the
 * results. A file of results without cases has no predictions. EXIT_USAGE for any other file, or if
 * ceilings of its device are lacking.
 */
bool against_predict(const char *path, const char *ceilings, double least,
                     const struct predict_options *options, struct against *against,
                     struct error *error);

/** Appends the predictions of a file, which must outlive them, to other predictions. */
bool against_join(const struct against *against, struct predictions *all, struct error *error);

void against_free(struct against *against);
