/* Tests the limits of a made-up case on a made-up device against values computed by hand. */
#include "harness/results/limits.h"

#include "tests/near.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double tight = 1e-12;

/* Returns a record of 1,000 particles with 100 listed pairs each; 30,000 pairs are in range. */
static struct record made_up(const char *strategy)
{
    return (struct record){
        .model = "lj",
        .strategy = strategy,
        .precision = "single",
        .backend = "cuda",
        .device = "Test GPU",
        .status = "ok",
        .limit = "",
        .limit_fraction = NAN,
        .n = 1000,
        .threads = NAN,
        .pairs_listed = 100000,
        .pairs_in_cutoff = 30000,
        .pairs_interacting = 30000,
        .flops = NAN,
        .special = NAN,
        .bytes = NAN,
        .force = {.median = 1000},
    };
}

static struct ceilings device(void)
{
    struct ceilings ceilings = {
        .backend = "cuda", .info.name = "Test GPU", .cache_bytes = {100, 200000, 0}};
    for (int k = 0; k < CEILING_COUNT; k++)
        ceilings.ceiling[k] = (struct ceiling){.best = 1e18, .repetitions = 10};
    return ceilings;
}

static struct work work_for(const struct record *record)
{
    struct work work;
    assert_true(limits_work(record, &work));
    return work;
}

TEST(work_is_that_of_the_strategy)
{
    const struct model_work *pair = &model_find("lj")->evaluated;
    struct record record = made_up("vertex");
    struct work work = work_for(&record);
    assert_near(work.flops, 100000.0 * pair->flops, 0);
    assert_near(work.special, 100000.0 * pair->special, 0);
    /* 4 bytes per entry; vectors of 16 bytes, two per particle and one per partner */
    assert_near(work.streamed, 400000 + 32000, 0);
    assert_near(work.bytes, 400000 + 32000 + 1600000, 0);
    record.precision = "double";
    assert_near(work_for(&record).bytes, 400000 + 64000 + 3200000, 0);

    record = made_up("edge");
    assert_near(work_for(&record).streamed, 800000 + 32000, 0);

    /*
     * patches: a pair is evaluated for each of its particles unless forces are reciprocal; 25
     * particles share one read of a partner
     */
    record = made_up("tile");
    strcpy(record.tuning, "block=32 patch=25 reciprocal=0");
    assert_near(work_for(&record).flops, 60000.0 * pair->flops, 0);
    assert_near(work_for(&record).bytes, 32000 + 64000, tight);
    strcpy(record.tuning, "block=32 patch=25 reciprocal=1");
    assert_near(work_for(&record).flops, 30000.0 * pair->flops, 0);
}

TEST(branches_and_bodies_have_work_of_their_own)
{
    const struct model_branch branches[] = {{"near", {.flops = 7, .special = 2}},
                                            {"bound", {.flops = 100}}};
    const int64_t taken[] = {40, 3};
    struct model model = {.evaluated = {.flops = 10}, .branches = branches, .branch_count = 2};
    struct work_case spec = {.model = &model,
                             .strategy = strategy_find("newton"),
                             .n = 1,
                             .pairs_listed = 100,
                             .pairs_in_cutoff = 50,
                             .branches = taken};
    assert_near(work_of(&spec).flops, 10 * 100 + 7 * 40 + 100 * 3, 0);
    assert_near(work_of(&spec).special, 2 * 40, 0);
    assert_near(work_of(&spec).bytes, (4 + 32) * 100 + 64, 0);
    spec.strategy = strategy_find("vertex");
    assert_near(work_of(&spec).special, 2 * 80, 0);
    /*
     * bodies are evaluated only within the cut-off, and orientations are read in addition to
     * positions
     */
    model.body = true;
    model.oriented = true;
    assert_near(work_of(&spec).flops, 10 * 100 + 7 * 80 + 100 * 6, 0);
    assert_near(work_of(&spec).bytes, (4 + 64) * 100 + 128, 0);
    spec.branches = NULL;
    spec.pairs_in_cutoff = 45;
    assert_near(work_of(&spec).flops, 10 * 90, 0);
}

