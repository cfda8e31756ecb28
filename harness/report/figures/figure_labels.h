/* Names the curves and panels of figures. */
#ifndef PAIRLANES_FIGURE_LABELS_H
#define PAIRLANES_FIGURE_LABELS_H

#include "harness/report/figures/figure_data.h"
#include "harness/results/record.h"

/* Curves, rows and columns are indices, -1 if there are too many. */

/*
 * Texts of a record that tell curves and panels apart; their parts have ", " between them. Each
 * function writes into `text` and returns it.
 */

/** The strategy with what varies of its tuning. */
const char *figure_tuning_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL]);

/** The same, with what varies of the order of the particles and of what lists say of pairs: of all
 * that force calls depend on. */
const char *figure_tuned_text(const struct records *records, const struct record *record,
                              char text[FIGURE_LABEL]);

/** The strategy with what varies of its way to fill cells. */
const char *figure_binned_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL]);

/** The same, with what varies of the way to build lists. */
const char *figure_listed_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL]);

/** The density and the number of particles, and the skin if the results have several. */
const char *figure_system_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL]);

/** The record's device, behind it the number of its hardware threads, the compiler and the
 * instruction set of its kernels if the results hold cases of several on that device. */
const char *figure_device_text(const struct records *records, const struct record *record,
                               char text[FIGURE_LABEL]);

/** The same, with the number of threads if several were measured there. */
const char *figure_machine_text(const struct records *records, const struct record *record,
                                char text[FIGURE_LABEL]);

/** The model's name with what varies of its parameters, and of where its particles come from, their
 * temperature and seed. */
const char *figure_physics_text(const struct records *records, const struct record *record,
                                char text[FIGURE_LABEL]);

/** The same, with the skin if the results have several. */
const char *figure_model_text(const struct records *records, const struct record *record,
                              char text[FIGURE_LABEL]);

/** The density; the range of densities if they are alike and each number of particles has but
 * one. */
const char *figure_density_text(const struct records *records, const struct record *record,
                                char text[FIGURE_LABEL]);

/** The same as figure_machine_text, and the precision. */
const char *figure_setting_text(const struct records *records, const struct record *record,
                                char text[FIGURE_LABEL]);

/** The row of a setting and the record's model, whatever the skin. */
int figure_model_row(const struct records *records, struct figure_data *data,
                     const struct record *record, const char *setting);

#endif
