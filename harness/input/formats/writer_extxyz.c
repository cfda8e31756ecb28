/* Extended XYZ, as reader_extxyz.c reads it, with types and orientations: 17 significant digits
 * keep every bit. */
#include "harness/base/plain.h"
#include "harness/input/formats/writer.h"

#include <inttypes.h>

static bool write(const struct system *system, FILE *stream, struct error *error)
{
    (void)error;
    fprintf(stream,
            "%" PRId64 "\nLattice=\"%.17g 0 0 0 %.17g 0 0 0 %.17g\" "
            "Properties=species:S:1:pos:R:3%s%s pbc=\"T T T\" source=",
            system->n, system->box[0], system->box[1], system->box[2],
            system->type != NULL ? ":type:I:1" : "",
            system->orientation != NULL ? ":orientation:R:4" : "");
    plain_quoted(stream, system->source);
    fprintf(stream, " hash=%s\n", system->hash);
    for (int64_t i = 0; i < system->n; i++) {
        fprintf(stream, "Ar %.17g %.17g %.17g", system->x[i], system->y[i], system->z[i]);
        if (system->type != NULL)
            fprintf(stream, " %" PRId32, system->type[i]);
        for (int k = 0; k < 4 && system->orientation != NULL; k++)
            fprintf(stream, " %.17g", system->orientation[4 * i + k]);
        fputc('\n', stream);
    }
    return true;
}

const struct writer writer_extxyz = {
    .name = "extxyz",
    .summary = "extended XYZ",
    .orientations = true,
    .write = write,
};
