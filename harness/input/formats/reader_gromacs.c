/*
 * Reads systems of GROMACS. The topology (.top) has molecules and their force field
 * (gromacs_topology.h); coordinates and optional run parameters are separate files. The system gets
 * the atoms' types, one per mass. It also gets a force field with the coefficients of all pairs of
 * these types.
 */
#include "harness/base/memory.h"
#include "harness/input/formats/gromacs_coordinates.h"
#include "harness/input/formats/gromacs_model.h"
#include "harness/input/formats/gromacs_topology.h"
#include "harness/input/formats/reader.h"
#include "harness/particles/file_parameters.h"
#include "harness/physics/virtual_sites.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Coulomb's constant in GROMACS, kJ/mol nm/e^2. */
static const double coulomb_constant = 138.935458;

/** A type of the system: a type of the topology with one of its masses. */
struct used_type {
    int32_t type;
    double mass;
};

/** The files of a system, and the data from them. */
struct source {
    const struct system_spec *spec;
    const char *coordinates;
    struct gromacs_mdp mdp;
    struct gromacs_topology topology;
    struct gromacs_name *names; /* atom names in the coordinates file */
    struct used_type used[FIELD_TYPES];
    int types;
};

/*
 * Returns false, because the preprocessor accepts any beginning of a topology. The file's name or
 * --format decides instead.
 */
static bool recognises(struct text_file *file)
{
    (void)file;
    return false;
}

/** Finds the system's type for an atom, or adds one. */
static bool find_type(struct source *source, const struct gromacs_atom *atom, int32_t *type,
                      struct error *error)
{
    for (*type = 0; *type < source->types; ++*type)
        if (source->used[*type].type == atom->type && source->used[*type].mass == atom->mass)
            return true;
    if (source->types == FIELD_TYPES)
        return error_set(error, EXIT_USAGE,
                         "%s: expected at most %d types with masses that differ, found more",
                         source->spec->file, FIELD_TYPES);
    source->used[source->types++] = (struct used_type){atom->type, atom->mass};
    return true;
}

/**
 * Refuses coordinates if their number of atoms differs from the topology's. The message has the
 * first molecule without coordinates.
 */
static bool check_count(const struct source *source, int64_t n, struct error *error)
{
    const struct gromacs_topology *topology = &source->topology;
    const int64_t atoms = gromacs_topology_atoms(topology);
    int64_t before = 0;
    if (atoms == n)
        return true;
    for (int64_t k = 0; k < topology->blocks; k++) {
        const struct gromacs_block *block = &topology->block[k];
        const struct gromacs_molecule *molecule = &topology->molecule[block->molecule];
        const int64_t after = before + block->count * molecule->atoms;
        if (after > n)
            return error_set(error, EXIT_USAGE,
                             "%s: expected coordinates of %" PRId64 " molecules %s, but %s has "
                             "%" PRId64 " atoms in all, and molecule %" PRId64
                             " of these needs more",
                             block->place, block->count, molecule->name, source->coordinates, n,
                             (n - before) / molecule->atoms + 1);
        before = after;
    }
    return error_set(error, EXIT_USAGE,
                     "%s: the molecules have %" PRId64 " atoms, but %s has %" PRId64,
                     source->spec->file, atoms, source->coordinates, n);
}

/**
 * Refuses coordinates if an atom has another name than in the topology. The order of atoms then
 * differs.
 */
static bool check_name(const struct source *source, const struct gromacs_block *block,
                       const struct gromacs_atom *atom, int64_t i, struct error *error)
{
    const char *found = source->names[i].text;
    const size_t columns = 5;
    return found[0] == '\0' || strncmp(found, atom->name, columns) == 0 ||
           error_set(error, EXIT_USAGE,
                     "%s: expected atom %" PRId64 " of %s to be %s of molecule %s, found %s; are "
                     "the molecules in another order there?",
                     block->place, i + 1, source->coordinates, atom->name,
                     source->topology.molecule[block->molecule].name, found);
}

