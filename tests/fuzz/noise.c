/* Fuzzes files of a machine's noise, and look-ups in them. */
#include "tests/fuzz/fuzz.h"

#include "harness/results/noise.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct noise noise;
    struct error error;
    if (!noise_read(fuzz_file(0, data, size), &noise, &error))
        return 0;
    fuzz_expect(noise_for(&noise, fuzz_case()->record, "force") >= 0, "a noise is not below 0");
    fuzz_expect(noise_for(&noise, fuzz_case()->record, "build") >= 0, "a noise is not below 0");
    noise_free(&noise);
    return 0;
}
