/*
 * Reads the lines of a GROMACS topology, preprocesses them and splits them into words. #include
 * inserts a file, macros of #define are replaced, and lines that #ifdef and #ifndef exclude are
 * skipped. A backslash joins a line to the next line that is not a directive. A semicolon, or an
 * asterisk at the start of a line, begins a remark. A backslash at the end of a remark continues
 * the remark on the next line.
 *
 * An included file is searched in the folder of the including file, then in the folders of
 * gromacs_lines_include, in $GMXLIB, and in share/gromacs/top of an installed GROMACS.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/files/text_file.h"
#include "harness/base/words.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    GROMACS_DEPTH = 16,      /* largest number of open files, each included by another */
    GROMACS_INCLUDED = 4096, /* largest number of times that a file is included */
    GROMACS_TEXT = 1 << 28,  /* largest number of bytes in all included files */
    GROMACS_WORDS = 640,     /* largest number of words in a line: a type of [ cmaptypes ] has
                              * 584 */
    GROMACS_PLACE = 160
};

/** A name that #define has defined, with its text. */
struct gromacs_macro {
    char *name;
    size_t length; /* length of the name */
    char *text;
};

/** A condition that has no #endif yet. */
struct gromacs_condition {
    int64_t line;
    int depth;   /* index of its file among the open files */
    bool holds;  /* true if its lines are read when the enclosing conditions are true */
    bool turned; /* true after #else */
};

/** State of reading a topology; zeroed: not open. */
struct gromacs_lines {
    struct text_file file[GROMACS_DEPTH]; /* open files, each included by the previous one */
    char *path[GROMACS_DEPTH];
    bool elsewhere[GROMACS_DEPTH]; /* true for files outside the folder of the topology. Messages do
                                    * not show their text, because any file may be included */
    int depth;                     /* number of open files */
    int included;                  /* number of included files so far */
    int64_t text_included;         /* bytes of text of all files included so far */
    int64_t number; /* number of the first line that was joined into the current one */
    char swallowed[GROMACS_PLACE]; /* place of the first line that a backslash joined to a remark;
                                    * "": none */
    char *text;                    /* the current line, cut into words */
    bool heading;                  /* true if the line is "[ name ]", with the name as its word */
    char *word[GROMACS_WORDS];
    int words;
    void *macros; /* binary tree of struct gromacs_macro by name, from tsearch of <search.h> */
    struct gromacs_condition *condition;
    int64_t conditions, condition_room;
    struct words folders; /* folders to search for included files */
};

/** Defines a name before the first line, like `define` in run parameters; `text` may be "". */
void gromacs_lines_define(struct gromacs_lines *lines, const char *name, const char *text);

/** Adds a folder to search for included files. */
void gromacs_lines_include(struct gromacs_lines *lines, const char *folder);

/** Opens a topology. Fails like text_open. */
bool gromacs_lines_open(struct gromacs_lines *lines, const char *path, struct error *error);

/**
 * Moves to the next line with a word; at the end `words` is 0. EXIT_USAGE with file and line if a
 * directive is wrong or unknown.
 */
bool gromacs_lines_next(struct gromacs_lines *lines, struct error *error);

/**
 * Sets EXIT_USAGE with "path:line: " of the current line and a text (printf format); returns false.
 */
bool gromacs_lines_error(const struct gromacs_lines *lines, struct error *error, const char *format,
                         ...) __attribute__((format(printf, 3, 4)));

/**
 * Fails with EXIT_USAGE if the current line has fewer than `least` words; the message has `what`.
 */
bool gromacs_lines_have(const struct gromacs_lines *lines, int least, const char *what,
                        struct error *error);

/** Fails with EXIT_USAGE if the current line has more words than `most`. */
bool gromacs_lines_end(const struct gromacs_lines *lines, int most, struct error *error);

/** Writes "path:line" of the current line, for errors that are found later. */
void gromacs_lines_place(const struct gromacs_lines *lines, char place[GROMACS_PLACE]);

/**
 * Reads a word of the current line as a number. EXIT_USAGE if it is not a finite number; the
 * message has `what`.
 */
bool gromacs_real(const struct gromacs_lines *lines, int word, const char *what, double *value,
                  struct error *error);

/**
 * Reads a word of the current line as a whole number from `least` to `most`. EXIT_USAGE for any
 * other word.
 */
bool gromacs_whole(const struct gromacs_lines *lines, int word, const char *what, int64_t least,
                   int64_t most, int64_t *value, struct error *error);

/** Frees the memory of lines, which may be zeroed. */
void gromacs_lines_free(struct gromacs_lines *lines);
