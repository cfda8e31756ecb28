/* Tests rows and bit strings of excluded partners, and groups of bonded terms. */
#include "harness/base/random.h"
#include "harness/input/builders/builders.h"
#include "harness/particles/batch.h"
#include "harness/particles/exclusion_strings.h"
#include "harness/particles/term_groups.h"
#include "tests/support.h"

#include "strategies/term_group.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SOME = 60, TERMS = 80, PAIRS = 70 };

/**
 * Returns particles with bonded terms of two and three members, and with excluded pairs. Some of
 * these pairs have a common particle.
 */
static struct system tangled(void)
{
    struct system system;
    struct error error;
    struct random random = random_start(5, 0);
    assert_true(system_allocate(SOME, &system, &error));
    assert_true(system_add_list(&system, SYSTEM_BONDED, TERMS, &error));
    assert_true(system_add_list(&system, SYSTEM_EXCLUSIONS, PAIRS, &error));
    for (int d = 0; d < 3; d++)
        system.box[d] = 10;
    for (int i = 0; i < SOME; i++)
        system.x[i] = system.y[i] = system.z[i] = 10 * random_uniform(&random);
    for (int t = 0; t < TERMS; t++) {
        const int32_t first = t < 40 ? 7 : (int32_t)(SOME * random_uniform(&random));
        const int32_t second = t < 40 ? (7 + t / 2 + 1) % SOME : (first + 1 + t % 9) % SOME;
        system.bonded[t] = (struct bonded){0, 0, {first, second, -1, -1}};
        if (t % 7 == 0)
            system.bonded[t].member[2] = (second + 11) % SOME;
    }
    for (int k = 0; k < PAIRS; k++) {
        system.exclusion[k][0] = k < 20 ? 7 : (int32_t)(SOME * random_uniform(&random));
        system.exclusion[k][1] = (system.exclusion[k][0] + 1 + k % 30) % SOME;
    }
    return system;
}

/**
 * Checks that the slots of an own particle refer to each of its terms once, with the right member.
 */
static void check_slots(const struct topology *topology, const int32_t *head, const int32_t *part,
                        int32_t k)
{
    const int32_t own = head[1], places = head[2], terms = head[3];
    const int32_t *row = part + places, *word = row + own + 1;
    const uint8_t *member = (const uint8_t *)(word + terms);
    const uint16_t *slot = (const uint16_t *)(word + 2 * (int64_t)terms);
    const int32_t i = part[k], begin = topology->start[i];
    bool found[2 * TERMS] = {false};
    assert_int_equal(row[k + 1] - row[k], topology->start[i + 1] - begin);
    for (int32_t e = row[k]; e < row[k + 1]; e++) {
        const int32_t t = slot[e] % terms, m = slot[e] / terms;
        int32_t same = begin;
        assert_int_equal(part[member[4 * t + m]], i);
        for (; same < topology->start[i + 1]; same++) {
            const int32_t *entry = topology->entry[same];
            bool is = !found[same - begin] && entry[0] == word[t] + m;
            for (int o = 0; o < 3 && is; o++)
                is = entry[1 + o] < 0 || part[member[4 * t + o + (o >= m)]] == entry[1 + o];
            if (is)
                break;
        }
        assert_true(same < topology->start[i + 1]);
        found[same - begin] = true;
    }
}

/* Every particle is an own particle of one group, with all of its terms, whatever the order. */
LONG_TEST(groups_have_all_terms)
{
    struct system system = tangled();
    struct topology topology;
    struct term_groups groups;
    struct error error;
    int32_t order[SOME];
    assert_true(topology_build(&system, &topology, &error));
    for (int i = 0; i < SOME; i++)
        order[i] = 7 * i % SOME;
    assert_true(term_groups_build(&topology, SOME, order, &groups, &error));
    bool owned[SOME] = {false};
    assert_int_equal(groups.data[0], groups.groups);
    for (int32_t g = 0; g < groups.groups; g++) {
        const int32_t *head = groups.data + TERM_GROUP_HEAD * (g + 1);
        for (int32_t k = 0; k < head[1]; k++) {
            const int32_t i = groups.data[head[0] + k];
            assert_false(owned[i]);
            owned[i] = true;
            check_slots(&topology, head, groups.data + head[0], k);
        }
    }
    for (int i = 0; i < SOME; i++)
        assert_true(owned[i]);
    assert_true((double)groups.size * sizeof *groups.data <= term_groups_bytes(&system));
    term_groups_free(&groups);
    topology_free(&topology);
    system_free(&system);
}

