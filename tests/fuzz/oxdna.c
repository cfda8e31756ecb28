/* Fuzzes oxDNA input: the configuration up to the first line "----", then the topology. */
#include "tests/fuzz/fuzz.h"

#include <string.h>

static const char rule[] = "\n----\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = data + size, *at = memmem(data, size, rule, sizeof rule - 1);
    const uint8_t *rest = at != NULL ? at + sizeof rule - 1 : end;
    const uint8_t *first = at != NULL ? at + 1 : end; /* includes the line break */
    const char *topology = fuzz_file(1, rest, (size_t)(end - rest));
    fuzz_system("oxdna", fuzz_file(0, data, (size_t)(first - data)), topology);
    return 0;
}
