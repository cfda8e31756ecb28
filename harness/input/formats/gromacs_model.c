#include "harness/input/formats/gromacs_model.h"

#include "harness/base/text.h"
#include "harness/input/formats/gromacs_topology.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *model;
    struct gromacs_units units;
} targets[] = {
    {"martini", {1, 1}},
    {"polyethylene", {1, 1}},
    {"allatom", {10, 1 / 4.184}}, /* A and kcal/mol */
};

bool gromacs_is_topology(const struct system_spec *spec)
{
    return spec->file != NULL && (spec->format != NULL ? strcmp(spec->format, "gromacs") == 0
                                                       : text_has_suffix(spec->file, ".top"));
}

bool gromacs_units_of(const char *model, struct gromacs_units *units, struct error *error)
{
    char known[128] = "";
    for (size_t k = 0; k < sizeof targets / sizeof *targets; k++) {
        text_append(known, sizeof known, ", ", "%s", targets[k].model);
        *units = targets[k].units;
        if (strcmp(targets[k].model, model) == 0)
            return true;
    }
    return error_set(error, EXIT_USAGE, "model %s takes no GROMACS topologies; expected one of %s",
                     model, known);
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

/** Returns whether a particle of the molecules has a charge. */
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

/** Returns alpha, for which erfc(alpha r) is `rtol` at the cut-off r, by halving. */
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

static bool choose_allatom(const char *path, const struct gromacs_mdp *mdp,
                           struct gromacs_choice *choice, struct error *error)
{
    if (mdp->shifts_lj || mdp->shifts_coulomb)
        return error_set(
            error, EXIT_USAGE,
            "%s: with coulombtype PME expected vdw-modifier and coulomb-modifier none: "
            "model allatom shifts no energies (forces are the same)",
            path);
    if (mdp->epsilon_r != 1)
        return error_set(error, EXIT_USAGE,
                         "%s: with coulombtype PME expected epsilon-r 1, found %g", path,
                         mdp->epsilon_r);
    choice->model = "allatom";
    set_number(choice, "cutoff", 10 * mdp->lj_reach);
    set_number(choice, "switch", 10 * mdp->lj_reach);
    set_text(choice, "electrostatics", "ewald");
    set_number(choice, "alpha", find_alpha(mdp->ewald_rtol, mdp->coulomb_reach) / 10);
    return true;
}

static bool choose_martini(const char *path, const struct gromacs_mdp *mdp,
                           struct gromacs_choice *choice, struct error *error)
{
    const bool cut = mdp->coulomb == GROMACS_CUTOFF;
    if (cut && !mdp->shifts_coulomb)
        return error_set(error, EXIT_USAGE,
                         "%s: with coulombtype cut-off expected coulomb-modifier potential-shift",
                         path);
    choice->model = "martini";
    set_number(choice, "cutoff", mdp->lj_reach);
    set_number(choice, "dielectric", mdp->epsilon_r);
    /* a cut-off is a reaction field of the same dielectric constant: k_rf = 0 */
    set_number(choice, "field", cut ? mdp->epsilon_r : mdp->epsilon_rf);
    set_text(choice, "shift", mdp->shifts_lj ? "potential" : "none");
    return true;
}

/** Sets the couplings: Langevin's equation, or a Nose-Hoover thermostat; there is no barostat. */
static void set_couplings(const char *path, const struct gromacs_mdp *mdp,
                          const struct gromacs_units *units, struct gromacs_choice *choice)
{
    const double boltzmann = 0.00831446261815324; /* kJ/mol/K */
    const bool hoover = !mdp->langevin && strcmp(mdp->thermostat, "nose-hoover") == 0;
    choice->step = mdp->step;
    choice->thermostat = mdp->langevin ? "langevin" : hoover ? "nose_hoover" : NULL;
    choice->temperature = boltzmann * mdp->temperature * units->energy;
    choice->relaxation = mdp->relaxation;
    if (strcmp(mdp->barostat, "no") != 0)
        snprintf(choice->uncoupled, sizeof choice->uncoupled,
                 "%.60s: pcoupl is %.20s, and no "
                 "barostat is here",
                 path, mdp->barostat);
    else if (choice->thermostat == NULL && strcmp(mdp->thermostat, "no") != 0)
        snprintf(choice->uncoupled, sizeof choice->uncoupled,
                 "%.60s: tcoupl is %.20s; expected no, nose-hoover, or the integrator sd", path,
                 mdp->thermostat);
}

/** Chooses by the run parameters, and by whether there are charges. */
static bool choose(const char *path, const struct gromacs_mdp *mdp, bool charges,
                   struct gromacs_choice *choice, struct error *error)
{
    if (charges && mdp->lj_reach != mdp->coulomb_reach)
        return error_set(error, EXIT_USAGE,
                         "%s: expected one cut-off, found rvdw %g and rcoulomb %g", path,
                         mdp->lj_reach, mdp->coulomb_reach);
    if (charges && mdp->coulomb == GROMACS_PME)
        return choose_allatom(path, mdp, choice, error);
    if (charges || mdp->shifts_lj)
        return choose_martini(path, mdp, choice, error);
    choice->model = "polyethylene";
    set_number(choice, "cutoff", mdp->lj_reach);
    return true;
}

bool gromacs_choose(const struct system_spec *spec, struct gromacs_choice *choice,
                    struct error *error)
{
    struct gromacs_mdp mdp;
    struct gromacs_units units;
    struct gromacs_topology topology = {.units = {1, 1}, .coulomb = 1};
    *choice = (struct gromacs_choice){0};
    if (spec->mdp == NULL)
        return true;
    bool good = gromacs_mdp_read(spec->mdp, &mdp, error) &&
                gromacs_topology_read(spec->file, &mdp, &topology, error) &&
                choose(spec->mdp, &mdp, has_charges(&topology), choice, error) &&
                gromacs_units_of(choice->model, &units, error);
    if (good)
        set_couplings(spec->mdp, &mdp, &units, choice);
    gromacs_topology_free(&topology);
    return good;
}
