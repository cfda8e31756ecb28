/*
 * Compares the example systems of the force field ELBA with every digit that LAMMPS printed. Their
 * files have dipoles with five decimals, so that dipoles of one type differ slightly in length. The
 * model has one length per type; this would change the eighth digit of an energy. The test
 * therefore stores the files' lengths as lengths of the quaternions. The test's pair function
 * multiplies interactions by these lengths.
 */
#define REAL double
#include "harness/particles/system_spec.h"
#include "tests/support.h"

#include "models/brahms.h"

#include <math.h>
#include <string.h>

#define ATM 68568.415 /* 1 kcal/mol/A^3, in atmospheres */

static const struct model *brahms;
static double constants[MODEL_CONSTANTS];
static double bare[MODEL_CONSTANTS]; /* constants without charges and dipoles */

/** Normalizes the quaternion; returns the length of the dipole relative to the model's dipole. */
static double shorten(struct particle *particle)
{
    double length2 = 0;
    for (int d = 0; d < 4; d++)
        length2 += particle->orientation[d] * particle->orientation[d];
    for (int d = 0; d < 4; d++)
        particle->orientation[d] /= sqrt(length2);
    return length2;
}

static bool pair_of_file(const double *model_constants, const double *row, const struct particle *p,
                         const struct particle *q, const double r[3], struct pair_result *result)
{
    struct particle unit_p = *p, unit_q = *q;
    struct pair_result lj;
    (void)row;
    double scale = shorten(&unit_p) * shorten(&unit_q);
    brahms->pair(model_constants, NULL, &unit_p, &unit_q, r, result);
    brahms->pair(bare, NULL, &unit_p, &unit_q, r, &lj);
    for (int d = 0; d < 3; d++)
        result->force[d] = lj.force[d] + scale * (result->force[d] - lj.force[d]);
    result->terms[BRAHMS_TERM_COULOMB] *= scale;
    return true;
}

static void bonded_of_file(const double *model_constants, int kind,
                           const struct particle member[MODEL_MEMBERS],
                           double r[MODEL_MEMBERS - 1][3], struct bonded_result *result)
{
    struct particle unit[MODEL_MEMBERS];
    memcpy(unit, member, sizeof unit);
    for (int k = 0; k < MODEL_MEMBERS; k++)
        if (unit[k].orientation[0] != 0 || unit[k].orientation[1] != 0)
            shorten(&unit[k]);
    brahms->bonded(model_constants, kind, unit, r, result);
}

static int set_up(void **state)
{
    double parameters[MODEL_PARAMETERS];
    struct error error;
    (void)state;
    brahms = model_find("brahms");
    model_defaults(brahms, parameters);
    if (!brahms->derive(parameters, constants, &error) || !brahms->derive(parameters, bare, &error))
        return 1;
    struct brahms_constants *c = (struct brahms_constants *)bare;
    for (int k = 0; k < BRAHMS_PAIRS; k++)
        c->table[k].electric = 0;
    return 0;
}

/** Gives the quaternions of a system the lengths of the file's dipoles. */
static void lengthen(const char *path, struct system *system)
{
    const struct brahms_constants *c = (const struct brahms_constants *)constants;
    char line[256], section[16] = "";
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    while (fgets(line, sizeof line, stream) != NULL) {
        double mu[3];
        int atom;
        if (sscanf(line, "%15[A-Z]", section) == 1)
            sscanf(line, "%15s", section);
        if (strcmp(section, "Atoms") != 0 || sscanf(line, "%d %*d %*f %*f %*f %*d %*f %lf %lf %lf",
                                                    &atom, &mu[0], &mu[1], &mu[2]) != 4)
            continue;
        double length = sqrt(332.06371 * (mu[0] * mu[0] + mu[1] * mu[1] + mu[2] * mu[2]));
        double model2 = c->table[system->type[atom - 1] * (BRAHMS_TYPES + 1)].electric;
        for (int d = 0; d < 4 && length > 0; d++)
            system->orientation[4 * (atom - 1) + d] *= sqrt(length / sqrt(model2));
    }
    fclose(stream);
}

/**
 * Returns `along` copies of a system along x and along y. Its molecules do not cross faces of the
 * box.
 */