/** Sets types and charges, and checks the names of atoms. */
static bool set_atoms(struct source *source, struct system *system, struct error *error)
{
    int64_t i = 0;
    for (int64_t k = 0; k < source->topology.blocks; k++) {
        const struct gromacs_block *block = &source->topology.block[k];
        const struct gromacs_molecule *molecule = &source->topology.molecule[block->molecule];
        const int64_t end = i + block->count * molecule->atoms;
        for (int64_t a = 0; i < end && a < molecule->atoms; a++) {
            const struct gromacs_atom *atom = &molecule->atom[a];
            int32_t type;
            if (!find_type(source, atom, &type, error))
                return false;
            const double charge = round(atom->charge * CHARGES_PER_E);
            if (!(fabs(charge) <= CHARGE_LARGEST))
                return error_set(error, EXIT_USAGE,
                                 "%s: expected charges up to %g e, but %s of %s has %g",
                                 block->place, (double)CHARGE_LARGEST / CHARGES_PER_E, atom->name,
                                 molecule->name, atom->charge);
            reader_note_rounded_charge(atom->charge, system);
            for (int64_t j = i + a; j < end; j += molecule->atoms) {
                if (!check_name(source, block, atom, j, error))
                    return false;
                system->type[j] = type;
                system->charge[j] = (int32_t)charge;
            }
        }
        i = end;
    }
    return true;
}

/**
 * Whether both particles of an excluded pair are charged. In models with charges such a pair needs
 * a term of form 0. It still interacts by the reaction field or the Ewald sum.
 */
static bool has_correction(const struct source *source, const struct gromacs_molecule *molecule,
                           const int32_t pair[2])
{
    return source->spec->model->charged &&
           molecule->atom[pair[0]].charge * molecule->atom[pair[1]].charge != 0;
}

/** Counts the bonded terms, excluded pairs, constraints, virtual sites and restraints of all
 * molecules. */
static void count_terms(const struct source *source, struct system *system)
{
    for (int64_t k = 0; k < source->topology.blocks; k++) {
        const struct gromacs_block *block = &source->topology.block[k];
        const struct gromacs_molecule *molecule = &source->topology.molecule[block->molecule];
        int64_t terms = molecule->terms;
        for (int64_t e = 0; e < molecule->exclusions; e++)
            terms += has_correction(source, molecule, molecule->exclusion[e]);
        system->bonded_count += block->count * terms;
        system->exclusion_count += block->count * molecule->exclusions;
        system->constraint_count += block->count * molecule->constraints;
        system->site_count += block->count * molecule->sites;
        system->restraint_count += block->count * molecule->restraints;
    }
}

/**
 * Adds a molecule's terms, excluded pairs, constraints and virtual sites. `first` is its first
 * particle.
 */
static void add_molecule(const struct source *source, const struct gromacs_molecule *molecule,
                         int32_t first, struct bonded **term, int32_t (**excluded)[2],
                         struct constraint **constraint, struct virtual_site **site)
{
    for (int64_t t = 0; t < molecule->terms; t++) {
        **term = molecule->term[t];
        for (int m = 0; m < BONDED_MEMBERS; m++)
            (*term)->member[m] += (*term)->member[m] >= 0 ? first : 0;
        ++*term;
    }
    for (int64_t e = 0; e < molecule->exclusions; e++) {
        const int32_t *pair = molecule->exclusion[e];
        (**excluded)[0] = pair[0] + first;
        (**excluded)[1] = pair[1] + first;
        if (has_correction(source, molecule, pair))
            *(*term)++ = (struct bonded){.member = {pair[0] + first, pair[1] + first, -1, -1}};
        ++*excluded;
    }
    for (int64_t c = 0; c < molecule->constraints; c++) {
        **constraint = molecule->constraint[c];
        for (int end = 0; end < 2; end++)
            (*constraint)->member[end] += first;
        ++*constraint;
    }
    for (int64_t s = 0; s < molecule->sites; s++) {
        **site = molecule->site[s];
        (*site)->site += first;
        for (int m = 0; m < SITE_MAKERS; m++)
            (*site)->maker[m] += first;
        ++*site;
    }
}

/** Adds a molecule's restraints. `first` is its first particle. */
static struct restraint *add_restraints(const struct gromacs_molecule *molecule, int32_t first,
                                        const struct system *system, struct restraint *restraint)
{
    const double *const coordinate[] = {system->x, system->y, system->z};
    for (int64_t k = 0; k < molecule->restraints; k++, restraint++) {
        *restraint = molecule->restraint[k];
        restraint->member += first;
        for (int d = 0; d < 3; d++)
            restraint->place[d] =
                system_wrap(coordinate[d][restraint->member], system->box[d]) / system->box[d];
    }
    return restraint;
}