/* If a particle has more terms than fit in a group, the error contains its index in the system. */
LONG_TEST(groups_have_room)
{
    enum { CENTER = 3, ARMS = 500 };
    struct system system;
    struct topology topology;
    struct term_groups groups;
    struct error error;
    int32_t order[ARMS + 1];
    assert_true(system_allocate(ARMS + 1, &system, &error));
    assert_true(system_add_list(&system, SYSTEM_BONDED, ARMS, &error));
    for (int32_t k = 0; k <= ARMS; k++)
        order[k] = k;
    for (int32_t k = 0; k < ARMS; k++)
        system.bonded[k] = (struct bonded){0, 0, {CENTER, k < CENTER ? k : k + 1, -1, -1}};
    assert_true(topology_build(&system, &topology, &error));
    assert_false(term_groups_build(&topology, ARMS + 1, order, &groups, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "particle 3 has 500 bonded terms"));
    topology_free(&topology);
    system_free(&system);
}

static bool joined(const int32_t pair[2], int64_t i, int64_t j)
{
    return (pair[0] == i && pair[1] == j) || (pair[0] == j && pair[1] == i);
}

/** Whether a pair is excluded, by a search through all exclusions. */
static bool is_excluded(const struct system *system, int64_t i, int64_t j)
{
    for (int64_t k = 0; k < system->exclusion_count; k++)
        if (joined(system->exclusion[k], i, j))
            return true;
    return false;
}

/** Checks the rows of excluded partners; returns the length of the longest. */
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
            assert_int_equal(topology_excludes(&topology, i, j), is_excluded(system, i, j));
            count += is_excluded(system, i, j);
        }
        assert_int_equal(excluded[i + 1] - excluded[i], count); /* each pair occurs once */
        most = count > most ? count : most;
    }
    assert_true(excluded[system->n] * (double)sizeof *excluded <= topology_bytes(system));
    topology_free(&topology);
    return most;
}

TEST(rows_have_any_length)
{
    struct system system = tangled();
    assert_true(check_rows(&system) >= 15);
    system.bonded_count = 0;
    check_rows(&system);
    system_free(&system);
}

