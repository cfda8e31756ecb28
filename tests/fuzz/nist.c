/* Fuzzes the reader of NIST's reference configurations. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_system("nist", fuzz_file(0, data, size), NULL);
    return 0;
}
