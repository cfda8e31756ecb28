/* What the harness knows of a model: its parameters, its constants and its pair function. */
#ifndef PAIRLANES_HARNESS_MODEL_H
#define PAIRLANES_HARNESS_MODEL_H

#include "harness/error.h"

#include <stddef.h>

enum { MODEL_PARAMETERS = 16, MODEL_CONSTANTS = 64, MODEL_TERMS = 8 };

/** A parameter that a config or --set may change. With `choices`, the value is the choice's index.
 */
struct parameter {
    const char *name;
    const char *unit;
    const char *summary;
    double initial;
    double minimum, maximum;    /* inclusive */
    const char *const *choices; /* NULL-terminated names, or NULL for a number */
};

/**
 * Operations per pair: +, − and × count one each, a fused multiply-add two; `special` are
 * divisions, roots, exponentials and the like. The vector between the particles and the sum into
 * one of them are included, the minimum image is not.
 */
struct model_work {
    int flops, special;
};

struct model {
    const char *name;
    const char *summary;
    const char *citation;
    const char *builder; /* which system builder makes its configurations */
    const struct parameter *parameters;
    int parameter_count;
    struct model_work evaluated;   /* the force of every pair, whether or not it interacts */
    struct model_work interacting; /* more in a branch that only pairs take that interact */
    struct model_work energy;      /* more for the energy */
    int constant_count;            /* fields of the model's constants structure */
    const char *const *terms;      /* names of the energy terms: so far one, named by the model */
    int term_count;                /* at most MODEL_TERMS */

    /** Computes the kernel's constants from the parameters; EXIT_USAGE if they make no sense. */
    bool (*derive)(const double *parameters, double *constants, struct error *error);

    /** The distance beyond which the pair function is zero. */
    double (*range)(const double *parameters);

    /**
     * The pair function in double precision: r = r_q - r_p, the force on q, the energy terms
     * of the pair. Returns whether the pair interacts; if not, force and energy are zero.
     */
    bool (*pair)(const double *constants, const double r[3], double force[3],
                 double terms[MODEL_TERMS]);
};

/** The models of models/table.h in their order, NULL after the last. */
const struct model *const *models(void);

/** Finds a model by name; NULL if there is none. */
const struct model *model_find(const char *name);

/** Finds a model by name; EXIT_USAGE with all names and the nearest if there is none. */
bool model_require(const char *name, const struct model **model, struct error *error);

/** The index of a parameter by name; -1 if the model has none of that name. */
int model_parameter(const struct model *model, const char *name);

/** Fills `values` (MODEL_PARAMETERS) with the model's initial parameters. */
void model_defaults(const struct model *model, double *values);

/**
 * Sets the parameter `name` in `values` from text. EXIT_USAGE with the valid names and the nearest
 * one if the model has none of that name, or if the text is no value of it.
 */
bool model_set(const struct model *model, const char *name, const char *text, double *values,
               struct error *error);

/** Reads the text of a parameter's value (number or choice) into `value`: EXIT_USAGE if wrong. */
bool model_parse(const struct parameter *parameter, const char *text, double *value,
                 struct error *error);

#endif
