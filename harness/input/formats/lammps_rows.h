/*
 * The rows of the section Atoms in LAMMPS data files: their columns, which the atom style defines,
 * and the ids of the atoms. The style is the one that the user names, otherwise the one after the
 * heading ("Atoms # full"), otherwise the one in the title ("atom_style full"), otherwise the only
 * one that fits all rows. A row has the words of its style, or these and three whole numbers, the
 * image flags; LAMMPS's own list of styles is in its documentation of read_data. For the style
 * hybrid, "hybrid bond ellipsoid" names the columns after the position; without names, their number
 * decides.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/input/formats/lammps_header.h"
#include "harness/input/formats/lammps_line.h"
#include "harness/particles/system.h"

enum { LAMMPS_COLUMNS = 24 };

/** Meaning of a column. */
enum lammps_column {
    COLUMN_ID = 'i',
    COLUMN_TYPE = 't',
    COLUMN_MOLECULE = 'm',
    COLUMN_CHARGE = 'q',
    COLUMN_X = 'x',
    COLUMN_Y = 'y',
    COLUMN_Z = 'z',
    COLUMN_DIPOLE = 'u',   /* a component of the dipole */
    COLUMN_DIAMETER = 'D', /* columns from here on are in units of the particle style */
    COLUMN_DENSITY = 'd',  /* density, or another number above 0 */
    COLUMN_FLAG = 'f',     /* 0 or 1 */
    COLUMN_WHOLE = 'n',
    COLUMN_REAL = 'r'
};

/** An atom style. */
struct lammps_rows_style {
    char name[64];
    char columns[LAMMPS_COLUMNS]; /* columns of type enum lammps_column, in their order */
    bool unread;                  /* true if no model here has its particles */
};

/** Properties of the section before it is read. */
struct lammps_rows {
    struct lammps_rows_style style;
    bool guessed; /* style that alone fits, which neither the user nor the file names */
};

/**
 * Scans the section Atoms of a file whose header has been read. The current line, which is
 * restored, is before the section or its heading. `named` is the style that the user names, NULL:
 * none; `title` a text that may begin with one. EXIT_USAGE for an unsupported style, for rows that
 * do not fit it, and if no style or several fit. The style of a file without the section is atomic.
 * The system, which has been allocated, gets the ids of the rows in ascending order, unless they
 * are 1 to its number of atoms.
 */
bool lammps_rows_find(struct text_file *file, const char *named, const char *title,
                      const struct lammps_header *header, struct lammps_line *line,
                      struct lammps_rows *rows, struct system *system, struct error *error);

/** Refuses a line that is not a row of the style. */
bool lammps_rows_check(const struct text_file *file, const struct lammps_line *line,
                       const struct lammps_rows *rows, struct error *error);

/** Whether rows of the style have a column. */
bool lammps_rows_have(const struct lammps_rows *rows, enum lammps_column column);
