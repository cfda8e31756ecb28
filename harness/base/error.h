/* Errors that end up on the command line: an exit code and one readable sentence. */
#ifndef PAIRLANES_ERROR_H
#define PAIRLANES_ERROR_H

#include <stdbool.h>

/**
 * Exit codes of every pairlanes command. The command `compare` has further codes
 * (harness/report/verdicts/compare.h).
 */
enum exit_code {
    EXIT_OK = 0,
    EXIT_VERIFICATION = 1,  /* a force, an energy or a motion is outside its tolerance, or a
                             * kernel crashed or hung */
    EXIT_USAGE = 2,         /* wrong arguments, config or input file */
    EXIT_ENVIRONMENT = 3,   /* this machine cannot do the requested work */
    EXIT_OTHER_RESULTS = 5, /* existing results cannot be resumed, because they belong to another
                             * config, build or host. Scripts use code 4 after their time limit */
};

struct error {
    enum exit_code code;
    bool too_large; /* true if only this machine's resources are exceeded: the case is skipped
                     * and does not fail */
    char text[2048];
};

/**
 * Fills in `error` (printf format). Returns false, so that callers can write `return
 * error_set(...)`.
 */
bool error_set(struct error *error, enum exit_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/**
 * Marks an error as a lack of memory on this machine. Another machine may have enough, or a smaller
 * case may fit. Returns false.
 */
bool error_too_large(struct error *error);

/**
 * Reports a file that cannot be read, with the reason in errno. EXIT_USAGE if the path or the file
 * is wrong. EXIT_ENVIRONMENT if disk, memory or descriptors fail. Returns false.
 */
bool error_unreadable(struct error *error, const char *path);

/**
 * Puts `prefix: ` before the text of `error`, unless the text already begins with `prefix`. Returns
 * false.
 */
bool error_prefix(struct error *error, const char *prefix);

#endif
