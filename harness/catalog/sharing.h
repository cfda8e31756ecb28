/* Ways in which independent systems run at the same time on one machine. */
#pragma once

#include <stdbool.h>

enum sharing {
    SHARING_STREAMS,   /* one device and one process; each system has a thread and, on a GPU, a
                        * stream */
    SHARING_BATCHED,   /* one device; one array contains the particles of all systems, and each
                        * launch evaluates all systems */
    SHARING_PROCESSES, /* one device; each system has a process */
    SHARING_DEVICES,   /* one process; each system has a device */
    SHARING_COUNT
};

/** Return the name of a value, and find a value by its name. */
const char *sharing_name(enum sharing sharing);
bool sharing_find(const char *name, enum sharing *sharing);
