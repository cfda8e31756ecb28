#include "harness/catalog/sharing.h"

#include <string.h>

static const char *const names[SHARING_COUNT] = {[SHARING_STREAMS] = "streams",
                                                 [SHARING_BATCHED] = "batched",
                                                 [SHARING_PROCESSES] = "processes",
                                                 [SHARING_DEVICES] = "devices"};

const char *sharing_name(enum sharing sharing)
{
    return names[sharing];
}

bool sharing_find(const char *name, enum sharing *sharing)
{
    int k = 0;
    while (k < SHARING_COUNT && strcmp(names[k], name) != 0)
        k++;
    if (k < SHARING_COUNT)
        *sharing = (enum sharing)k;
    return k < SHARING_COUNT;
}
