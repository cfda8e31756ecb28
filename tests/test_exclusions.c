/* Pairs that do not meet: rows of them, and where they come from. */
#include "harness/base/random.h"
#include "harness/particles/batch.h"
#include "harness/particles/topology.h"
#include "tests/support.h"

#include <string.h>

enum { SOME = 60, TERMS = 80, PAIRS = 70 };

/** Particles with bonded terms of two and of three, a star of bonds, and excluded pairs. */
static struct system tangled(void)
{
    struct system system;
    struct error error;
    struct random random = random_start(5, 0);
    assert_true(system_allocate(SOME, &system, &error));
    assert_true(system_add_bonded(&system, TERMS, &error));
    assert_true(system_add_exclusions(&system, PAIRS, &error));
    for (int d = 0; d < 3; d++)
        system.box[d] = 10;
    for (int i = 0; i < SOME; i++)
        system.x[i] = system.y[i] = system.z[i] = 10 * random_uniform(&random);
    for (int t = 0; t < TERMS; t++) {
        const int32_t first = t < 40 ? 7 : (int32_t)(SOME * random_uniform(&random));
        const int32_t second = t < 40 ? (7 + t / 2 + 1) % SOME : (first + 1 + t % 9) % SOME;
        system.bonded[t] = (struct bonded){0, {first, second, -1, -1}};
        if (t % 7 == 0)
            system.bonded[t].member[2] = (second + 11) % SOME;
    }
    for (int k = 0; k < PAIRS; k++) {
        system.exclusion[k][0] = (int32_t)(SOME * random_uniform(&random));
        system.exclusion[k][1] = (system.exclusion[k][0] + 1 + k % 30) % SOME;
    }
    return system;
}

static bool joined(const int32_t pair[2], int64_t i, int64_t j)
{
    return (pair[0] == i && pair[1] == j) || (pair[0] == j && pair[1] == i);
}

/** Whether a pair is parted, by looking through all terms and pairs. */
static bool parted(const struct system *system, int64_t i, int64_t j)
{
    for (int64_t t = 0; t < system->bonded_count; t++)
        if (system->bonded[t].member[2] < 0 && joined(system->bonded[t].member, i, j))
            return true;
    for (int64_t k = 0; k < system->exclusion_count; k++)
        if (joined(system->exclusion[k], i, j))
            return true;
    return false;
}

/** Returns how many partners the particle has that is parted from most. */
static int check_rows(const struct system *system)
{
    struct topology topology;
    struct error error;
    int most = 0;
    assert_true(topology_build(system, &topology, &error));
    const int32_t *excluded = topology.excluded;
    assert_int_equal(excluded[0], system->n + 1);
    for (int64_t i = 0; i < system->n; i++) {
        int count = 0;
        for (int64_t j = 0; j < system->n; j++) {
            assert_int_equal(topology_excludes(&topology, i, j), parted(system, i, j));
            count += parted(system, i, j);
        }
        assert_int_equal(excluded[i + 1] - excluded[i], count); /* each of them once */
        most = count > most ? count : most;
    }
    assert_true(excluded[system->n] * (double)sizeof *excluded <= topology_bytes(system));
    topology_free(&topology);
    return most;
}

static void rows_have_any_length(void **state)
{
    struct system system = tangled();
    (void)state;
    assert_true(check_rows(&system) >= 15);
    system.bonded_count = 0;
    check_rows(&system);
    system_free(&system);
}

static void exclusions_move_with_particles(void **state)
{
    struct system system = tangled(), copy;
    struct error error;
    int32_t order[SOME];
    struct topology before, after;
    (void)state;
    for (int k = 0; k < SOME; k++)
        order[k] = (k * 7 + 3) % SOME;
    assert_true(system_reorder(&system, order, &copy, &error));
    check_rows(&copy);
    assert_true(topology_build(&system, &before, &error));
    assert_true(topology_build(&copy, &after, &error));
    for (int i = 0; i < SOME; i++)
        for (int j = 0; j < SOME; j++)
            assert_int_equal(topology_excludes(&after, i, j),
                             topology_excludes(&before, order[i], order[j]));
    topology_free(&before);
    topology_free(&after);
    system_free(&copy);
    assert_true(system_round(&system, PRECISION_SINGLE, &copy, &error));
    assert_memory_equal(copy.exclusion, system.exclusion, PAIRS * sizeof *copy.exclusion);
    system_free(&copy);
    system_free(&system);
}

static void systems_of_a_batch_keep_theirs(void **state)
{
    struct system system = tangled(), batch;
    const struct system *both[] = {&system, &system};
    struct topology topology;
    struct error error;
    (void)state;
    assert_true(batch_join(both, 2, &batch, &error));
    assert_true(topology_build(&batch, &topology, &error));
    for (int i = 0; i < 2 * SOME; i++)
        for (int j = 0; j < 2 * SOME; j++)
            assert_int_equal(topology_excludes(&topology, i, j),
                             i / SOME == j / SOME && parted(&system, i % SOME, j % SOME));
    topology_free(&topology);
    system_free(&batch);
    system_free(&system);
}

static void the_hash_tells_of_exclusions(void **state)
{
    struct system system = tangled();
    char before[HASH_TEXT];
    (void)state;
    system_set_hash(&system);
    memcpy(before, system.hash, sizeof before);
    system.exclusion[3][1] = (system.exclusion[3][1] + 1) % SOME;
    system_set_hash(&system);
    assert_string_not_equal(system.hash, before);
    system_free(&system);
}

static void wrong_pairs_are_refused(void **state)
{
    struct system system = tangled();
    struct topology topology;
    struct error error;
    (void)state;
    system.exclusion[4][0] = SOME;
    assert_false(topology_build(&system, &topology, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "an excluded pair names particle 61 of 60"));
    system.exclusion[4][0] = system.exclusion[4][1] = 8;
    assert_false(topology_build(&system, &topology, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "particle 9 is excluded from itself"));
    system_free(&system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_have_any_length),
        cmocka_unit_test(exclusions_move_with_particles),
        cmocka_unit_test(systems_of_a_batch_keep_theirs),
        cmocka_unit_test(the_hash_tells_of_exclusions),
        cmocka_unit_test(wrong_pairs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
