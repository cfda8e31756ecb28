/*
 * Loads machine code that was compiled at run time, from bytes in memory. Their check sum must be
 * right.
 */
#pragma once

#include "harness/base/error.h"

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Start of the paths of opened shared objects. */
#define SHARED_OBJECT_FILES "/proc/self/fd/"

/**
 * Opens the bytes of a shared object and finds a symbol in it. The bytes are copied to a private
 * file in memory: no one can change them between check and use. The object stays open until the
 * process ends. Returns NULL with the loader's reason. EXIT_ENVIRONMENT if the object cannot be
 * opened, EXIT_USAGE if it has no such symbol. `name` is the object's name in errors.
 */
const void *shared_object_open(const void *bytes, size_t size, const char *name, const char *symbol,
                               struct error *error);

/** Returns another symbol of the object that contains `found`; NULL if it has none of that name. */
void *shared_object_symbol(const void *found, const char *symbol);

/** A 64-bit ELF file in memory, with its table of sections. */
struct elf {
    const unsigned char *bytes;
    uint64_t size;
    Elf64_Ehdr header;
    Elf64_Shdr names; /* the section with the names of sections */
};

struct elf_section {
    const char *name;           /* ".text" */
    const unsigned char *bytes; /* contents; NULL: the section has none in the file */
    uint64_t size;
};

/**
 * Opens an ELF file in memory, which must outlive `elf`. False if it is not an ELF file, or
 * incomplete.
 */
bool elf_open(struct elf *elf, const void *bytes, size_t size);

/** Returns the number of sections. */
int elf_sections(const struct elf *elf);

/** Returns section k; false if it extends beyond the file. */
bool elf_section(const struct elf *elf, int k, struct elf_section *section);
