#include "harness/base/files/elf.h"

#include <string.h>

static bool is_within(const struct elf *elf, uint64_t offset, uint64_t size)
{
    return offset <= elf->size && size <= elf->size - offset;
}

static bool header_at(const struct elf *elf, int k, Elf64_Shdr *section)
{
    const uint64_t offset = elf->header.e_shoff + (uint64_t)k * sizeof *section;
    if (!is_within(elf, offset, sizeof *section))
        return false;
    memcpy(section, elf->bytes + offset, sizeof *section);
    return section->sh_type == SHT_NOBITS || is_within(elf, section->sh_offset, section->sh_size);
}

bool elf_open(struct elf *elf, const void *bytes, size_t size)
{
    *elf = (struct elf){.bytes = bytes, .size = size};
    if (size < sizeof elf->header)
        return false;
    memcpy(&elf->header, bytes, sizeof elf->header);
    return memcmp(elf->header.e_ident, ELFMAG, SELFMAG) == 0 &&
           elf->header.e_ident[EI_CLASS] == ELFCLASS64 &&
           elf->header.e_shentsize == sizeof(Elf64_Shdr) &&
           header_at(elf, elf->header.e_shstrndx, &elf->names) &&
           elf->names.sh_type == SHT_STRTAB && elf->names.sh_size > 0 &&
           elf->bytes[elf->names.sh_offset + elf->names.sh_size - 1] == '\0';
}

int elf_sections(const struct elf *elf)
{
    return elf->header.e_shnum;
}

bool elf_section(const struct elf *elf, int k, struct elf_section *section)
{
    Elf64_Shdr header;
    if (!header_at(elf, k, &header))
        return false;
    const char *names = (const char *)elf->bytes + elf->names.sh_offset;
    *section = (struct elf_section){
        .name = header.sh_name < elf->names.sh_size ? names + header.sh_name : "",
        .bytes = header.sh_type == SHT_NOBITS ? NULL : elf->bytes + header.sh_offset,
        .size = header.sh_size};
    return true;
}
