/* Specification of particles to build or read. */
#pragma once

#include "harness/particles/type_shares.h"

#include <stdint.h>

struct model;

enum { SPEC_PARAMETERS = 4 };

/** Specification of particles. With `file` set, the builder's fields are unused. */
struct system_spec {
    const struct model *model; /* model of the particles; NULL: unknown */
    const char *file;          /* file; NULL: the builder is used; "-": standard input */
    const char *format;        /* format of `file`: "extxyz", "lammps"; NULL: guessed from name
                                * and content */
    const char *topology;      /* file of formats with a separate topology; NULL: next to `file` */
    const char *coordinates;   /* file of coordinates for the topology `file`; NULL: next to it */
    const char *mdp;           /* run parameters of the topology; NULL: none */
    const char *style; /* style of the lines of a LAMMPS data file; NULL: the file decides */
    int64_t frame;     /* number of the configuration in the file, from 1; 0: the first */
    int copies[3];     /* copies of the file's particles along each edge; zeros: one */
    const char *exclusions_file; /* file of excluded pairs; NULL: none */
    int exclusions_reach;        /* bonds up to which particles are excluded; 0: as in the model */
    const char *builder;         /* "fluid" */
    /* values of the model's parameters that the builder depends on; count 0: initial ones */
    double parameter[SPEC_PARAMETERS];
    int parameter_count;
    int64_t n;
    double box[3];             /* edges; zeros: the builder's box for the density */
    int chain;                 /* particles of a chain; 0: the builder's default */
    double restraint;          /* stiffness of the builder's restraints; 0: none */
    struct type_shares shares; /* shares of types that the builder does not set */
    int kept;                  /* bonded terms that remain: enum kept_terms; 0: all */
    double density;            /* particles per cubic length unit */
    double temperature;        /* temperature in units of epsilon / k_B */
    uint64_t seed;
};
