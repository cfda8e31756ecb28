#include "harness/catalog/sharing.h"

#include "harness/base/words.h"

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
    const int found = words_find(names, SHARING_COUNT, name);
    if (found >= 0)
        *sharing = (enum sharing)found;
    return found >= 0;
}
