/*
 * Predicts the cases of a config, each from a replay of its particles or of a smaller system of the
 * same kind.
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
    PREDICT_PARTICLES = 30000, /* default of predict_options.particles */
    PREDICT_FEWER = 8000       /* largest number of particles in replays for cases without records:
                                * building molecules takes long */
};

struct predicted {
    const struct case_spec *spec; /* the case; its system.n is the number of replayed particles */
    double n, replayed;
    double density;
    bool known;
    struct error reason; /* reason why there is no prediction */
    struct prediction prediction;
    int group; /* number of the group: cases with the same particles, model, precision, skin and
                * order */
    int place; /* rank in the group, from 1, the fastest */
};

struct predictions {
    struct predicted *of;
    int64_t count;
};

struct predict_options {
    int64_t particles; /* largest number of particles in a replay; larger systems are replayed in a
                        * smaller box of the same density */
    bool one_box;      /* true: all larger systems are replayed in the same box, which is built
                        * once */
    bool quiet;
    const volatile sig_atomic_t *interrupted;
};

/**
 * Predicts the cases of a GPU that are not skipped, and ranks them within their groups. `cases`
 * must not be run afterwards, because the replay's number of particles replaces the case's. It must
 * outlive the predictions. Cases without a prediction have a reason. EXIT_USAGE if nothing can be
 * predicted.
 */
bool predict_cases(struct cases *cases, const struct ceilings *ceilings,
                   const struct predict_options *options, struct predictions *predictions,
                   struct error *error);

void predictions_free(struct predictions *predictions);

/** Writes the tuning values of a case, "block=128 lanes=8". */
void predicted_tuning(const struct case_spec *spec, char *text, size_t size);
