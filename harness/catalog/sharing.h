/* Ways in which independent systems share one machine. */
#pragma once

#include <stdbool.h>

enum sharing {
    SHARING_STREAMS,   /* one device and process, a thread per system, and on a GPU a stream */
    SHARING_BATCHED,   /* one device: particles of all systems in one array, all evaluated by
                        * each launch */
    SHARING_PROCESSES, /* one device, a process per system */
    SHARING_DEVICES,   /* one process, a device per system */
    SHARING_COUNT
};

/** Returns the name of a value, and finds a value by name. */
const char *sharing_name(enum sharing sharing);
bool sharing_find(const char *name, enum sharing *sharing);
