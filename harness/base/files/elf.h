/* Sections of ELF files: a CPU's shared objects and a GPU's cubins. */
#pragma once

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
