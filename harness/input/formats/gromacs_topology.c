#include "harness/input/formats/gromacs_topology.h"

#include "harness/base/memory.h"
#include "harness/input/formats/gromacs_sections.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Section names in early versions, which GROMACS still reads, and today's names. */
static const char *const renamed[][2] = {{"dummies1", "virtual_sites1"},
                                         {"dummies2", "virtual_sites2"},
                                         {"dummies3", "virtual_sites3"},
                                         {"dummies4", "virtual_sites4"},
                                         {"dummiesn", "virtual_sitesn"}};

/** Reads a line of [ molecules ]: "molecule count". */
static bool take_block(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error)
{
    struct gromacs_block block = {0};
    if (!gromacs_lines_have(lines, 2, "a molecule and how many there are", error) ||
        !gromacs_whole(lines, 1, "how many molecules there are", 0, INT32_MAX, &block.count, error))
        return false;
    block.molecule = gromacs_index_find(&topology->molecule_of, hash_of_text(lines->word[0]));
    if (block.molecule < 0)
        return gromacs_lines_error(lines, error, "there is no [ moleculetype ] %.60s",
                                   lines->word[0]);
    if (topology->molecule[block.molecule].atoms == 0)
        return gromacs_lines_error(lines, error, "molecule %.60s has no atoms", lines->word[0]);
    gromacs_lines_place(lines, block.place);
    topology->block = memory_room(topology->block, topology->blocks, &topology->block_room,
                                  sizeof block, "molecules");
    topology->block[topology->blocks++] = block;
    return true;
}

/** Sections outside the force field. */
static const struct section {
    const char *name;
    bool (*take)(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                 struct error *error); /* reads a line; NULL: no effect on energies */
    bool of_molecule;                  /* true if it belongs to a [ moleculetype ] */
} sections[] = {
    {"system", NULL, false},
    {"cmaptypes", NULL, false}, /* [ cmap ] is refused, so its types are not used */
    {"implicit_genborn_params", NULL, false},
    {"moleculetype", gromacs_take_molecule, false},
    {"molecules", take_block, false},
    {"atoms", gromacs_take_atom, true},
    {"bonds", gromacs_take_term, true},
    {"angles", gromacs_take_term, true},
    {"dihedrals", gromacs_take_term, true},
    {"pairs", gromacs_take_pair, true},
    {"exclusions", gromacs_take_exclusions, true},
    {"constraints", gromacs_take_constraint, true},
    {"settles", gromacs_take_settle, true},
    {"position_restraints", gromacs_take_restraint, true},
    {"virtual_sites1", gromacs_take_site, true},
    {"virtual_sites2", gromacs_take_site, true},
    {"virtual_sites3", gromacs_take_site, true},
    {"virtual_sites4", gromacs_take_site, true},
    {"virtual_sitesn", gromacs_take_site, true},
};

static const struct section *find_section(const char *name)
{
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++)
        if (strcmp(sections[k].name, name) == 0)
            return &sections[k];
    return NULL;
}

/** Begins the section of a heading. Refuses unsupported sections, and sections in a wrong order. */
static bool take_heading(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                         struct error *error)
{
    char *name = topology->section;
    snprintf(name, GROMACS_NAME, "%s", lines->word[0]);
    for (char *letter = name; *letter != '\0'; letter++)
        *letter = (char)tolower((unsigned char)*letter);
    for (size_t k = 0; k < sizeof renamed / sizeof *renamed; k++)
        if (strcmp(name, renamed[k][0]) == 0)
            snprintf(name, GROMACS_NAME, "%s", renamed[k][1]);
    const struct section *section = find_section(name);
    if (section == NULL && !gromacs_types_has(name))
        return gromacs_lines_error(lines, error, "[ %.60s ] is no section that is read here", name);
    if (section != NULL && section->of_molecule)
        return topology->in_molecule ||
               gromacs_lines_error(lines, error,
                                   "expected [ %s ] after [ moleculetype ] and before [ system ]",
                                   name);
    const bool of_field = section == NULL || section->take == NULL;
    topology->in_molecule = false;
    return !of_field || strcmp(name, "system") == 0 || topology->molecules == 0 ||
           gromacs_lines_error(lines, error, "expected [ %s ] before [ moleculetype ]", name);
}

/** Handles a line of the current section. */
static bool take_line(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                      struct error *error)
{
    const char *name = topology->section;
    if (name[0] == '\0')
        return gromacs_lines_error(lines, error, "expected \"[ name ]\" first, found \"%.40s\"",
                                   lines->word[0]);
    const struct section *section = find_section(name);
    if (section == NULL)
        return gromacs_types_take(&topology->types, name, lines, error);
    return section->take == NULL || section->take(topology, lines, error);
}

static bool read_lines(struct gromacs_lines *lines, struct gromacs_topology *topology,
                       struct error *error)
{
    do {
        if (!gromacs_lines_next(lines, error))
            return false;
        if (lines->words > 0 &&
            !(lines->heading ? take_heading : take_line)(topology, lines, error))
            return false;
    } while (lines->words > 0);
    return true;
}

/** Refuses more particles than a system can have. */
static bool check_atoms(const struct gromacs_topology *topology, struct error *error)
{
    int64_t atoms = 0;
    for (int64_t k = 0; k < topology->blocks; k++) {
        const struct gromacs_block *block = &topology->block[k];
        const struct gromacs_molecule *molecule = &topology->molecule[block->molecule];
        if (molecule->atoms > 0 && block->count > (INT32_MAX - atoms) / molecule->atoms)
            return error_set(error, EXIT_USAGE, "%s: expected at most %d particles, found more",
                             block->place, INT32_MAX);
        atoms += block->count * molecule->atoms;
    }
    return true;
}

static bool finish(const char *path, struct gromacs_topology *topology, struct error *error)
{
    if (topology->blocks == 0)
        return error_set(error, EXIT_USAGE, "%s: expected [ molecules ], found none", path);
    if (!check_atoms(topology, error))
        return false;
    for (int64_t k = 0; k < topology->molecules; k++)
        if (!gromacs_check_constraints(path, &topology->molecule[k], error) ||
            !gromacs_check_sites(path, &topology->molecule[k], error) ||
            !gromacs_molecule_exclude(&topology->molecule[k], error))
            return error_prefix(error, path);
    return true;
}

bool gromacs_topology_read(const char *path, const struct gromacs_mdp *mdp,
                           struct gromacs_topology *topology, struct error *error)
{
    struct gromacs_lines lines = {0};
    gromacs_mdp_prepare(mdp, &lines);
    bool good = gromacs_lines_open(&lines, path, error) && read_lines(&lines, topology, error) &&
                finish(path, topology, error);
    memcpy(topology->swallowed, lines.swallowed, sizeof lines.swallowed);
    gromacs_lines_free(&lines);
    return good;
}

int64_t gromacs_topology_atoms(const struct gromacs_topology *topology)
{
    int64_t atoms = 0;
    for (int64_t k = 0; k < topology->blocks; k++)
        atoms += topology->block[k].count * topology->molecule[topology->block[k].molecule].atoms;
    return atoms;
}

void gromacs_topology_free(struct gromacs_topology *topology)
{
    for (int64_t k = 0; k < topology->molecules; k++)
        gromacs_molecule_free(&topology->molecule[k]);
    free(topology->molecule);
    gromacs_index_free(&topology->molecule_of);
    free(topology->block);
    free(topology->row);
    gromacs_types_free(&topology->types);
    *topology = (struct gromacs_topology){0};
}
