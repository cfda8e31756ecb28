/*
 * Bilayers of a lipid in water, normal to z. A tile starts from lipids that stand upright on a
 * lattice, between layers of water. Larger bilayers are copies of the equilibrated tile next to
 * each other in x and y. If the number of beads is not a multiple of the tile's number, waters are
 * left out evenly, at most one in twenty.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/input/builders/builder.h"
#include "harness/particles/system.h"
#include "harness/particles/system_spec.h"

/** A bead of a lipid. */
struct lipid_bead {
    int type;
    int32_t charge;    /* charge, in the unit of system.charge */
    int previous;      /* index of the bonded bead; the first bead has its own index */
    int row;           /* index of the coefficients of that bond */
    double across, up; /* position at the start, from the middle of the membrane */
    bool inverted;     /* true: the dipole points to the middle of the membrane; false: away */
};

/** A piece of bilayer. Its leaflets have `along` lipids along each edge. */
struct membrane_patch {
    int along, lipids, waters, beads;
    int layer;   /* waters along an edge of one layer of water, at the start */
    double edge; /* edges along x and y */
};

struct membrane {
    const struct lipid_bead *lipid;
    int beads;                   /* beads of a lipid, at most MEMBRANE_BEADS */
    int bond;                    /* form of its bonds; the two beads of a bond are excluded pairs */
    const struct bonded *others; /* angles and other terms of a lipid; members are its beads */
    int other_count;
    int excluded_form; /* form of excluded pairs, as in a system */
    int water;         /* type of a water molecule */
    bool charged, oriented;
    int layers;                                 /* layers of water at the start */
    double surface;                             /* height of the surface; above it there is water at
                                                 * the start */
    const struct membrane_patch *small, *usual; /* small patch, which is copied only if it is
                                                 * also the usual one */
    struct force_field *(*field)(void);         /* function as in struct builder; NULL: none */
    bool (*melt)(const struct system_spec *spec, struct system *tile, struct error *error);
};

enum { MEMBRANE_BEADS = 16 };

/**
 * Refuses a number of beads that does not fit whole patches. EXIT_USAGE with the nearest possible
 * number.
 */
bool membrane_check(const struct membrane *membrane, const struct system_spec *spec,
                    struct error *error);

/** Fills in the edges of the box of a checked spec. */
void membrane_box(const struct membrane *membrane, const struct system_spec *spec,
                  struct system *system);

/** Builds a bilayer, as `build` of struct builder. */
bool membrane_build(const struct membrane *membrane, const struct system_spec *spec,
                    struct system *system, struct error *error);
