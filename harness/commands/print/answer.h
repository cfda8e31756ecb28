/* Computes energy, forces and their sums for a configuration, by the reference or by a strategy. */
#pragma once

#include "harness/base/error.h"
#include "harness/catalog/model.h"
#include "harness/measure/observe/evaluate.h"
#include "harness/particles/file_parameters.h"
#include "harness/particles/system.h"
#include "harness/physics/reference.h"

#include <stdbool.h>

enum { QUERY_SETTINGS = 64 };

struct energy_query {
    const char *model;       /* name of the model; NULL: the one that the run parameters choose */
    const char *file;        /* the configuration */
    const char *format;      /* format of the file; NULL: it is guessed */
    const char *style;       /* style of a LAMMPS data file; NULL: the file decides */
    int64_t frame;           /* number of a frame, from 1; 0: the first */
    const char *topology;    /* topology; NULL: the file next to the configuration */
    const char *coordinates; /* coordinates of a GROMACS topology; NULL: the file next to it */
    const char *mdp;         /* run parameters of the topology; NULL: none */
    const char *strategy;    /* name of the strategy; NULL: the reference */
    const char *backend;     /* backend and precision of the strategy */
    const char *precision;
    char *settings[QUERY_SETTINGS]; /* assignments key=value of the model's parameters */
    int setting_count;
};

/** An answer; zeroed: empty. */
struct answer {
    const struct model *model;
    double parameters[MODEL_PARAMETERS];
    double constants[MODEL_CONSTANTS];
    struct system system;
    char contradiction[FILE_PARAMETERS_TEXT]; /* data of the file that contradict the model and were
                                               * not used;
                                               * "": none */
    struct evaluator evaluator;               /* the reference, even with a strategy */
    struct reference reference;
    double *arrays;                   /* memory of the strategy's forces */
    struct verification verification; /* verification of these forces */
    struct forces forces;             /* forces of the reference, or of the strategy */
    double inner_virial[3]; /* virial within molecules along each axis; NAN: a mass is unknown */
    double net_force[3];
    double net_torque[3]; /* sum of the torques about the particles' centres */
};

/**
 * Reads the file and evaluates it. Every key=value is cut in place at its "=". EXIT_USAGE if names,
 * values or files are wrong, EXIT_ENVIRONMENT if the backend cannot evaluate it.
 */
bool answer_query(const struct energy_query *query, struct answer *answer, struct error *error);

/** Frees what the answer holds. It may be called after a failure too. */
void answer_free(struct answer *answer);
