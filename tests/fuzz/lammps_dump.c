/* Fuzzes the reader of LAMMPS text dumps: the first frame and the second. */
#include "tests/fuzz/fuzz.h"

#include "harness/input/system_create.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(0, data, size);
    const struct system_spec second = {.file = path, .format = "lammps_dump", .frame = 2};
    struct system system;
    struct error error;
    fuzz_system("lammps_dump", path, NULL);
    if (system_create(&second, &system, &error))
        system_free(&system);
    return 0;
}
