/*
 * Functions for tests of readers: they write a configuration file, read it, and check the content
 * or the error.
 */
#pragma once

#include "harness/input/formats/writer.h"
#include "harness/input/system_create.h"
#include "tests/support.h"

#include <string.h>
#include <unistd.h>

/** Folder for the tests' files. */
static char folder[] = "/tmp/pairlanes-reader-XXXXXX";

/* Group fixtures that make and remove the folder. */
static inline int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static inline int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

/** Writes a file with this name and these bytes, and creates a system from it. */
static inline bool read_bytes(const char *name, const char *bytes, size_t size, const char *format,
                              struct system *system, struct error *error)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
    const struct system_spec spec = {.file = path, .format = format};
    bool created = system_create(&spec, system, error);
    remove(path);
    return created;
}

/** Writes a file with this name and text, and creates a system from it. */
static inline bool read_text(const char *name, const char *content, const char *format,
                             struct system *system, struct error *error)
{
    return read_bytes(name, content, strlen(content), format, system, error);
}

/** Returns the system in a valid file with this name and content; fails if it is refused. */
static inline struct system good(const char *name, const char *content)
{
    struct system system;
    struct error error;
    assert_good(read_text(name, content, NULL, &system, &error));
    return system;
}

/** Checks that a file with this name and content causes an error that contains `complaint`. */
static inline void bad(const char *name, const char *content, const char *format,
                       const char *complaint)
{
    struct system system;
    struct error error;
    assert_false(read_text(name, content, format, &system, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    if (strstr(error.text, complaint) == NULL)
        fail_msg("expected \"%s\" in: %s", complaint, error.text);
    assert_null(system.x);
}

#define LATTICE "Lattice=\"4 0 0 0 5 0 0 0 6\""

/** Writes a system in a format, and reads it back. */
static inline struct system written(const struct system *system, const char *format)
{
    const struct writer *writer;
    struct error error;
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/written", folder);
    assert_true(writer_find(format, &writer, &error));
    assert_good(writer_write(writer, path, system, NULL, &error));
    struct system again = created(&(struct system_spec){.file = path});
    remove(path);
    return again;
}

/** Returns a text with `from` replaced by `to`; valid up to the next call. */
static inline const char *replaced(const char *whole, const char *from, const char *to)
{
    static char text[2048];
    const char *at = strstr(whole, from);
    assert_non_null(at);
    assert_true(snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, to,
                         at + strlen(from)) < (int)sizeof text);
    return text;
}
