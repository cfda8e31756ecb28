/*
 * Compares pairs, excluded pairs and self energy of martini with the equations. Compares a bilayer
 * with a log of GROMACS.
 */
#include "harness/physics/kinetic.h"
#include "models/forms/kinds.h"
#include "tests/constrained.h"
#include "tests/moved.h"
#include "tests/reader.h"

#include <inttypes.h>

enum { LJ, COULOMB, EXCLUDED, SELF };

static const double charge = 100000; /* elementary charge in units of particles' charges */

/**
 * Computes the energies of a pair of W and WF at a distance, by the equations. Charges are e and
 * -e; `inner` and `outer` are e_r and e_f.
 */
static void energies(double r, double cutoff, double inner, double outer, double terms[2])
{
    const double eps = 5.6, sigma = 0.57, coulomb = -138.935458 / inner;
    const double s6 = pow(sigma / r, 6), cut6 = pow(sigma / cutoff, 6);
    const double k = outer > 0 ? (outer - inner) / (2 * outer + inner) / pow(cutoff, 3)
                               : 1 / (2 * pow(cutoff, 3));
    const double c = outer > 0 ? 3 * outer / (2 * outer + inner) / cutoff : 3 / (2 * cutoff);
    terms[LJ] = 4 * eps * (s6 * s6 - s6 - cut6 * cut6 + cut6);
    terms[COULOMB] = coulomb * (1 / r + k * r * r - c);
}

/** Returns martini with one changed parameter, and sets a system of its two types. */
static struct set_model martini(const char *key, const char *value, struct system *types)
{
    const struct set_model model = model_with("martini", key, value);
    struct error error;
    *types = (struct system){0};
    assert_good(system_set_rows(types, model.model, model.constants, &error));
    return model;
}

static struct pair_result pair_at(const struct set_model *model, const struct system *types,
                                  double r)
{
    const struct particle p = {.type = 0, .charge = (int)charge},
                          q = {.type = 1, .charge = -(int)charge};
    const double along[3] = {r / sqrt(3), -r / sqrt(3), r / sqrt(3)};
    struct pair_result result;
    model->model->pair(model->constants, pair_row(types->rows, 0, 1), &p, &q, along, &result);
    return result;
}

TEST(pairs_have_the_energies_of_the_equations)
{
    static const struct {
        const char *key, *value;
        double inner, outer;
    } fields[] = {{"field", "0", 15, 0}, {"field", "78", 15, 78}, {"dielectric", "2", 2, 0}};
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
        struct system types;
        const struct set_model model = martini(fields[k].key, fields[k].value, &types);
        for (int at = 8; at < 22; at++) {
            const double r = 0.05 * at;
            double expected[2];
            energies(r, 1.1, fields[k].inner, fields[k].outer, expected);
            const struct pair_result found = pair_at(&model, &types, r);
            assert_near(found.terms[LJ], expected[LJ], 1e-12 * (1 + fabs(expected[LJ])));
            assert_near(found.terms[COULOMB], expected[COULOMB], 1e-12 * fabs(expected[COULOMB]));
        }
        assert_true(pair_at(&model, &types, 1.1001).terms[LJ] == 0);
        system_free(&types);
    }
}

/* The force along r equals the slope of the energy, by central differences. */
TEST(forces_are_slopes_of_energies)
{
    struct system types;
    const struct set_model model = martini("shift", "potential", &types);
    const double step = 1e-5;
    for (int at = 9; at < 22; at++) {
        const double r = 0.05 * at;
        double before[2], after[2];
        energies(r - step, 1.1, 15, 0, before);
        energies(r + step, 1.1, 15, 0, after);
        const double slope =
            (after[LJ] + after[COULOMB] - before[LJ] - before[COULOMB]) / (2 * step);
        const struct pair_result found = pair_at(&model, &types, r);
        assert_near(found.force[0] * sqrt(3), -slope, 1e-6 * (1 + fabs(slope)));
        assert_near(found.force[1], -found.force[0], 1e-12 * fabs(found.force[0]));
    }
    system_free(&types);
}

/*
 * Excluded pairs within the cut-off have only the term of the reaction field; the self energy of a
 * charge is half of this term at r = 0.
 */