static struct system copies(const struct system *one, int along)
{
    struct system all;
    struct error error;
    int64_t n = one->n, terms = one->bonded_count;
    assert_true(system_allocate(along * along * n, &all, &error));
    assert_true(system_add(&all, SYSTEM_TYPE, &error) &&
                system_add(&all, SYSTEM_ORIENTATION, &error) &&
                system_add_list(&all, SYSTEM_BONDED, along * along * terms, &error));
    for (int d = 0; d < 3; d++)
        all.box[d] = (d < 2 ? along : 1) * one->box[d];
    for (int64_t copy = 0; copy < (int64_t)along * along; copy++) {
        for (int64_t i = 0; i < n; i++) {
            all.x[copy * n + i] = one->x[i] + (double)(copy % along) * one->box[0];
            all.y[copy * n + i] = one->y[i] + (double)(copy / along) * one->box[1];
            all.z[copy * n + i] = one->z[i];
            all.type[copy * n + i] = one->type[i];
            memcpy(all.orientation + 4 * (copy * n + i), one->orientation + 4 * i,
                   4 * sizeof *one->orientation);
        }
        for (int64_t t = 0; t < terms; t++) {
            all.bonded[copy * terms + t] = one->bonded[t];
            for (int m = 0; m < BONDED_MEMBERS; m++)
                if (one->bonded[t].member[m] >= 0)
                    all.bonded[copy * terms + t].member[m] += (int32_t)(copy * n);
        }
    }
    assert_true(system_exclude_bonds(&all, BRAHMS_BOND, &error));
    return all;
}

/*
 * Energies are in kcal/mol, pressures in atm. The log of the second system contains only the
 * pressure; its E_pair and E_mol are from an independent program.
 */
TEST(every_digit_that_lammps_printed)
{
    static const struct {
        const char *file;
        int copies;                                       /* number along x and along y */
        double pairs, bonds, total, pressure;             /* NAN: not printed */
        double in_pairs, in_bonds, in_total, in_pressure; /* tolerances: half of the last digit */
    } known[] = {
        {"singleLipid/data.singleLipid", 1, 113.7091, 100.80778, 214.51688, 269.55197, 5e-5, 5e-6,
         5e-6, 5e-6},
        {"bilayer_128dopc4232wat/data.128lip4232wat", 1, -45370.170476, 881.613517, NAN, 8307.8375,
         5e-7, 5e-7, 0, 5e-5},
        {"bilamellar_1024dope_9wpl/data.1024lip9216wat", 1, NAN, NAN, -139785.95, -667.99399, 0, 0,
         5e-3, 5e-6},
        {"bilayerMixed_8lip256wat/data.4dopc4dope256wat", 4, 1224661.1, 12447.942, 1237109, 1257067,
         5e-2, 5e-4, 0.5, 0.5},
    };
    struct model model = *brahms;
    model.pair = pair_of_file;
    model.bonded = bonded_of_file;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char path[PATH_LENGTH], name[100];
        snprintf(name, sizeof name, "elba/%s", known[k].file);
        refdata(name, path);
        struct system one = created(&(struct system_spec){.file = path});
        lengthen(path, &one);
        struct system system = copies(&one, known[k].copies);
        struct reference reference;
        struct error error;
        assert_good(reference_by_cells(&system, &model, constants, 12, &reference, &error));
        double bonds = reference.terms[BRAHMS_TERM_BOND] + reference.terms[BRAHMS_TERM_ANGLE] +
                       reference.terms[BRAHMS_TERM_DIPOLE];
        double volume = system.box[0] * system.box[1] * system.box[2];
        if (!isnan(known[k].pairs)) {
            assert_near(reference.energy - bonds, known[k].pairs, known[k].in_pairs);
            assert_near(bonds, known[k].bonds, known[k].in_bonds);
        }
        if (!isnan(known[k].total))
            assert_near(reference.energy, known[k].total, known[k].in_total);
        assert_near(reference.virial / (3 * volume) * ATM, known[k].pressure, known[k].in_pressure);
        reference_free(&reference);
        system_free(&system);
        system_free(&one);
    }
}

TESTS_MAIN(set_up, NULL)
