/* Fuzzes the reader of extended XYZ files. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_system("extxyz", fuzz_file(0, data, size), NULL);
    return 0;
}
