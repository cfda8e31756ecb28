/* Writes a LAMMPS data file (atom_style atomic); 17 significant digits keep every bit. */
#include "harness/input/formats/writer_lammps.h"
#include "harness/base/printable.h"

#include <inttypes.h>

int32_t writer_lammps_types(const struct system *system, FILE *stream)
{
    int32_t types = 1;
    for (int64_t i = 0; system->type != NULL && i < system->n; i++)
        types = system->type[i] >= types ? system->type[i] + 1 : types;
    printable_line(stream, "LAMMPS data file: %s, hash %s", system->source, system->hash);
    fprintf(stream, "\n%" PRId64 " atoms\n%" PRId32 " atom types\n", system->n, types);
    return types;
}

void writer_lammps_box(const struct system *system, const struct model *model, int types,
                       FILE *stream)
{
    fputc('\n', stream);
    for (int d = 0; d < 3; d++)
        fprintf(stream, "0 %.17g %clo %chi\n", system->box[d], "xyz"[d], "xyz"[d]);
    fputs("\nMasses\n\n", stream);
    for (int k = 0; k < types; k++)
        fprintf(stream, "%d %.17g\n", k + 1,
                model != NULL && model->types != NULL ? model->types[k].mass : 1);
}

void writer_lammps_atoms(const struct system *system, const char *style, const char *molecule,
                         FILE *stream)
{
    fprintf(stream, "\nAtoms # %s\n\n", style);
    for (int64_t i = 0; i < system->n; i++)
        fprintf(stream, "%" PRId64 " %s%" PRId32 " %.17g %.17g %.17g\n", i + 1, molecule,
                system->type != NULL ? system->type[i] + 1 : 1, system->x[i], system->y[i],
                system->z[i]);
}

void writer_lammps_velocities(const struct system *system, FILE *stream)
{
    if (system->velocity == NULL)
        return;
    fputs("\nVelocities\n\n", stream);
    for (int64_t i = 0; i < system->n; i++)
        fprintf(stream, "%" PRId64 " %.17g %.17g %.17g\n", i + 1, system->velocity[3 * i],
                system->velocity[3 * i + 1], system->velocity[3 * i + 2]);
}

static bool write(const struct system *system, const struct model *model, FILE *stream,
                  struct error *error)
{
    if (model != NULL && model->row14 != NULL)
        return error_set(error, EXIT_USAGE,
                         "format lammps cannot hold the types of %s, which model %s knows by "
                         "coefficients",
                         system->source, model->name);
    const int32_t types = writer_lammps_types(system, stream);
    writer_lammps_box(system, model, types, stream);
    writer_lammps_atoms(system, "atomic", "", stream);
    writer_lammps_velocities(system, stream);
    return true;
}

const struct writer writer_lammps = {
    .name = "lammps",
    .summary = "LAMMPS data file, atom_style atomic",
    .parts = WRITES_TYPES | WRITES_VELOCITIES,
    .write = write,
};
