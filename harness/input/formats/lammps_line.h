/* Lines of LAMMPS data files. Text after a # is a comment; lines without other text are skipped. */
#pragma once

#include "harness/base/files/text_file.h"

enum { LAMMPS_WORDS = 32 /* words read per line */ };

/** The file's current line, without its comment. */
struct lammps_line {
    int count; /* number of words */
    struct text_word word[LAMMPS_WORDS];
    const char *comment; /* text of the comment; "": none */
};

/** Moves to the next line with words; false at the end of the file. */
bool lammps_next(struct text_file *file, struct lammps_line *line);

/** Moves back to line `number`, which has words. */
void lammps_back(struct text_file *file, int64_t number, struct lammps_line *line);

/** Whether a line is the heading of a section: it begins with a letter. */
bool lammps_is_heading(const struct lammps_line *line);

/** Whether the words of a line are exactly the words of a text. */
bool lammps_is_line(const struct lammps_line *line, const char *text);
