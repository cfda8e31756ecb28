/*
 * Predictions for the cases of a config, each from a replay of its particles or of a smaller system
 * of the same kind.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/predict/prediction.h"

#include <cjson/cJSON.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    PREDICT_PARTICLES = 30000, /* default of the most particles that are replayed */
    PREDICT_FEWER = 8000       /* most where records lack: molecules take long to build */
};

struct predicted {
    const struct case_spec *spec; /* case; its system.n is the replayed number */
    double n, replayed;
    double density;
    bool known;
    struct error reason; /* reason why the prediction is unknown */
    struct prediction prediction;
    int group; /* cases of the same particles, model, precision, skin and order */
    int place; /* place in its group, from 1: the fastest */
};

struct predictions {
    struct predicted *of;
    int64_t count;
};

struct predict_options {
    int64_t particles; /* most particles in the replay; a larger built system is replayed in a
                          smaller box of the same density */
    bool one_box;      /* true: all larger systems are replayed in the same box, built once */
    bool quiet;
    const volatile sig_atomic_t *interrupted;
};

/**
 * Predicts the cases of a GPU that are not skipped, and orders them within their groups. Cases
 * larger than the replay get its number of particles, so that `cases` must not be run afterwards;
 * it must outlive the predictions. Cases without a prediction have a reason. EXIT_USAGE if nothing
 * can be predicted.
 */
bool predict_cases(struct cases *cases, const struct ceilings *ceilings,
                   const struct predict_options *options, struct predictions *predictions,
                   struct error *error);

void predictions_free(struct predictions *predictions);

/** Writes the tuning values of a case, "block=128 lanes=8". */
void predicted_tuning(const struct case_spec *spec, char *text, size_t size);