/** Returns the number of virtual sites with unsupported constructions in all molecules. */
static int64_t count_strange_sites(const struct gromacs_topology *topology)
{
    int64_t count = 0;
    for (int64_t k = 0; k < topology->blocks; k++) {
        const struct gromacs_molecule *molecule = &topology->molecule[topology->block[k].molecule];
        count += topology->block[k].count * molecule->strange_sites;
    }
    return count;
}

static bool add_molecules(const struct source *source, struct system *system, struct error *error)
{
    int64_t first = 0;
    count_terms(source, system);
    if (!system_add_list(system, SYSTEM_BONDED, system->bonded_count, error) ||
        !system_add_list(system, SYSTEM_EXCLUSIONS, system->exclusion_count, error) ||
        !system_add_list(system, SYSTEM_CONSTRAINTS, system->constraint_count, error) ||
        !system_add_list(system, SYSTEM_SITES, system->site_count, error) ||
        !system_add_list(system, SYSTEM_RESTRAINTS, system->restraint_count, error))
        return false;
    struct bonded *term = system->bonded;
    int32_t(*excluded)[2] = system->exclusion;
    struct constraint *constraint = system->constraint;
    struct virtual_site *site = system->site;
    struct restraint *restraint = system->restraint;
    for (int64_t k = 0; k < source->topology.blocks; k++) {
        const struct gromacs_block *block = &source->topology.block[k];
        const struct gromacs_molecule *molecule = &source->topology.molecule[block->molecule];
        for (int64_t m = 0; m < block->count; m++, first += molecule->atoms) {
            add_molecule(source, molecule, (int32_t)first, &term, &excluded, &constraint, &site);
            restraint = add_restraints(molecule, (int32_t)first, system, restraint);
        }
    }
    return true;
}

/** Sets the coefficients of two types of the system. */
static bool state_pair(const struct source *source, int p, int q, struct gromacs_lj lj,
                       struct force_field *field, struct error *error)
{
    const struct gromacs_topology *topology = &source->topology;
    double epsilon, sigma;
    if (!gromacs_types_convert(&topology->types, lj, &epsilon, &sigma))
        return error_set(error, EXIT_USAGE,
                         "%s: expected parameters of types %s and %s that are 4 epsilon "
                         "[(sigma/r)^12 - (sigma/r)^6] with epsilon and sigma from 0 on, found %g "
                         "and %g",
                         source->spec->file, field->type[p].name, field->type[q].name, lj.v, lj.w);
    const struct coefficients stated = {
        .stated = true,
        .value = {epsilon * topology->units.energy, sigma * topology->units.length}};
    field->of_pair[(int64_t)field->types * p + q] = stated;
    field->of_pair[(int64_t)field->types * q + p] = stated;
    return true;
}

/** Sets the coefficients of all pairs of types. */
static bool state_pairs(const struct source *source, struct force_field *field, struct error *error)
{
    for (int p = 0; p < source->types; p++)
        for (int q = p; q < source->types; q++) {
            const int32_t type[] = {source->used[p].type, source->used[q].type};
            if (!state_pair(source, p, q, gromacs_types_pair(&source->topology.types, type), field,
                            error))
                return false;
        }
    return true;
}

static bool set_field(const struct source *source, struct system *system, struct error *error)
{
    const struct gromacs_topology *topology = &source->topology;
    struct force_field *field = force_field_create(source->types, (int)topology->rows);
    system->field = field;
    force_field_add_pairs(field);
    field->strange_sites = count_strange_sites(topology);
    if (field->strange_sites > 0)
        file_note_add(system, 0,
                      "%" PRId64 " virtual sites of constructions that are not read stay where the "
                      "coordinates have them",
                      field->strange_sites);
    for (int t = 0; t < source->types; t++) {
        snprintf(field->type[t].name, sizeof field->type[t].name, "%s",
                 topology->types.type[source->used[t].type].name);
        field->type[t].mass = source->used[t].mass;
    }
    if (topology->rows > 0)
        memcpy(field->row, topology->row, (size_t)topology->rows * sizeof *field->row);
    for (int64_t t = 0; t < system->bonded_count; t++)
        if (system->bonded[t].form >= OWN_FORMS)
            field->forms |= 1U << (system->bonded[t].form - OWN_FORMS);
    return state_pairs(source, field, error);
}

