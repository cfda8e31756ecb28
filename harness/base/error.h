/* Errors that travel to the command line: an exit code and one readable sentence. */
#ifndef PAIRLANES_ERROR_H
#define PAIRLANES_ERROR_H

#include <stdbool.h>

/** Exit codes of every pairlanes command; compare has some of its own
 * (harness/report/verdicts/compare.h).
 */
enum exit_code {
    EXIT_OK = 0,
    EXIT_VERIFICATION = 1,  /* a force, an energy or a motion is outside its tolerance */
    EXIT_USAGE = 2,         /* wrong arguments, config or input file */
    EXIT_ENVIRONMENT = 3,   /* this machine cannot do what was asked */
    EXIT_OTHER_RESULTS = 5, /* existing results are of another config, build or host and cannot be
                               resumed; scripts use 4 when their time is up */
};

struct error {
    enum exit_code code;
    bool too_large; /* exceeds only this machine's resources: the case is skipped, not failed */
    char text[2048];
};

/** Fills `error` (printf format) and returns false, so that `return error_set(...)` reads well. */
bool error_set(struct error *error, enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/**
 * Adds that another machine may have enough memory, or that a smaller case may fit here; returns
 * false.
 */
bool error_too_large(struct error *error);

/**
 * Reports a file that cannot be read, with the reason in errno: EXIT_USAGE if the path or the file
 * is wrong, EXIT_ENVIRONMENT if disk, memory or descriptors fail. Returns false.
 */
bool error_unreadable(struct error *error, const char *path);

/** Puts `prefix: ` before the text of `error`, unless it begins with that name, and returns false.
 */
bool error_prefix(struct error *error, const char *prefix);

#endif
