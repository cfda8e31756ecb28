/* A LAMMPS data file (atom_style atomic, one type of mass 1): 17 significant digits keep every bit.
 */
#include "harness/writer.h"

#include <inttypes.h>

static void write(const struct system *system, FILE *stream)
{
    fprintf(stream, "LAMMPS data file: %s, hash %s\n\n%" PRId64 " atoms\n1 atom types\n\n",
            system->source, system->hash, system->n);
    for (int d = 0; d < 3; d++)
        fprintf(stream, "0 %.17g %clo %chi\n", system->box[d], "xyz"[d], "xyz"[d]);
    fputs("\nMasses\n\n1 1\n\nAtoms # atomic\n\n", stream);
    for (int64_t i = 0; i < system->n; i++)
        fprintf(stream, "%" PRId64 " 1 %.17g %.17g %.17g\n", i + 1, system->x[i], system->y[i],
                system->z[i]);
}

const struct writer writer_lammps = {
    .name = "lammps",
    .summary = "LAMMPS data file, atom_style atomic",
    .write = write,
};
