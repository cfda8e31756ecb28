#include "harness/input/formats/writer.h"

#include "harness/base/files/output.h"
#include "harness/base/suggest.h"

#include <string.h>

extern const struct writer writer_extxyz, writer_lammps, writer_lammps_beads,
    writer_lammps_molecules;

static const struct writer *const table[] = {&writer_extxyz, &writer_lammps, &writer_lammps_beads,
                                             &writer_lammps_molecules, NULL};

enum { COUNT = sizeof table / sizeof *table - 1 };

const struct writer *const *writers(void)
{
    return table;
}

bool writer_find(const char *name, const struct writer **writer, struct error *error)
{
    const char *names[COUNT + 1] = {NULL};
    for (int k = 0; k < COUNT; k++) {
        *writer = table[k];
        names[k] = table[k]->name;
        if (strcmp(names[k], name) == 0)
            return true;
    }
    return suggest_error(error, "writable file format", name, names);
}

bool writer_write(const struct writer *writer, const char *path, const struct system *system,
                  struct error *error)
{
    if (writer->check != NULL && !writer->check(system, error))
        return error_prefix(error, path);
    if (writer->check == NULL &&
        (system->bonded_count > 0 || (system->orientation != NULL && !writer->orientations)))
        return error_set(error, EXIT_USAGE, "%s: format %s cannot hold the %s of %s", path,
                         writer->name, system->bonded_count > 0 ? "bonded terms" : "orientations",
                         system->source);
    struct output output;
    if (!output_begin(&output, path, error))
        return false;
    bool written = writer->write(system, output.stream, error);
    return output_end(&output, written, error);
}
