#include "harness/base/process/divert.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static int kept = -1;     /* descriptor of the standard output while it is redirected; -1: it is
                           * not */
static atomic_int nested; /* calls of divert_begin that were not yet followed by divert_end */

void divert_begin(void)
{
    if (nested++ > 0)
        return;
    fflush(stdout);
    kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (kept >= 0)
        dup2(STDERR_FILENO, STDOUT_FILENO);
}

void divert_end(void)
{
    if (--nested > 0)
        return;
    fflush(stdout);
    divert_end_at_once();
}

void divert_end_at_once(void)
{
    if (kept < 0)
        return;
    dup2(kept, STDOUT_FILENO);
    close(kept);
    kept = -1;
}
