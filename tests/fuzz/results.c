/* Fuzzes results files with everything that reads them. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_records(fuzz_file(0, data, size));
    return 0;
}
