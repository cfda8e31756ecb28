/*
 * Bilayers of a lipid in water, across z. A tile of them starts from lipids that stand upright on a
 * lattice, under layers of water. Larger bilayers are copies of the equilibrated tile next to each
 * other in x and y. If the number of beads is no multiple of a tile's, some waters are left out,
 * evenly, but no more than one of twenty.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/input/builders/builder.h"
#include "harness/particles/system.h"
#include "harness/particles/system_spec.h"

/** A bead of a lipid. */
struct lipid_bead {
    int type;
    int32_t charge;    /* charge, in the form of a system's */
    int previous;      /* bead to which it is bonded; for the first bead itself */
    int row;           /* row of that bond */
    double across, up; /* place at the start, from the middle of the membrane */
    bool inverted;     /* true if the dipole points the other way */
};

/** A piece of bilayer: `along` lipids along an edge in both leaflets. */
struct membrane_patch {
    int along, lipids, waters, beads;
    int layer;   /* waters along an edge of a layer at the start */
    double edge; /* edges along x and y */
};

struct membrane {
    const struct lipid_bead *lipid;
    int beads;                   /* beads of a lipid, at most MEMBRANE_BEADS */
    int bond;                    /* form of its bonds, whose members are excluded */
    const struct bonded *others; /* other terms of a lipid, by its beads */
    int other_count;
    int excluded_form; /* form of excluded pairs, as in a system */
    int water;         /* type of a water molecule */
    bool charged, oriented;
    int layers;                                 /* layers of water at the start */
    double surface;                             /* height above which there is water at the start */
    const struct membrane_patch *small, *usual; /* the small patch is not copied, unless it is
                                                 * also the usual one */
    struct force_field *(*field)(void);         /* coefficients, as in struct builder; NULL: none */
    bool (*melt)(const struct system_spec *spec, struct system *tile, struct error *error);
};

enum { MEMBRANE_BEADS = 16 };

/**
 * Refuses a number of beads that whole patches cannot have, with the nearest possible number:
 * EXIT_USAGE.
 */
bool membrane_check(const struct membrane *membrane, const struct system_spec *spec,
                    struct error *error);

/** Fills in the edges of the box of a checked spec. */
void membrane_box(const struct membrane *membrane, const struct system_spec *spec,
                  struct system *system);

/** Builds a bilayer, as a builder does. */
bool membrane_build(const struct membrane *membrane, const struct system_spec *spec,
                    struct system *system, struct error *error);