TEST(recorded_work_is_that_of_the_strategy)
{
    struct record record = made_up("vertex");
    record.flops = 5;
    record.special = 3;
    record.bytes = 7;
    struct work work = work_for(&record);
    assert_near(work.flops, 5, 0);
    assert_near(work.special, 3, 0);
    assert_near(work.bytes, 7, 0);
}

static void assert_bound(const struct record *record, const struct ceilings *ceilings,
                         enum ceiling_kind kind, double fraction)
{
    struct limits limits = limits_of(record, ceilings);
    assert_true(limits.known);
    assert_int_equal(limits.binding, kind);
    assert_near(limits.fraction[kind], fraction, tight);
}

/* Checks which ceiling the limit of a case is based on. */
static void assert_basis(const struct record *record, const struct ceilings *ceilings,
                         enum limit_basis basis)
{
    struct limits limits = limits_of(record, ceilings);
    assert_int_equal(limits.basis[limits.binding], basis);
    assert_int_equal(limit_basis_find(limit_basis_name(basis)), basis);
}

TEST(nearest_ceiling_binds)
{
    struct record record = made_up("vertex");
    struct ceilings ceilings = device();
    record.flops = 1.5e6;
    record.special = 2e5;
    ceilings.ceiling[CEILING_FMA_SINGLE].best = 15e12; /* 1.5 Mflop in 1 us: 10 % */
    assert_bound(&record, &ceilings, CEILING_FMA_SINGLE, 0.1);
    assert_basis(&record, &ceilings, LIMIT_DECLARED);
    ceilings.ceiling[CEILING_RECIPROCAL_SINGLE].best = 1e12; /* 2e5 in 1 us: 20 % of the faster
                                                              * kind */
    ceilings.ceiling[CEILING_RSQRT_SINGLE].best = 5e11;      /* the slower kind */
    assert_bound(&record, &ceilings, CEILING_RECIPROCAL_SINGLE, 0.2);
    ceilings.ceiling[CEILING_GATHER_L1].best = 2e11; /* 1e5 gathers in 1 us: 50 % of the ceiling */
    assert_bound(&record, &ceilings, CEILING_GATHER_L1, 0.5);
    assert_basis(&record, &ceilings, LIMIT_ASSUMED);
    /* 432,000 bytes; the L2 cache may have kept 200,000 of them */
    ceilings.ceiling[CEILING_STREAM_DRAM].best = 2.32e11;
    assert_bound(&record, &ceilings, CEILING_STREAM_DRAM, 1);
    /* a ceiling that was not measured is ignored */
    ceilings.ceiling[CEILING_STREAM_DRAM].repetitions = 0;
    assert_bound(&record, &ceilings, CEILING_GATHER_L1, 0.5);
}

TEST(positions_take_gathers_of_16_bytes_on_a_gpu)
{
    struct record record = made_up("vertex");
    struct ceilings ceilings = device();
    record.precision = "double";
    ceilings.ceiling[CEILING_GATHER_L1].best = ceilings.ceiling[CEILING_GATHER_WIDE].best = 2e11;
    assert_bound(&record, &ceilings, CEILING_GATHER_WIDE, 1); /* two halves of each position */
    ceilings.ceiling[CEILING_GATHER_WIDE].repetitions = 0;
    assert_bound(&record, &ceilings, CEILING_GATHER_L1, 1);
    assert_near(limits_gather_bytes(&record, &ceilings) / 3.2e12, 1, tight);
    record.backend = "cpu";
    assert_bound(&record, &ceilings, CEILING_GATHER_L1, 0.5);
    assert_near(limits_gather_bytes(&record, &ceilings) / 6.4e12, 1, tight);
}

TEST(adds_are_vectors_where_the_device_has_them)
{
    struct record record = made_up("edge");
    struct ceilings ceilings = device();
    record.atomics = 60000;
    ceilings.ceiling[CEILING_ATOMIC_FLOAT4].best = 1e11;
    ceilings.ceiling[CEILING_ATOMIC_FLOAT].best = 3e11;
    assert_bound(&record, &ceilings, CEILING_ATOMIC_FLOAT4, 0.6);
    ceilings.ceiling[CEILING_ATOMIC_FLOAT4].repetitions = 0;
    assert_bound(&record, &ceilings, CEILING_ATOMIC_FLOAT, 0.6);
}