TEST(exclusions_move_with_particles)
{
    struct system system = tangled(), copy;
    struct error error;
    int32_t order[SOME];
    struct topology before, after;
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

TEST(systems_of_a_batch_keep_theirs)
{
    struct system system = tangled(), batch;
    const struct system *both[] = {&system, &system};
    struct topology topology;
    struct error error;
    assert_true(batch_join(both, 2, &batch, &error));
    assert_true(topology_build(&batch, &topology, &error));
    for (int i = 0; i < 2 * SOME; i++)
        for (int j = 0; j < 2 * SOME; j++)
            assert_int_equal(topology_excludes(&topology, i, j),
                             i / SOME == j / SOME && is_excluded(&system, i % SOME, j % SOME));
    topology_free(&topology);
    system_free(&batch);
    system_free(&system);
}

TEST(the_hash_depends_on_exclusions)
{
    struct system system = tangled();
    char before[HASH_TEXT];
    system_set_hash(&system);
    memcpy(before, system.hash, sizeof before);
    system.exclusion[3][1] = (system.exclusion[3][1] + 1) % SOME;
    system_set_hash(&system);
    assert_string_not_equal(system.hash, before);
    system_free(&system);
}

/** Checks that bit strings exclude the same pairs as rows; returns the number of bits. */
static int64_t check_strings(const struct system *system, const int32_t *order)
{
    struct topology topology;
    struct exclusion_strings strings;
    struct error error;
    int64_t apart = 0, rows = 0;
    assert_true(topology_build(system, &topology, &error));
    assert_true(exclusion_strings_build(&topology, system->n, order, &strings, &error));
    for (int64_t i = 0; i < system->n; i++) {
        rows += topology.excluded[i + 1] - topology.excluded[i];
        for (int64_t j = 0; j <= system->n; j++) {
            if (j == i) /* a particle is not its own partner */
                continue;
            bool held = exclusion_strings_hold(&strings, i, j);
            apart += held;
            if (held)
                assert_true(j < system->n && topology_excludes(&topology, i, j));
        }
    }
    assert_int_equal(apart, rows);
    int64_t bits = strings.bits;
    exclusion_strings_free(&strings);
    topology_free(&topology);
    return bits;
}

/** Checks bit strings for a system in its original order and in a scattered order. */
static int64_t check_strings_in_orders(const struct system *system)
{
    int32_t *order = malloc((size_t)system->n * sizeof *order);
    struct system moved;
    struct error error;
    assert_non_null(order);
    for (int64_t k = 0; k < system->n; k++)
        order[k] = (int32_t)k;
    int64_t bits = check_strings(system, order);
    struct random random = random_start(9, 0);
    for (int64_t k = system->n - 1; k > 0; k--) {
        const int64_t other = (int64_t)((double)(k + 1) * random_uniform(&random));
        const int32_t was = order[k];
        order[k] = order[other];
        order[other] = was;
    }
    assert_true(system_reorder(system, order, &moved, &error));
    assert_int_equal(check_strings(&moved, order), bits); /* same strings, because molecules are
                                                           * the same */
    system_free(&moved);
    free(order);
    return bits;
}

TEST(strings_agree_with_rows)
{
    struct system system = tangled();
    check_strings_in_orders(&system);
    system_free(&system);
}

LONG_TEST(molecules_share_strings)
{
    struct system_spec spec = {.builder = "spce", .n = 1536, .density = 0.1, .temperature = 0.6};
    struct system system = created(&spec);
    /*
     * bits of the three atoms of water: the middle atom reaches one index in each direction, the
     * others two
     */
    assert_int_equal(check_strings_in_orders(&system), 5 + 3 + 5);
    system_free(&system);
    spec = (struct system_spec){.builder = "bilayer", .n = 1538, .seed = 1};
    spec.density = spec.temperature = NAN;
    builder_defaults(&spec);
    system = created(&spec);
    assert_true(check_strings_in_orders(&system) < 300);
    system_free(&system);
}

TEST(a_protein_has_strings)
{
    char path[PATH_LENGTH];
    refdata("allatom_lammps/data.peptide", path);
    struct system system = created(&(struct system_spec){.file = path});
    const int64_t bits = check_strings_in_orders(&system);
    assert_true(bits > 100 && bits < 50000);
    system_free(&system);
}

TEST(strings_too_long_are_refused)
{
    enum { MANY = 300000 };
    struct system system = {.n = MANY};
    struct topology topology;
    struct exclusion_strings strings;
    struct error error;
    int32_t *order = malloc(MANY * sizeof *order);
    assert_non_null(order);
    for (int32_t k = 0; k < MANY; k++)
        order[k] = k;
    assert_true(system_add_list(&system, SYSTEM_EXCLUSIONS, 1, &error));
    system.exclusion[0][0] = 2;
    system.exclusion[0][1] = MANY - 1;
    assert_true(topology_build(&system, &topology, &error));
    assert_false(exclusion_strings_build(&topology, MANY, order, &strings, &error));
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_true(error.too_large);
    assert_non_null(strstr(error.text, "particle 3 is excluded from one 299997 away"));
    topology_free(&topology);
    system_free(&system);
    free(order);
}

TEST(wrong_pairs_are_refused)
{
    struct system system = tangled();
    struct topology topology;
    struct error error;
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

TESTS_MAIN(NULL, NULL)
