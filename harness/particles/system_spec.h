/* Specification of particles, which are built or read from a file. */
#pragma once

#include "harness/particles/type_shares.h"

#include <stdint.h>

struct model;

enum { SPEC_PARAMETERS = 4 };

/** Specification of particles. With `file`, the fields of the builder are not used. */
struct system_spec {
    const struct model *model; /* model of the particles; NULL: unknown */
    const char *file;          /* path of a file; "-": standard input; NULL: the builder is used */
    const char *format;        /* format of the file, "extxyz", "lammps"; NULL: guessed from name
                                * and content */
    const char *topology;      /* file of the topology, for formats that have one; NULL: the file
                                * named like `file` */
    const char *coordinates;   /* file of coordinates, if `file` is a topology; NULL: the file named
                                * like `file` */
    const char *mdp;           /* file of GROMACS' run parameters; NULL: none */
    const char *style;         /* atom style of a LAMMPS data file; NULL: found from the file */
    int64_t frame; /* number of the configuration in the file, counted from 1; 0: the first */
    int copies[3]; /* copies of the file's particles along each edge; zeros: one */
    const char *exclusions_file; /* file with excluded pairs; NULL: none */
    int exclusions_reach;        /* maximum number of bonds between the particles of an excluded
                                  * pair; 0: the model's */
    const char *builder;         /* name of the builder, "fluid" */
    /* values of the model's parameters that the builder uses; count 0: defaults */
    double parameter[SPEC_PARAMETERS];
    int parameter_count;
    int64_t n;
    double box[3];             /* edges of the box; zeros: chosen by the builder for the density */
    int chain;                 /* particles per chain; 0: the builder's default */
    double restraint;          /* stiffness of the builder's restraints; 0: none */
    struct type_shares shares; /* shares of types, if the builder does not set types */
    int kept;                  /* kind of bonded terms to keep, enum kept_terms; 0: all */
    double density;            /* number of particles per volume, in the model's unit of length */
    double temperature;        /* temperature in the model's unit of energy */
    uint64_t seed;
};
