/* Computes energy, forces and their sums for a configuration, by the reference or a strategy. */
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
    const char *model;       /* name of the model; NULL: the run parameters choose it */
    const char *file;        /* path of the configuration */
    const char *format;      /* format of the file; NULL: it is detected */
    const char *style;       /* atom style of a LAMMPS data file; NULL: as given in the file */
    int64_t frame;           /* number of the frame, from 1; 0: the first frame */
    const char *topology;    /* topology file; NULL: the file next to the configuration */
    const char *coordinates; /* coordinate file of a GROMACS topology; NULL: the file next to it */
    const char *mdp;         /* run parameters (mdp file) of the topology; NULL: none */
    const char *strategy;    /* name of the strategy; NULL: the reference */
    const char *backend;     /* backend and precision of the strategy */
    const char *precision;
    char *settings[QUERY_SETTINGS]; /* texts key=value that set parameters of the model */
    int setting_count;
};

/** Result of a query; zeroed: none. */
struct answer {
    const struct model *model;
    double parameters[MODEL_PARAMETERS];
    double constants[MODEL_CONSTANTS];
    struct system system;
    char contradiction[FILE_PARAMETERS_TEXT]; /* data of the file that contradict the model and
                                               * were not used; "": none */
    struct evaluator evaluator;               /* strategy, backend and precision to evaluate
                                               * with; zeroed: none */
    struct reference reference;
    double *arrays;                   /* memory for the strategy's forces */
    struct verification verification; /* comparison of the strategy's forces with the reference */
    struct forces forces;             /* the strategy's forces; without a strategy, the reference's
                                       * forces */
    double inner_virial[3]; /* virial within molecules along each axis; NAN: a mass is unknown */
    double net_force[3];
    double net_torque[3]; /* sum of the torques that act on particles about their centres */
};

/**
 * Reads the file and evaluates it. Each text key=value is cut at its "=". EXIT_USAGE if a name, a
 * value or a file is wrong; EXIT_ENVIRONMENT if the backend cannot evaluate it.
 */
bool answer_query(const struct energy_query *query, struct answer *answer, struct error *error);

/** Frees the results. May also be called after a failure. */
void answer_free(struct answer *answer);
