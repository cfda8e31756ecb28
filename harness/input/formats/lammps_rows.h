/*
 * Finds the ids of the atoms and the columns of the section Atoms in LAMMPS data files. The columns
 * depend on the atom style. The style comes first from the user, then from the heading ("Atoms #
 * full"), then from the title ("atom_style full"). Without a name, the only style that fits all
 * rows is used. A row has the columns of the style (see LAMMPS's documentation of read_data),
 * perhaps followed by three image flags. Names such as "hybrid bond ellipsoid" define the columns
 * after the position. Without names, the number of columns decides.
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
    COLUMN_DIPOLE = 'u',   /* component of the dipole */
    COLUMN_DIAMETER = 'D', /* diameter; this and later columns are in units of the particle style */
    COLUMN_DENSITY = 'd',  /* density, or another number above 0 */
    COLUMN_FLAG = 'f',     /* 0 or 1 */
    COLUMN_WHOLE = 'n',
    COLUMN_REAL = 'r'
};

/** An atom style. */
struct lammps_rows_style {
    char name[64];
    char columns[LAMMPS_COLUMNS]; /* columns in their order, each an enum lammps_column */
    bool unread;                  /* true if no model here supports particles of this style */
};

/** Properties of the section before it is read. */
struct lammps_rows {
    struct lammps_rows_style style;
    bool guessed; /* true if the style is not given; it is then the only style that fits the rows */
};

/**
 * Scans the section Atoms of a file after its header. The current line is restored at the end; it
 * is the heading of the section or a previous line. `named` is the user's style (NULL: none);
 * `title` may begin with a style. EXIT_USAGE if the style is unsupported, if rows do not fit it, or
 * if no style or several fit. The style of a file without the section is atomic. The allocated
 * system gets the ids of the rows in ascending order, unless they are 1 to its number of atoms.
 */
bool lammps_rows_find(struct text_file *file, const char *named, const char *title,
                      const struct lammps_header *header, struct lammps_line *line,
                      struct lammps_rows *rows, struct system *system, struct error *error);

/** Fails with EXIT_USAGE if a line is not a row of the style. */
bool lammps_rows_check(const struct text_file *file, const struct lammps_line *line,
                       const struct lammps_rows *rows, struct error *error);

/** Whether rows of the style have a given column. */
bool lammps_rows_have(const struct lammps_rows *rows, enum lammps_column column);