TEST(charges_lie_in_the_field)
{
    struct system types;
    const struct set_model model = martini("shift", "none", &types);
    const struct particle members[MODEL_MEMBERS] = {{.charge = (int)charge},
                                                    {.charge = 2 * (int)charge}};
    const double coulomb = 138.935458 / 15, k = 0.3756574, c = 1.3636364; /* nm^-3, nm^-1 */
    struct bonded_result found;
    double r[MODEL_MEMBERS - 1][3] = {{0.3, 0, 0.4}};
    model.model->bonded(model.constants, 0, members, r, &found);
    assert_near(found.terms[EXCLUDED], 2 * coulomb * (k * 0.25 - c), 1e-6);
    assert_near(found.force[1][2], -2 * 2 * coulomb * k * 0.4, 1e-6);
    r[0][2] = 1.1;
    model.model->bonded(model.constants, 0, members, r, &found);
    assert_true(found.terms[EXCLUDED] == 0 && found.force[1][2] == 0);
    assert_near(model.model->self(model.constants, 2 * charge), -4 * coulomb * c / 2, 1e-6);
    system_free(&types);
}

/** Returns a system with the published force field; `molecules` are lines of a topology. */
static struct system of_files(const struct set_model *model, const char *molecules,
                              const char *coordinates)
{
    static const char *const included[] = {"martini_v2.1-dna.itp", "martini_v2.0_ions.itp",
                                           "martini_v2.0_POPC_02.itp", "martini_v2.0_CHOL_02.itp"};
    char top[PATH_LENGTH], path[PATH_LENGTH], absolute[4][PATH_LENGTH];
    for (int k = 0; k < 4; k++) { /* first, because a missing file skips the test, and no files
                                   * may remain */
        char name[64];
        snprintf(name, sizeof name, "martini/popc_chol_bilayer/%s", included[k]);
        refdata(name, path);
        assert_non_null(realpath(path, absolute[k]));
    }
    snprintf(top, sizeof top, "%s/bilayer.top", folder);
    FILE *stream = fopen(top, "w");
    assert_non_null(stream);
    for (int k = 0; k < 4; k++)
        fprintf(stream, "#include \"%s\"\n", absolute[k]);
    fprintf(stream, "[ system ]\nbilayer\n[ molecules ]\n%s", molecules);
    assert_int_equal(fclose(stream), 0);
    struct system system = created(
        &(struct system_spec){.file = top, .coordinates = coordinates, .model = model->model});
    remove(top);
    struct error error;
    assert_good(system_set_rows(&system, model->model, model->constants, &error));
    return system;
}

/** Returns a bilayer of 236 POPC, 100 cholesterol, 9004 water beads and 198 ions. */
static struct system bilayer(const struct set_model *model)
{
    char coordinates[PATH_LENGTH];
    refdata("martini/popc_chol_bilayer/CG-eq4.gro", coordinates);
    return of_files(model, "POPC 118\nCHOL 50\nPOPC 118\nCHOL 50\nW 9004\nNA 99\nCL 99\n",
                    coordinates);
}

static struct reference reference_of(const struct set_model *model, const struct system *system)
{
    struct reference reference;
    struct error error;
    assert_good(
        reference_by_cells(system, model->model, model->constants, 1.1, &reference, &error));
    return reference;
}

static struct system popc(const struct set_model *model, int64_t n)
{
    struct error error;
    struct system system = created(&(struct system_spec){.builder = "popc",
                                                         .model = model->model,
                                                         .n = n,
                                                         .density = 8.73,
                                                         .temperature = 2.57748,
                                                         .seed = 1});
    assert_good(system_set_rows(&system, model->model, model->constants, &error));
    return system;
}

/* Types of a built bilayer of POPC: heads, linkers, tails and water. */
enum { Q0, QA, NA, C1, C3, P4, TYPES };

