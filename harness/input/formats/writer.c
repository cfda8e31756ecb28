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

/** Whether a system has a part that only some formats support. */
static bool has(const struct system *system, enum writer_part part)
{
    switch (part) {
    case WRITES_TYPES:
        return system->type != NULL;
    case WRITES_CHARGES:
        return system->charge != NULL;
    case WRITES_ORIENTATIONS:
        return system->orientation != NULL;
    case WRITES_VELOCITIES:
        return system->velocity != NULL;
    case WRITES_MOMENTA:
        return system->spin != NULL;
    case WRITES_BONDED:
        return system->bonded_count > 0;
    case WRITES_EXCLUSIONS:
        return system->exclusion_count > 0;
    default:
        return system->field != NULL && (system->field->types > 0 || system->field->rows > 0);
    }
}

/**
 * Refuses a system with parts that the format lacks. The message lists the formats that have them.
 */
static bool check_parts(const struct writer *writer, const struct system *system,
                        struct error *error)
{
    static const struct {
        enum writer_part part;
        const char *name;
    } parts[] = {{WRITES_BONDED, "bonded terms"},       {WRITES_EXCLUSIONS, "excluded pairs"},
                 {WRITES_COEFFICIENTS, "coefficients"}, {WRITES_CHARGES, "charges"},
                 {WRITES_ORIENTATIONS, "orientations"}, {WRITES_MOMENTA, "angular momenta"},
                 {WRITES_VELOCITIES, "velocities"},     {WRITES_TYPES, "types"}};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if ((writer->parts & parts[k].part) == 0 && has(system, parts[k].part))
            return error_set(error, EXIT_USAGE, "format %s cannot hold the %s of %s", writer->name,
                             parts[k].name, system->source);
    return true;
}

bool writer_write(const struct writer *writer, const char *path, const struct system *system,
                  const struct model *model, struct error *error)
{
    if (!check_parts(writer, system, error) ||
        (writer->check != NULL && !writer->check(system, error)))
        return error_prefix(error, path);
    struct output output;
    if (!output_begin(&output, path, error))
        return false;
    bool written = writer->write(system, model, output.stream, error);
    return output_end(&output, written, error);
}
