#include "harness/input/formats/gromacs_model.h"

#include "harness/base/text.h"
#include "harness/input/formats/gromacs_topology.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct gromacs_units units_of[] = {
    [UNITS_REAL] = {10, 1 / 4.184}, /* nm in A, kJ/mol in kcal/mol */
    [UNITS_NANO] = {1, 1},
};

/* Parameters that a model must have for PME, for a reaction field, and without charges. */
static const char *const of_ewald[] = {"cutoff", "switch", "electrostatics", "alpha", NULL};
static const char *const of_field[] = {"cutoff", "dielectric", "field", "shift", NULL};
static const char *const of_points[] = {"cutoff", NULL};

/** Returns whether a model supports types and coefficients from a topology. */
static bool takes_topologies(const struct model *model)
{
    return model->row_reals > 0 && model->units != UNITS_REDUCED;
}

/**
 * Chooses the first model that supports topologies and has all `parameters`. It must have charges
 * if `charged` is true, and must not have charges if it is false.
 */
static bool choose_model(const char *path, bool charged, const char *const *parameters,
                         struct gromacs_choice *choice, struct error *error)
{
    for (const struct model *const *model = models(); *model != NULL; model++) {
        const char *const *name = parameters;
        while (*name != NULL && model_parameter(*model, *name) >= 0)
            name++;
        if (*name != NULL || (*model)->charged != charged || !takes_topologies(*model))
            continue;
        choice->model = (*model)->name;
        choice->units = units_of[(*model)->units];
        return true;
    }
    return error_set(error, EXIT_USAGE, "%s: no model has such interactions", path);
}

bool gromacs_units_of(const struct model *model, struct gromacs_units *units, struct error *error)
{
    char known[256] = "";
    *units = units_of[model->units];
    if (takes_topologies(model))
        return true;
    for (const struct model *const *other = models(); *other != NULL; other++)
        if (takes_topologies(*other))
            text_append(known, sizeof known, ", ", "%s", (*other)->name);
    return error_set(error, EXIT_USAGE, "model %s takes no GROMACS topologies; expected one of %s",
                     model->name, known);
}

static void set_text(struct gromacs_choice *choice, const char *key, const char *value)
{
    choice->setting[choice->settings].key = key;
    snprintf(choice->setting[choice->settings++].value, sizeof choice->setting->value, "%s", value);
}

static void set_number(struct gromacs_choice *choice, const char *key, double value)
{
    char text[TEXT_NUMBER];
    set_text(choice, key, text_exact(value, text));
}

/** Returns whether any particle of the molecules is charged. */
static bool has_charges(const struct gromacs_topology *topology)
{
    for (int64_t k = 0; k < topology->blocks; k++) {
        const struct gromacs_molecule *molecule = &topology->molecule[topology->block[k].molecule];
        for (int64_t i = 0; topology->block[k].count > 0 && i < molecule->atoms; i++)
            if (molecule->atom[i].charge != 0)
                return true;
    }
    return false;
}

/**
 * Returns by bisection the alpha that makes erfc(alpha r) equal `rtol` at the cut-off r = `reach`.
 */
static double find_alpha(double rtol, double reach)
{
    double low = 0, high = 10;
    for (int k = 0; k < 60; k++) {
        const double middle = (low + high) / 2;
        if (erfc(middle) > rtol)
            low = middle;
        else
            high = middle;
    }
    return low / reach;
}

static bool choose_ewald(const char *path, const struct gromacs_mdp *mdp,
                         struct gromacs_choice *choice, struct error *error)
{
    if (mdp->shifts_lj || mdp->shifts_coulomb)
        return error_set(
            error, EXIT_USAGE,
            "%s: with coulombtype PME expected vdw-modifier and coulomb-modifier none: "
            "no model shifts energies there (forces are the same)",
            path);
    if (mdp->epsilon_r != 1)
        return error_set(error, EXIT_USAGE,
                         "%s: with coulombtype PME expected epsilon-r 1, found %g", path,
                         mdp->epsilon_r);
    if (!choose_model(path, true, of_ewald, choice, error))
        return false;
    const double length = choice->units.length;
    set_number(choice, "cutoff", length * mdp->lj_reach);
    set_number(choice, "switch", length * mdp->lj_reach);
    set_text(choice, "electrostatics", "ewald");
    set_number(choice, "alpha", find_alpha(mdp->ewald_rtol, mdp->coulomb_reach) / length);
    return true;
}

