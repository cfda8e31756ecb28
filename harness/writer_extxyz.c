/* Extended XYZ, as reader_extxyz.c reads it: 17 significant digits keep every bit. */
#include "harness/writer.h"

#include <inttypes.h>

static void write(const struct system *system, FILE *stream)
{
    fprintf(stream,
            "%" PRId64 "\nLattice=\"%.17g 0 0 0 %.17g 0 0 0 %.17g\" "
            "Properties=species:S:1:pos:R:3 pbc=\"T T T\" source=\"%s\" hash=%s\n",
            system->n, system->box[0], system->box[1], system->box[2], system->source,
            system->hash);
    for (int64_t i = 0; i < system->n; i++)
        fprintf(stream, "Ar %.17g %.17g %.17g\n", system->x[i], system->y[i], system->z[i]);
}

const struct writer writer_extxyz = {
    .name = "extxyz",
    .summary = "extended XYZ",
    .write = write,
};
