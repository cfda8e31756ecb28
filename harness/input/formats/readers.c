#include "harness/input/formats/readers.h"

#include "harness/base/memory.h"
#include "harness/base/suggest.h"
#include "harness/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const struct reader reader_extxyz, reader_nist, reader_lammps, reader_lammps_dump,
    reader_oxdna, reader_gromacs;

static const struct reader *const table[] = {
    &reader_extxyz,  &reader_nist, &reader_lammps, &reader_lammps_dump, &reader_oxdna,
    &reader_gromacs, NULL};

enum { COUNT = sizeof table / sizeof *table - 1 };

const struct reader *const *readers(void)
{
    return table;
}

static bool find(const char *format, const struct reader **reader, struct error *error)
{
    const char *names[COUNT + 1] = {NULL};
    for (int k = 0; k < COUNT; k++) {
        *reader = table[k];
        names[k] = table[k]->name;
        if (strcmp(names[k], format) == 0)
            return true;
    }
    return suggest_error(error, "readable file format", format, names);
}

/**
 * Finds the format by the file's name, otherwise by its content; *sure: both agree. The file has no
 * current line afterwards.
 */
static bool guess(struct text_file *file, const struct reader **reader, bool *sure,
                  struct error *error)
{
    for (const struct reader *const *entry = table; *entry != NULL; entry++) {
        *reader = *entry;
        for (const char *const *suffix = (*entry)->suffixes; *suffix != NULL; suffix++)
            if (text_has_suffix(file->path, *suffix)) {
                *sure = (*entry)->recognises(file);
                text_again(file);
                return true;
            }
    }
    for (const struct reader *const *entry = table; *entry != NULL; entry++) {
        const bool found = (*entry)->recognises(file);
        *reader = *entry;
        text_again(file);
        if (found)
            return true;
    }
    char formats[1024] = "";
    if (!text_next(file, "a configuration", error))
        return false;
    for (const struct reader *const *entry = table; *entry != NULL; entry++)
        text_append(formats, sizeof formats, ", ", "%s (%s)", (*entry)->name, (*entry)->summary);
    return text_error(
        file, error,
        "the format of this is not recognised; say which with --format (in the command "
        "system with --from, in a config with system.format): %s",
        formats);
}

enum { FIRST_LINES = 2 };

/** Adds a remark to an error in a file's first lines: the format was only guessed. */
static void say_guessed(const struct text_file *file, const struct reader *reader,
                        struct error *error)
{
    const struct error wrong = *error;
    if (error->code == EXIT_USAGE && file->number <= FIRST_LINES)
        error_set(error, EXIT_USAGE,
                  "%s (that the format is %s is a guess; say which with --format, in the command "
                  "system with --from, in a config with system.format)",
                  wrong.text, reader->name);
}

/**
 * Returns the path with .top in place of its suffix; appends .top if it has none. The caller frees
 * the result.
 */
static char *default_topology(const char *path, struct error *error)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    size_t length =
        dot != NULL && (slash == NULL || dot > slash) ? (size_t)(dot - path) : strlen(path);
    size_t size = length + sizeof ".top";
    char *usual = memory_allocate((int64_t)size, 1, "a path", error);
    if (usual != NULL)
        snprintf(usual, size, "%.*s.top", (int)length, path);
    return usual;
}

static bool read_topology(const struct reader *reader, const char *path, const char *given,
                          struct system *system, struct error *error)
{
    if (reader->read_topology == NULL)
        return given == NULL ||
               error_set(error, EXIT_USAGE, "%s: format %s has no topology, but %s is given", path,
                         reader->name, given);
    if (given == NULL && strcmp(path, TEXT_STANDARD_INPUT) == 0)
        return error_set(error, EXIT_USAGE,
                         "standard input: format %s has its topology in a separate file; name it",
                         reader->name);
    struct text_file file;
    char *usual = given == NULL ? default_topology(path, error) : NULL;
    if (given == NULL && usual == NULL)
        return false;
    if (given == NULL && access(usual, F_OK) != 0) {
        error_set(error, EXIT_USAGE,
                  "%s: cannot be read: No such file or directory; format %s has its topology in a "
                  "separate file, which --topology names, in a config system.topology",
                  usual, reader->name);
        free(usual);
        return false;
    }
    bool opened = (given != NULL || text_check_found(usual, error)) &&
                  text_open(given != NULL ? given : usual, &file, error);
    bool read = opened && reader->read_topology(&file, system, error);
    if (opened)
        text_close(&file);
    free(usual);
    return read;
}

static bool seek(const struct reader *reader, struct text_file *file, int64_t frame,
                 struct error *error)
{
    if (frame == 0)
        return true;
    return reader->seek != NULL
               ? reader->seek(file, frame, error)
               : error_set(
                     error, EXIT_USAGE,
                     "%s: a file of format %s has one configuration, but a frame is asked for",
                     file->path, reader->name);
}

/** Reads a file of a known format. */
static bool read_as(const struct reader *reader, struct text_file *file,
                    const struct system_spec *spec, struct system *system, struct error *error)
{
    if (spec->style != NULL && !reader->styles)
        return error_set(error, EXIT_USAGE,
                         "%s: files of format %s have no atom styles, but %s is given", file->path,
                         reader->name, spec->style);
    return seek(reader, file, spec->frame, error) && reader->read(file, spec, system, error);
}

bool reader_read(const struct system_spec *spec, struct system *system, struct error *error)
{
    const struct reader *reader = NULL;
    struct text_file file;
    *system = (struct system){0};
    if (spec->format != NULL && !find(spec->format, &reader, error))
        return false;
    if (!text_open(spec->file, &file, error))
        return false;
    bool sure = reader != NULL;
    bool read = sure || guess(&file, &reader, &sure, error);
    if (read) {
        read = read_as(reader, &file, spec, system, error);
        if (!read && !sure)
            say_guessed(&file, reader, error);
    }
    read = read && read_topology(reader, spec->file, spec->topology, system, error);
    text_close(&file);
    if (!read)
        system_free(system);
    return read;
}
