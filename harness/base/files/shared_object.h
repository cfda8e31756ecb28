/* Machine code that was compiled at run time, opened from checked bytes. */
#pragma once

#include "harness/base/error.h"

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Beginning of the paths of opened shared objects. */
#define SHARED_OBJECT_FILES "/proc/self/fd/"

/**
 * Opens the bytes of a shared object and finds a symbol in it. They go through a private file in
 * memory, so that the checked bytes are the ones opened. The object stays until the process ends.
 * NULL with the loader's reason: EXIT_ENVIRONMENT if it cannot be opened, EXIT_USAGE if it lacks a
 * symbol; `name` is its name in the error.
 */
const void *shared_object_open(const void *bytes, size_t size, const char *name, const char *symbol,
                               struct error *error);

/** Returns another symbol of the object in which `found` was found; NULL if it has none. */
void *shared_object_symbol(const void *found, const char *symbol);

/** A 64-bit file in memory with a table of sections. */
struct elf {
    const unsigned char *bytes;
    uint64_t size;
    Elf64_Ehdr header;
    Elf64_Shdr names; /* the section with the names of all */
};

struct elf_section {
    const char *name;           /* ".text" */
    const unsigned char *bytes; /* contents; NULL: the file has none */
    uint64_t size;
};

/**
 * Opens an ELF file in memory, which has to stay there; false if it is something else, or cut off.
 */
bool elf_open(struct elf *elf, const void *bytes, size_t size);

/** The number of sections. */
int elf_sections(const struct elf *elf);

/** Returns section k; false if it is outside of the file. */
bool elf_section(const struct elf *elf, int k, struct elf_section *section);