static void scale(double *value, int64_t count, double factor)
{
    for (int64_t k = 0; value != NULL && factor != 1 && k < count; k++)
        value[k] *= factor;
}

/** Reads the coordinates file and converts it to the model's units. */
static bool read_coordinates(struct source *source, struct system *system, struct error *error)
{
    const double length = source->topology.units.length;
    if (!gromacs_coordinates_read(source->coordinates, source->spec->frame, system, &source->names,
                                  error))
        return false;
    scale(system->x, system->n, length);
    scale(system->y, system->n, length);
    scale(system->z, system->n, length);
    scale(system->box, 3, length);
    /* 1 nm/ps = 1 (kJ/mol/amu)^(1/2), so velocities scale with the root of energy */
    scale(system->velocity, 3 * system->n, sqrt(source->topology.units.energy));
    return true;
}

static bool read_all(struct source *source, struct system *system, struct error *error)
{
    const struct system_spec *spec = source->spec;
    struct gromacs_topology *topology = &source->topology;
    int64_t stale = 0;
    gromacs_mdp_defaults(&source->mdp);
    if (spec->mdp != NULL && !gromacs_mdp_read(spec->mdp, &source->mdp, error))
        return false;
    if (!gromacs_units_of(spec->model, &topology->units, error))
        return false;
    topology->coulomb =
        coulomb_constant / source->mdp.epsilon_r * topology->units.energy * topology->units.length;
    if (!gromacs_topology_read(spec->file, &source->mdp, topology, error) ||
        !read_coordinates(source, system, error) || !check_count(source, system->n, error) ||
        !system_add(system, SYSTEM_TYPE, error) || !system_add(system, SYSTEM_CHARGE, error) ||
        !set_atoms(source, system, error))
        return false;
    reader_drop_zero_charges(system);
    if (source->mdp.unused[0] != '\0')
        file_note_add(system, 0, "run parameters that are not used: %s", source->mdp.unused);
    if (topology->swallowed[0] != '\0')
        file_note_add(system, 0,
                      "%s is left out, as by GROMACS: the remark above ends in a backslash",
                      topology->swallowed);
    if (topology->types.changed[0] != '\0')
        file_note_add(system, 0,
                      "%s has other parameters of the same types than a line above; the last ones "
                      "count, as in GROMACS",
                      topology->types.changed);
    system->excludes_known = true;
    if (!add_molecules(source, system, error) || !set_field(source, system, error))
        return false;
    /* computes the sites' positions, because the file contains rounded ones */
    virtual_sites_place(&(struct constrained_step){0}, system, &stale);
    return true;
}

/** Returns the path with its suffix replaced by .gro, to be freed. */
static char *default_coordinates(const char *path, struct error *error)
{
    const size_t length = strlen(path), suffix = strlen(".top");
    char *usual = memory_allocate((int64_t)length + 5, 1, "a path", error);
    if (usual != NULL)
        snprintf(usual, length + 5, "%.*s.gro", (int)(length > suffix ? length - suffix : length),
                 path);
    return usual;
}

static bool read(struct text_file *file, const struct system_spec *spec, struct system *system,
                 struct error *error)
{
    if (spec->model == NULL)
        return text_error(file, error, "a topology is read for a model; name it");
    struct source *source = memory_allocate_zeroed(1, sizeof *source, "a topology", error);
    char *usual = spec->coordinates == NULL ? default_coordinates(spec->file, error) : NULL;
    bool good = source != NULL && (spec->coordinates != NULL || usual != NULL);
    if (good) {
        source->spec = spec;
        source->coordinates = spec->coordinates != NULL ? spec->coordinates : usual;
        good = read_all(source, system, error);
        gromacs_topology_free(&source->topology);
        free(source->names);
    }
    free(source);
    free(usual);
    return good;
}

/** Moves to a frame of the coordinates file, which `read` opens later. */
static bool seek(struct text_file *file, int64_t frame, struct error *error)
{
    (void)file;
    (void)frame;
    (void)error;
    return true;
}

const struct reader reader_gromacs = {
    .name = "gromacs",
    .summary = "GROMACS topology, a .top, with coordinates in a .gro or .g96",
    .suffixes = (const char *const[]){".top", NULL},
    .recognises = recognises,
    .read = read,
    .seek = seek,
};
