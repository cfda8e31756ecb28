#include "harness/base/machine/system_file.h"

#include "harness/base/memory.h"

#include <errno.h>

FILE *system_file_open(const char *path)
{
    FILE *stream = fopen(path, "r");
    if (stream == NULL && errno == ENOMEM)
        memory_end(path);
    return stream;
}