TEST(adds_whose_sectors_were_counted_go_to_random_places)
{
    struct record record = made_up("edge");
    struct ceilings ceilings = device();
    record.atomics = 60000;
    record.lane_sectors = 40000;
    ceilings.ceiling[CEILING_ATOMIC_FLOAT4].best = 2e11;
    ceilings.ceiling[CEILING_SCATTER_FLOAT].best = 2e10;
    ceilings.ceiling[CEILING_SCATTER_FLOAT4].best = 5e10; /* the fastest atomic adds to a sector */
    ceilings.ceiling[CEILING_SCATTER_DOUBLE].best = 4e10;
    assert_bound(&record, &ceilings, CEILING_SCATTER_FLOAT4, 0.8);
    record.lane_sectors = 10000; /* three components per lane are added */
    record.precision = "double";
    assert_bound(&record, &ceilings, CEILING_SCATTER_FLOAT4, 0.6);
    /* an older file of ceilings, without the ceilings of atomic adds to random places */
    record.precision = "single";
    for (int k = CEILING_SCATTER_FLOAT; k <= CEILING_SCATTER_DOUBLE; k++)
        ceilings.ceiling[k] = (struct ceiling){0};
    assert_bound(&record, &ceilings, CEILING_ATOMIC_FLOAT4, 0.3);
}

TEST(wavefronts_that_were_counted_take_the_place_of_random_ones)
{
    struct record record = made_up("vertex");
    struct ceilings ceilings = device();
    ceilings.ceiling[CEILING_GATHER_L1].best = 3.2e11; /* 1e10 warps, 1.04e11 wavefronts */
    record.lane_wavefronts = 52000;                    /* half of the wavefronts in 1 us */
    assert_bound(&record, &ceilings, CEILING_GATHER_L1, 0.5);
    assert_basis(&record, &ceilings, LIMIT_REPLAYED);
    record.precision = "double"; /* `lane_wavefronts` already counts both halves of a position
                                  * in double precision */
    assert_bound(&record, &ceilings, CEILING_GATHER_L1, 0.5);
    record = made_up("staged");
    record.lane_wavefronts = 52000;
    strcpy(record.tuning, "particles=256 banked=0");
    ceilings.ceiling[CEILING_GATHER_SHARED].best = 6.4e11;
    assert_bound(&record, &ceilings, CEILING_GATHER_SHARED, 0.25);
    strcpy(record.tuning, "particles=256 banked=1"); /* the replay has no order of entries for
                                                      * bank order */
    assert_true(isnan(limits_of(&record, &ceilings).fraction[CEILING_GATHER_SHARED]));
}

TEST(requests_to_l2_replace_the_bytes_read_once)
{
    struct record record = made_up("vertex");
    struct ceilings ceilings = device();
    ceilings.ceiling[CEILING_STREAM_L2].best = 5e12; /* 5 MB in 1 us */
    record.lane_l2_bytes = 4000000;
    assert_bound(&record, &ceilings, CEILING_STREAM_L2, 0.8);
    assert_basis(&record, &ceilings, LIMIT_REPLAYED);
    assert_int_equal(limit_basis_find(""), LIMIT_BASES);
}

TEST(counted_instructions_are_compared_with_their_ceiling)
{
    struct record record = made_up("vertex");
    struct ceilings ceilings = device();
    cJSON *metrics = cJSON_CreateObject();
    cJSON_AddNumberToObject(metrics, "instructions", 700000);
    record.hardware.metrics = metrics;
    ceilings.ceiling[CEILING_ISSUE].best = 1e12; /* a million in 1 us */
    assert_bound(&record, &ceilings, CEILING_ISSUE, 0.7);
    assert_basis(&record, &ceilings, LIMIT_COUNTED);
    cJSON_Delete(metrics);
}

TEST(unknown_model_has_no_limits)
{
    struct record record = made_up("vertex");
    struct ceilings ceilings = device();
    struct work work;
    record.model = "unknown";
    assert_false(limits_work(&record, &work));
    assert_false(limits_of(&record, &ceilings).known);
}

TESTS_MAIN(NULL, NULL)
