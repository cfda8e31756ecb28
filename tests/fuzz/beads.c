/*
 * Fuzzes the reader of LAMMPS data files with lipid beads. A fixed header precedes the input, so
 * that files of other atoms do not occur.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

static const char header[] =
    "LAMMPS data\n\n4 atoms\n2 bonds\n1 angles\n\n-9 9 xlo xhi\n-9 9 ylo yhi\n"
    "-9 9 zlo zhi\n\nAtoms # hybrid\n\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t text[1 << 16];
    size_t head = sizeof header - 1;
    if (size > sizeof text - head)
        return 0;
    memcpy(text, header, head);
    if (size > 0)
        memcpy(text + head, data, size);
    fuzz_system("lammps", fuzz_file(0, text, head + size), NULL);
    return 0;
}
