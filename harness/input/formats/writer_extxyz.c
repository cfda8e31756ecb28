/*
 * Writes extended XYZ as reader_extxyz.c reads it, with all data of the particles; 17 significant
 * digits keep every bit.
 */
#include "harness/input/formats/writer_extxyz.h"

#include "harness/base/printable.h"
#include "harness/input/formats/writer.h"

#include <inttypes.h>

/** Writes the `each` numbers of particle i in an array, unless the array is NULL. */
static void write_numbers(const double *array, int each, int64_t i, FILE *stream)
{
    for (int k = 0; k < each && array != NULL; k++)
        fprintf(stream, " %.17g", array[each * i + k]);
}

void extxyz_write(const struct system *system, const struct extxyz_found *found, FILE *stream)
{
    fprintf(stream,
            "%" PRId64 "\nLattice=\"%.17g 0 0 0 %.17g 0 0 0 %.17g\" "
            "Properties=%sspecies:S:1:pos:R:3%s%s%s%s%s%s%s%s pbc=\"T T T\"",
            system->n, system->box[0], system->box[1], system->box[2],
            found->x != NULL ? "id:I:1:" : "", system->type != NULL ? ":type:I:1" : "",
            system->charge != NULL ? ":charge:R:1" : "",
            system->orientation != NULL ? ":orientation:R:4" : "",
            system->velocity != NULL ? ":velo:R:3" : "", system->spin != NULL ? ":angmom:R:3" : "",
            found->x != NULL ? ":forces:R:3" : "", found->torque != NULL ? ":torques:R:3" : "",
            found->energy != NULL ? ":energies:R:1" : "");
    if (found->x != NULL)
        fprintf(stream, " energy=%.17g", found->total);
    fputs(" source=", stream);
    printable_quoted(stream, system->source);
    fprintf(stream, " hash=%s\n", system->hash);
    for (int64_t i = 0; i < system->n; i++) {
        if (found->x != NULL)
            fprintf(stream, "%" PRId64 " ", i + 1);
        fprintf(stream, "Ar %.17g %.17g %.17g", system->x[i], system->y[i], system->z[i]);
        if (system->type != NULL)
            fprintf(stream, " %" PRId32, system->type[i]);
        if (system->charge != NULL)
            fprintf(stream, " %.5f", (double)system->charge[i] / CHARGES_PER_E);
        write_numbers(system->orientation, 4, i, stream);
        write_numbers(system->velocity, 3, i, stream);
        write_numbers(system->spin, 3, i, stream);
        write_numbers(found->x, 1, i, stream);
        write_numbers(found->y, 1, i, stream);
        write_numbers(found->z, 1, i, stream);
        write_numbers(found->torque, 3, i, stream);
        write_numbers(found->energy, 1, i, stream);
        fputc('\n', stream);
    }
}

static bool write(const struct system *system, const struct model *model, FILE *stream,
                  struct error *error)
{
    (void)model;
    (void)error;
    extxyz_write(system, &(struct extxyz_found){0}, stream);
    return true;
}

const struct writer writer_extxyz = {
    .name = "extxyz",
    .summary = "extended XYZ",
    .parts =
        WRITES_TYPES | WRITES_CHARGES | WRITES_ORIENTATIONS | WRITES_VELOCITIES | WRITES_MOMENTA,
    .write = write,
};
