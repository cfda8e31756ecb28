#include "harness/base/memory.h"
#include "harness/input/formats/gromacs_sections.h"

#include <inttypes.h>
#include <string.h>

static bool is_maker(const struct virtual_site *site, int i)
{
    for (int m = 0; m < SITE_MAKERS; m++)
        if (site->maker[m] == i)
            return true;
    return false;
}

/**
 * Adds a virtual site if its construction is `known`. Only counts all other sites, and sites that
 * are constructed from sites or used to construct sites.
 */
static bool add_site(struct gromacs_molecule *molecule, struct virtual_site site, bool known,
                     const struct gromacs_lines *lines, struct error *error)
{
    struct gromacs_atom *atom = molecule->atom;
    if (known && atom[site.site].is_site)
        return gromacs_lines_error(lines, error, "atom %d of %s is a virtual site twice",
                                   site.site + 1, molecule->name);
    known = known && !atom[site.site].makes_site;
    for (int m = 0; known && m < SITE_MAKERS; m++)
        known = !atom[site.maker[m]].is_site;
    molecule->strange_sites += !known;
    if (!known)
        return true;
    atom[site.site].is_site = true;
    for (int m = 0; m < SITE_MAKERS; m++)
        atom[site.maker[m]].makes_site = true;
    molecule->site = memory_room(molecule->site, molecule->sites, &molecule->site_room, sizeof site,
                                 "virtual sites of a molecule");
    molecule->site[molecule->sites++] = site;
    return true;
}

/**
 * Reads "site atoms function weights", a site constructed from two or three atoms. The site is in
 * the line or plane of these atoms. With three atoms and function 4 it is out of the plane.
 */
static bool take_site_of_few(struct gromacs_topology *topology, int makers,
                             const struct gromacs_lines *lines, struct error *error)
{
    struct gromacs_molecule *molecule = gromacs_current(topology);
    int32_t member[SITE_MAKERS + 1];
    int64_t function;
    struct virtual_site site = {0};
    double *const weight[] = {&site.a, &site.b, &site.c};
    if (!gromacs_members(molecule, lines, 0, makers + 1, member, error) ||
        !gromacs_lines_have(lines, makers + 2, "a site, its atoms and a function", error) ||
        !gromacs_whole(lines, makers + 1, "a function", 1, 4, &function, error))
        return false;
    const bool outside = makers == 3 && function == 4;
    const int weights = makers - 1 + outside;
    if (function != 1 && !outside)
        return add_site(molecule, site, false, lines, error);
    if (!gromacs_lines_have(lines, makers + 2 + weights,
                            "a site, its atoms, a function and weights", error) ||
        !gromacs_lines_end(lines, makers + 2 + weights, error))
        return false;
    for (int w = 0; w < weights; w++)
        if (!gromacs_real(lines, makers + 2 + w, "a weight", weight[w], error))
            return false;
    site.c /= topology->units.length;
    site.site = member[0];
    for (int m = 0; m < SITE_MAKERS; m++)
        site.maker[m] = member[m < makers ? m + 1 : 1];
    return add_site(molecule, site, true, lines, error);
}

/**
 * Reads "site function atoms": a site in the geometric centre of the atoms, or in their centre of
 * mass.
 */
static bool take_site_of_any(struct gromacs_molecule *molecule, const struct gromacs_lines *lines,
                             struct error *error)
{
    const int makers = lines->words - 2;
    int32_t own, member[SITE_MAKERS];
    int64_t function;
    struct virtual_site site = {0};
    if (!gromacs_lines_have(lines, 3, "a site, a function and atoms", error) ||
        !gromacs_members(molecule, lines, 0, 1, &own, error) ||
        !gromacs_whole(lines, 1, "a function", 1, 3, &function, error))
        return false;
    if (function == 3 || makers > SITE_MAKERS)
        return add_site(molecule, site, false, lines, error);
    if (!gromacs_members(molecule, lines, 2, makers, member, error))
        return false;
    double weight[SITE_MAKERS] = {0}, sum = 0;
    for (int m = 0; m < makers; m++) {
        weight[m] = function == 1 ? 1 : molecule->atom[member[m]].mass;
        sum += weight[m];
    }
    site.site = own;
    site.a = weight[1] / sum;
    site.b = weight[2] / sum;
    for (int m = 0; m < SITE_MAKERS; m++)
        site.maker[m] = member[m < makers ? m : 0];
    if (is_maker(&site, own))
        return gromacs_lines_error(lines, error, "atom %d of %s is constructed from itself",
                                   own + 1, molecule->name);
    return add_site(molecule, site, sum > 0, lines, error);
}

bool gromacs_take_site(struct gromacs_topology *topology, const struct gromacs_lines *lines,
                       struct error *error)
{
    struct gromacs_molecule *molecule = gromacs_current(topology);
    const char last = topology->section[strlen(topology->section) - 1];
    if (last == 'n')
        return take_site_of_any(molecule, lines, error);
    if (last == '2' || last == '3')
        return take_site_of_few(topology, last - '0', lines, error);
    int32_t member[5];
    return gromacs_lines_have(lines, last - '0' + 2, "a site, its atoms and a function", error) &&
           gromacs_members(molecule, lines, 0, last - '0' + 1, member, error) &&
           add_site(molecule, (struct virtual_site){0}, false, lines, error);
}

bool gromacs_check_sites(const char *path, const struct gromacs_molecule *molecule,
                         struct error *error)
{
    for (int64_t i = 0; i < molecule->atoms; i++)
        if (molecule->atom[i].is_site && molecule->atom[i].mass != 0)
            return error_set(error, EXIT_USAGE,
                             "%s: expected mass 0 of atom %" PRId64
                             " of %s, a virtual site, found %g",
                             path, i + 1, molecule->name, molecule->atom[i].mass);
    return true;
}
