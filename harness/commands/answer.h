/* What the reference or a strategy says of a configuration: energy, forces and their sums. */
#ifndef PAIRLANES_ANSWER_H
#define PAIRLANES_ANSWER_H

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/measure/evaluate.h"
#include "harness/particles/system.h"
#include "harness/physics/reference.h"

#include <stdbool.h>

enum { QUESTION_SETTINGS = 64 };

struct question {
    const char *model;
    const char *file;     /* the configuration */
    const char *format;   /* NULL: guessed */
    const char *topology; /* NULL: beside the file */
    const char *strategy; /* NULL: the reference */
    const char *backend;  /* of the strategy, as its precision */
    const char *precision;
    char *settings[QUESTION_SETTINGS]; /* key=value, of the model's parameters */
    int setting_count;
};

/** Zeroed: none yet. */
struct answer {
    const struct model *model;
    double parameters[MODEL_PARAMETERS];
    double constants[MODEL_CONSTANTS];
    struct system system;
    struct evaluator evaluator; /* no strategy: the reference */
    struct reference reference;
    double *arrays;       /* of the strategy's forces */
    struct forces forces; /* the reference's, or those of the strategy */
    double net_force[3];
    double net_torque[3]; /* the sum of the torques about the particles' own centres */
};

/**
 * Reads the file and evaluates it. A key=value is cut at its "=". EXIT_USAGE for names, values and
 * files that are wrong, EXIT_ENVIRONMENT if the backend cannot.
 */
bool answer_question(const struct question *question, struct answer *answer, struct error *error);

/** What the interactions add to the pressure, in energy per volume. */
double answer_virial_pressure(const struct answer *answer);

/** Frees what the answer holds, after a failure too. */
void answer_free(struct answer *answer);

#endif
