#include "harness/input/formats/nucleotides.h"

#include "harness/particles/file_parameters.h"
#include "harness/physics/shared/rotation.h"

#include <inttypes.h>
#include <math.h>

enum { DECIDING_BONDS = 4, BONDS_THAT_DECIDE = 16 };

const char nucleotide_bases[] = "ACGT";

bool nucleotides_are_of(const struct model *model)
{
    for (int k = 0; nucleotide_bases[k] != '\0'; k++) {
        int type;
        struct error unknown;
        if (!model_find_type(model, (char[]){nucleotide_bases[k], '\0'}, &type, &unknown) ||
            type != k)
            return false;
    }
    return true;
}

/** A version of the model. */
struct version {
    const char *name;
    double site[3]; /* position of the backbone site in the nucleotide's frame */
    double length;  /* rest length of a bond between two backbone sites */
};

static const struct version own = {"the first oxDNA", {-0.4, 0, 0}, 0.7525};

static const struct version others[] = {
    /* Snodin et al., J. Chem. Phys. 142, 234901 (2015) */
    {"oxDNA2", {-0.34, 0.3408, 0}, 0.7564},
    /* Sulc et al., J. Chem. Phys. 140, 235102 (2014) */
    {"oxRNA", {-0.4, 0, 0.2}, 0.7611},
};

/** Differences of the bonds' lengths from the rest length in a version of the model. */
struct differences {
    double rms, largest;
};

/** Replaces a vector between two nucleotides by the vector to the nearest image. */
static void take_nearest(const struct system *system, double r[3])
{
    for (int d = 0; d < 3; d++)
        r[d] -= system->box[d] * round(r[d] / system->box[d]);
}

/** Computes the position of a nucleotide's backbone site in a version of the model. */
static void find_site(const struct system *system, int64_t i, const struct version *version,
                      double at[3])
{
    const double *q = system->orientation + 4 * i, back[4] = {q[0], -q[1], -q[2], -q[3]};
    rotation_to_body(back, version->site, at);
    at[0] += system->x[i];
    at[1] += system->y[i];
    at[2] += system->z[i];
}

static struct differences differences_of(const struct system *system, const struct version *version)
{
    double squares = 0, largest = 0;
    for (int64_t t = 0; t < system->bonded_count; t++) {
        double p[3], r[3];
        find_site(system, system->bonded[t].member[0], version, p);
        find_site(system, system->bonded[t].member[1], version, r);
        for (int d = 0; d < 3; d++)
            r[d] -= p[d];
        take_nearest(system, r);
        const double distance = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
        const double difference = fabs(distance - version->length);
        squares += difference * difference;
        largest = fmax(largest, difference);
    }
    return (struct differences){sqrt(squares / (double)system->bonded_count), largest};
}

/**
 * Refuses nucleotides whose bonds fit another version of the model but not oxDNA1. Adds a note if
 * the bonds are possible in both versions and fit the other version better.
 */
static bool check_version(const char *path, struct system *system, struct error *error)
{
    const double most = 0.25;  /* largest possible difference of a bond from its rest length */
    const double better = 0.9; /* another version fits better if its difference is below this
                                * fraction */
    const struct differences here = differences_of(system, &own);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        const struct differences there = differences_of(system, &others[k]);
        if (there.largest >= most)
            continue;
        if (here.largest >= most)
            return error_set(error, EXIT_USAGE,
                             "%s: the backbones are those of %s: with the sites of the first "
                             "oxDNA, which are those of the model here, some bonds are broken",
                             path, others[k].name);
        if (system->bonded_count >= DECIDING_BONDS && there.rms < better * here.rms)
            file_note_add(system, 0,
                          "bonds differ from their lengths by %.3f in %s, by %.3f in %s, which is "
                          "the model here: the file does not name its version",
                          there.rms, others[k].name, here.rms, own.name);
    }
    return true;
}

/**
 * Refuses strands in the wrong order: a3 points away from the 5' neighbor instead of towards it.
 * Adds a note instead if this affects only some bonds, as in disordered strands.
 */
static bool check_order(const char *path, struct system *system, struct error *error)
{
    const int64_t bonds = system->bonded_count;
    int64_t away = 0;
    for (int64_t t = 0; t < bonds; t++) {
        const int64_t i = system->bonded[t].member[1], j = system->bonded[t].member[0];
        double r[3] = {system->x[j] - system->x[i], system->y[j] - system->y[i],
                       system->z[j] - system->z[i]};
        double along[3];
        take_nearest(system, r);
        rotation_to_body(system->orientation + 4 * i, r, along);
        away += along[2] < 0;
    }
    if (bonds < DECIDING_BONDS || 4 * away <= 3 * bonds)
        return true;
    if (away < bonds && bonds < BONDS_THAT_DECIDE) {
        file_note_add(system, 0,
                      "%" PRId64 " of %" PRId64 " nucleotides point away from their 5' neighbors: "
                      "are 3' and 5' neighbors exchanged?",
                      away, bonds);
        return true;
    }
    return error_set(error, EXIT_USAGE,
                     "%s: %" PRId64 " of %" PRId64 " nucleotides point away from their 5' "
                     "neighbors: 3' and 5' neighbors are exchanged, or one of topology and "
                     "configuration lists strands from 5' to 3' and the other from 3' to 5'; "
                     "oxDNA's utils/convert.py turns files of oxDNA",
                     path, away, bonds);
}

bool nucleotides_check(const char *path, struct system *system, struct error *error)
{
    return system->bonded_count == 0 ||
           (check_order(path, system, error) && check_version(path, system, error));
}