/* Heads are outside and tails inside; water is outside the tails; the pressure is small. */
TEST(built_bilayers_are_bilayers)
{
    const struct set_model model = model_with("martini", NULL, NULL);
    struct system system = popc(&model, 960);
    struct reference reference = reference_of(&model, &system);
    static const int64_t expected[TYPES] = {32, 32, 64, 224, 32, 576};
    double height[TYPES] = {0};
    int64_t count[TYPES] = {0}, inside = 0;
    for (int64_t i = 0; i < system.n; i++) {
        const double h = fabs(system.z[i] - system.box[2] / 2);
        count[system.type[i]]++;
        height[system.type[i]] += h;
        inside += system.type[i] == P4 && h < 1;
    }
    for (int t = 0; t < TYPES; t++) {
        assert_int_equal(count[t], expected[t]);
        height[t] /= (double)count[t];
    }
    assert_near(height[QA], 2, 0.2); /* half of the distance between the phosphates of both
                                      * leaflets, in nm */
    assert_true(height[P4] > height[Q0] && height[Q0] > height[NA] && height[QA] > height[NA] &&
                height[NA] > height[C1]);
    assert_in_range(inside, 0, 2);
    assert_near(system_net_charge(&system), 0, 0);
    assert_int_equal(system.bonded_count, 32 * 19);
    assert_int_equal(system.exclusion_count, 32 * 11);
    const double volume = system.box[0] * system.box[1] * system.box[2];
    const double pressure = ((double)system.n * 2.57748 + reference.virial / 3) / volume;
    assert_near(pressure * model.model->pressure_units, 0, 400); /* pressure in bar */
    reference_free(&reference);
    system_free(&system);
}

/*
 * Compares energies and forces of a built bilayer with results from the published parameter files.
 */
TEST(built_bilayers_have_the_published_parameters)
{
    const struct set_model model = model_with("martini", NULL, NULL);
    char path[PATH_LENGTH];
    refdata("martini/popc_chol_bilayer/martini_v2.0_POPC_02.itp", path);
    struct system built = popc(&model, 960);
    snprintf(path, sizeof path, "%s/popc.gro", folder);
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fprintf(stream, "POPC\n%" PRId64 "\n", built.n);
    for (int64_t i = 0; i < built.n; i++)
        fprintf(stream, "%5d%-5s%5s%5d%14.9f%14.9f%14.9f\n", 1, "X", "", (int)i + 1, built.x[i],
                built.y[i], built.z[i]);
    fprintf(stream, "%.9f %.9f %.9f\n", built.box[0], built.box[1], built.box[2]);
    assert_int_equal(fclose(stream), 0);
    struct system read = of_files(&model, "POPC 32\nW 576\n", path);
    remove(path);
    struct reference of_built = reference_of(&model, &built), of_read = reference_of(&model, &read);
    for (int t = 0; t < system_terms(&read, model.model); t++)
        assert_near(of_built.terms[t], of_read.terms[t], 1e-6 * fabs(of_read.energy));
    for (int64_t i = 0; i < built.n; i++)
        assert_near(of_built.z[i], of_read.z[i], 1e-3);
    reference_free(&of_built);
    reference_free(&of_read);
    system_free(&built);
    system_free(&read);
}

/* The phosphates above the middle of the box are restrained to their heights; they are half of
 * all phosphates. */
TEST(phosphates_of_the_upper_leaflet_are_restrained)
{
    const struct set_model model = model_with("martini", NULL, NULL);
    struct system_spec spec = {.builder = "popc",
                               .model = model.model,
                               .n = 3840,
                               .density = 8.73,
                               .temperature = 2.57748,
                               .seed = 1,
                               .restraint = 2};
    struct system free_one = popc(&model, 3840), system = created(&spec);
    struct error error;
    assert_string_not_equal(system.hash, free_one.hash);
    assert_int_equal(free_one.restraint_count, 0);
    assert_int_equal(system.restraint_count, 64);
    for (int64_t k = 0; k < system.restraint_count; k++) {
        const struct restraint *of = &system.restraint[k];
        double force[3];
        const double at[3] = {system.x[of->member], system.y[of->member], system.z[of->member]};
        const double raised[3] = {at[0] + 0.3, at[1] - 0.2, at[2] + 0.1};
        assert_int_equal(system.type[of->member], QA);
        assert_true(at[2] > system.box[2] / 2);
        assert_near(restraint_force(of, at, system.box, force), 0, 1e-20);
        assert_near(restraint_force(of, raised, system.box, force), 0.01, 1e-12);
        assert_near(force[0], 0, 0);
        assert_near(force[2], -0.2, 1e-12);
    }
    spec.builder = "antifreeze";
    spec.density = 7.466;
    assert_false(system_check(&spec, &error));
    assert_non_null(strstr(error.text, "restraint: expected none for builder antifreeze"));
    system_free(&free_one);
    system_free(&system);
}

