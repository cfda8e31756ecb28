/* Lines of LAMMPS data files: text after a # is a comment, and lines with nothing else are
 * skipped. */
#pragma once

#include "harness/base/files/text_file.h"

enum { LAMMPS_WORDS = 32 /* most words of a line that are read */ };

/** A line: the file's current one, cut at its comment. */
struct lammps_line {
    int count; /* number of words */
    struct text_word word[LAMMPS_WORDS];
    const char *comment; /* "" without one */
};

/** Makes the next line with words the current one; false at the end of the file. */
bool lammps_next(struct text_file *file, struct lammps_line *line);

/** Makes line `number`, which has words, the current one again. */
void lammps_back(struct text_file *file, int64_t number, struct lammps_line *line);

/** Whether a line is the heading of a section: it begins with a letter. */
bool lammps_is_heading(const struct lammps_line *line);

/** Whether the words of a line are those of a text, and no others. */
bool lammps_is_line(const struct lammps_line *line, const char *text);
