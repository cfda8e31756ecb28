/* The ways in which independent systems share one machine. */
#pragma once

#include <stdbool.h>

enum sharing {
    SHARING_STREAMS,   /* one device and process: a thread each, and on a GPU a stream */
    SHARING_BATCHED,   /* one device: particles one after another, each launch serves all */
    SHARING_PROCESSES, /* one device: a process each */
    SHARING_DEVICES,   /* a device each, of one process */
    SHARING_COUNT
};

/** Names, and back. */
const char *sharing_name(enum sharing sharing);
bool sharing_find(const char *name, enum sharing *sharing);
