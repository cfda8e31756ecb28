#include "harness/catalog/sharing.h"

#include "harness/base/words.h"

static const char *const names[SHARING_COUNT] = {[SHARING_STREAMS] = "streams",
                                                 [SHARING_BATCHED] = "batched",
                                                 [SHARING_PROCESSES] = "processes",
                                                 [SHARING_DEVICES] = "devices"};

WORDS_OF_VALUES(sharing, enum sharing, names)