static bool choose_field(const char *path, const struct gromacs_mdp *mdp,
                         struct gromacs_choice *choice, struct error *error)
{
    const bool cut = mdp->coulomb == GROMACS_CUTOFF;
    if (cut && !mdp->shifts_coulomb)
        return error_set(error, EXIT_USAGE,
                         "%s: with coulombtype cut-off expected coulomb-modifier potential-shift",
                         path);
    if (!choose_model(path, true, of_field, choice, error))
        return false;
    set_number(choice, "cutoff", choice->units.length * mdp->lj_reach);
    set_number(choice, "dielectric", mdp->epsilon_r);
    /* a plain cut-off is a reaction field with equal dielectric constants: k_rf = 0 */
    set_number(choice, "field", cut ? mdp->epsilon_r : mdp->epsilon_rf);
    set_text(choice, "shift", mdp->shifts_lj ? "potential" : "none");
    return true;
}

/** Sets the barostat: Berendsen's, or none. */
static void set_pressure(const char *path, const struct gromacs_mdp *mdp,
                         struct gromacs_choice *choice)
{
    const struct gromacs_units *units = &choice->units;
    const double bar = 1 / 16.6053906717; /* 1 bar in kJ/mol/nm^3 */
    const bool semi = strcmp(mdp->directions, "semiisotropic") == 0;
    const double unit = bar * units->energy / (units->length * units->length * units->length) *
                        model_pressure_units(model_find(choice->model));
    if (strcmp(mdp->barostat, "no") == 0)
        return;
    if (strcmp(mdp->barostat, "berendsen") != 0)
        snprintf(choice->uncoupled, sizeof choice->uncoupled,
                 "%.60s: pcoupl is %.20s; expected no or berendsen", path, mdp->barostat);
    else if ((!semi && strcmp(mdp->directions, "isotropic") != 0) || isnan(mdp->pressure) ||
             !(mdp->compressibility > 0))
        snprintf(choice->uncoupled, sizeof choice->uncoupled,
                 "%.40s: expected pcoupltype isotropic or semiisotropic, and ref-p and "
                 "compressibility the same in all directions",
                 path);
    choice->barostat = semi ? "semi_isotropic" : "isotropic";
    choice->pressure_steps = mdp->pressure_steps;
    choice->pressure = mdp->pressure * unit;
    choice->compressibility = mdp->compressibility / unit;
    choice->pressure_time = mdp->pressure_time;
}

/**
 * Sets the thermostat, Langevin's equation or Nose-Hoover, and the barostat.
 */
static void set_couplings(const char *path, const struct gromacs_mdp *mdp,
                          struct gromacs_choice *choice)
{
    const double boltzmann = 0.00831446261815324; /* kJ/mol/K */
    const bool hoover = !mdp->langevin && strcmp(mdp->thermostat, "nose-hoover") == 0;
    choice->step = mdp->step;
    choice->thermostat = mdp->langevin ? "langevin" : hoover ? "nose_hoover" : NULL;
    choice->temperature = boltzmann * mdp->temperature * choice->units.energy;
    choice->relaxation = mdp->relaxation;
    set_pressure(path, mdp, choice);
    if (choice->thermostat == NULL && strcmp(mdp->thermostat, "no") != 0)
        snprintf(choice->uncoupled, sizeof choice->uncoupled,
                 "%.60s: tcoupl is %.20s; expected no, nose-hoover, or the integrator sd", path,
                 mdp->thermostat);
}

/** Chooses a model by the run parameters and by whether there are charges. */
static bool choose(const char *path, const struct gromacs_mdp *mdp, bool charges,
                   struct gromacs_choice *choice, struct error *error)
{
    if (charges && mdp->lj_reach != mdp->coulomb_reach)
        return error_set(error, EXIT_USAGE,
                         "%s: expected one cut-off, found rvdw %g and rcoulomb %g", path,
                         mdp->lj_reach, mdp->coulomb_reach);
    if (charges && mdp->coulomb == GROMACS_PME)
        return choose_ewald(path, mdp, choice, error);
    if (charges || mdp->shifts_lj)
        return choose_field(path, mdp, choice, error);
    if (!choose_model(path, false, of_points, choice, error))
        return false;
    set_number(choice, "cutoff", choice->units.length * mdp->lj_reach);
    return true;
}

bool gromacs_choose(const struct system_spec *spec, struct gromacs_choice *choice,
                    struct error *error)
{
    struct gromacs_mdp mdp;
    struct gromacs_topology topology = {.units = {1, 1}, .coulomb = 1};
    *choice = (struct gromacs_choice){0};
    if (spec->mdp == NULL)
        return true;
    bool good = gromacs_mdp_read(spec->mdp, &mdp, error) &&
                gromacs_topology_read(spec->file, &mdp, &topology, error) &&
                choose(spec->mdp, &mdp, has_charges(&topology), choice, error);
    if (good)
        set_couplings(spec->mdp, &mdp, choice);
    gromacs_topology_free(&topology);
    return good;
}
