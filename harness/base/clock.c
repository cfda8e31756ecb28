#include "harness/base/clock.h"

#include <time.h>

double clock_seconds(void)
{
    static _Thread_local double last, offset;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    double now = (double)time.tv_sec + 1e-9 * (double)time.tv_nsec + offset;
    if (now < last) {
        offset += last - now;
        now = last;
    }
    last = now;
    return now;
}