/* A bond to the wrong copy of a particle would change the energy. */
TEST(copies_of_a_bilayer_have_its_energy)
{
    const struct set_model model = model_with("martini", NULL, NULL);
    struct system one = popc(&model, 960), four = popc(&model, 3840);
    struct reference of_one = reference_of(&model, &one), of_four = reference_of(&model, &four);
    for (int t = 0; t < system_terms(&one, model.model); t++)
        assert_near(of_four.terms[t], 4 * of_one.terms[t], 1e-5 * fabs(of_one.energy));
    reference_free(&of_one);
    reference_free(&of_four);
    system_free(&one);
    system_free(&four);
}

/*
 * `here`: energies by GROMACS 2022.5 for positions with three decimals, with virtual sites computed
 * from their defining particles. `logged`: energies for the positions before rounding.
 */
TEST(bilayer_has_the_energies_of_gromacs)
{
    static const struct {
        int term;
        double here, logged;
    } expected[] = {{4, 5087.16, 5086.91},
                    {5, 1968.48, 1968.64},
                    {7, 125.788, 125.710},
                    {LJ, -319457.0, -319458}};
    const struct set_model model = model_with("martini", NULL, NULL);
    struct system system = bilayer(&model);
    struct reference reference = reference_of(&model, &system);
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        const double found = reference.terms[expected[k].term];
        assert_near(found, expected[k].here, 5e-6 * fabs(found));
        assert_near(found, expected[k].logged, 7e-4 * fabs(found));
    }
    double coulomb = reference.terms[COULOMB] + reference.terms[EXCLUDED];
    for (int64_t i = 0; i < system.n; i++)
        coulomb += model.model->self(model.constants, system.charge[i]);
    assert_near(coulomb, -2691.676, 1e-3);
    assert_near((double)reference.pairs_in_cutoff, 320527, 50);
    reference_free(&reference);
    system_free(&system);
}

/*
 * GROMACS wrote the velocities at 310 K. They have this temperature if constraints reduce the
 * degrees of freedom. Without a thermostat, the energy changes by less than a hundredth of the
 * kinetic energy in 0.6 ps.
 */
TEST(bilayer_with_cholesterol_moves)
{
    const struct set_model model = model_with("martini", NULL, NULL);
    const struct trial trial = {.strategy = "cluster",
                                .precision = PRECISION_DOUBLE,
                                .motion = {.dt = 0.02},
                                .skin = 0.3,
                                .threads = 1};
    struct system system = bilayer(&model);
    struct moved moved;
    assert_non_null(system.velocity);
    assert_int_equal(system.constraint_count, 500);
    assert_int_equal(system.site_count, 300);
    const double degrees = kinetic_degrees(&system, model.model->types, false).translation;
    assert_near(degrees, 3 * 12834 - 500 - 900, 0);
    begin(&moved, model, &trial, system);
    const struct motion_energies first = energies_of(&moved);
    advance(&moved, 30);
    const struct motion_energies last = energies_of(&moved);
    fetch(&moved);
    const double per_kelvin = degrees / 2 * 0.00831446,
                 drift = (last.potential + last.translation - first.potential - first.translation);
    print_message("the bilayer has %.1f K and then %.1f K; its energy moves by %.2g K\n",
                  first.translation / per_kelvin, last.translation / per_kelvin,
                  drift / per_kelvin);
    assert_near(first.translation / per_kelvin, 310, 3 * 310 * sqrt(2 / degrees) + 1);
    assert_near(last.translation / per_kelvin, 310, 3 * 310 * sqrt(2 / degrees) + 1);
    assert_true(fabs(drift) < 0.01 * 310 * per_kelvin);
    assert_true(constrained_error(&moved.system) < 2e-9);
    assert_true(constrained_off(&moved.system) < 1e-9);
    end(&moved);
}

TESTS_MAIN(make_folder, remove_folder)
