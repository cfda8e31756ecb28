/* Settings in which cases differ, as the labels of figures tell them. */
#ifndef PAIRLANES_FIGURE_SETTINGS_H
#define PAIRLANES_FIGURE_SETTINGS_H

#include "harness/report/figures/figure_data.h"
#include "harness/results/record.h"

/** Settings that are told together. */
enum figure_settings {
    FIGURE_PARAMETERS, /* of the model */
    FIGURE_SOURCE,     /* of the particles */
    FIGURE_STATE,      /* of them: temperature and seed */
    FIGURE_SKIN,
    FIGURE_DENSITY,
    FIGURE_MACHINE, /* cores, compiler and instruction set of a device */
    FIGURE_DEVICE,  /* the device of a backend */
    FIGURE_THREADS,
    FIGURE_TUNING,  /* of the strategy */
    FIGURE_BINNING, /* how cells are filled */
    FIGURE_ORDER,   /* of the particles in memory, which all times depend on */
    FIGURE_ENTRIES, /* what lists say of pairs */
    FIGURE_LISTING, /* how lists are built */
    FIGURE_STEP,    /* what else steps differ in, among cases of one system */
};

/**
 * Appends to a text those settings of a case that vary in the results, each behind ", " (of tuning
 * " "): those in which two cases differ that have in common what the setting goes with. A
 * temperature that differs from density to density, say, is told by the density. What is not known
 * of a case does not differ from anything.
 */
void figure_append_varied(const struct records *records, const struct record *record,
                          enum figure_settings settings, char text[FIGURE_LABEL]);

#endif
