#include "harness/json/json_memory.h"

#include "harness/base/memory.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        memory_end("a JSON document");
    return memory;
}

void json_memory_guard(void)
{
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = allocate, .free_fn = free});
}
