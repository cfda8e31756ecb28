#include "harness/base/files/standard_output.h"

#include "harness/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *name;

/* Opens substitutes for missing standard streams, whose numbers files would get otherwise. The
 * substitutes can be neither read nor written. */
static void occupy(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* Returns why the standard output has failed: the stream does not keep the reason, but the next
 * write fails with it. */
static int reason_of_failure(void)
{
    return write(STDOUT_FILENO, "\n", 1) < 0 ? errno : EIO;
}

/*
 * Closes the stream. A stream that was closed from the start is an error only if output was written
 * to it.
 */
static void close_and_check(void)
{
    bool pending = __fpending(stdout) > 0, failed = ferror(stdout) != 0;
    int reason = failed ? reason_of_failure() : 0;
    if (fclose(stdout) != 0 && !failed)
        reason = errno;
    if (reason == 0 || (reason == EBADF && !failed && !pending))
        return;
    fprintf(stderr, "%s: the standard output cannot be written: %s\n", name, strerror(reason));
    _exit(EXIT_ENVIRONMENT);
}

void standard_output_check(const char *program)
{
    static bool registered;
    name = program;
    occupy();
    registered = registered || atexit(close_and_check) == 0;
}
