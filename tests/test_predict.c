/*
 * Tests predictions. Wavefronts can be counted by hand, and the device has round numbers. Also
 * tests the comparison of predictions with measured times.
 */
#include "harness/lanes/lanes.h"
#include "harness/predict/data_sheets.h"
#include "harness/predict/kernel_cost.h"
#include "harness/predict/known_ceilings.h"
#include "harness/predict/prediction.h"
#include "tests/support.h"

#include <math.h>
#include <string.h>

/* Fills and returns the places that a warp's lanes read: `step` times the lane. */
static const int64_t *places(int64_t step, int64_t place[WARP])
{
    for (int l = 0; l < WARP; l++)
        place[l] = step * l;
    return place;
}

TEST(wavefronts_are_those_of_the_fullest_banks)
{
    int64_t place[WARP];
    /* eight lanes at a time, which read consecutive places or all the same place */
    assert_int_equal(lanes_wavefronts(places(1, place), 16, 16), 4);
    assert_int_equal(lanes_wavefronts(places(0, place), 16, 16), 4);
    /* all places are in one group of banks: each lane needs a separate wavefront */
    assert_int_equal(lanes_wavefronts(places(8, place), 16, 16), 32);
    /* stride of 32 bytes: four of the eight groups of banks serve two lanes per group */
    assert_int_equal(lanes_wavefronts(places(1, place), 16, 32), 8);
    /* 32 consecutive words, and 32 words in one bank */
    assert_int_equal(lanes_wavefronts(places(1, place), 4, 4), 1);
    assert_int_equal(lanes_wavefronts(places(32, place), 4, 4), 32);
    /* a position in double precision: x and y, then z alone, or z and type */
    assert_int_equal(lanes_position_wavefronts(places(1, place), 8, true), 16);
    assert_int_equal(lanes_position_wavefronts(places(1, place), 8, false), 8 + 2 * 4);
    for (int l = 0; l < WARP; l++)
        place[l] = -1;
    assert_int_equal(lanes_wavefronts(place, 16, 16), 0);
    place[31] = 5;
    assert_int_equal(lanes_wavefronts(place, 16, 16), 1);
}

/* Returns the mean number of wavefronts per position for warps that read random places. */
static double mean_wavefronts(int real_size)
{
    enum { WARPS = 4000 };
    uint64_t random = 1;
    double sum = 0;
    for (int w = 0; w < WARPS; w++) {
        int64_t place[WARP];
        for (int l = 0; l < WARP; l++) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            place[l] = (int64_t)(random >> 40);
        }
        sum += lanes_position_wavefronts(place, real_size, false);
    }
    return sum / WARPS;
}

/* Compares with the ceiling of gathers, which also reads random places. */
TEST(places_of_no_order_take_as_many_as_predictions_say)
{
    assert_near(mean_wavefronts(4), predicted_wavefronts(4), 0.01 * predicted_wavefronts(4));
    assert_near(mean_wavefronts(8), predicted_wavefronts(8), 0.01 * predicted_wavefronts(8));
}

/*
 * Returns a device with round numbers. It executes 1e12 warp instructions per second, or half as
 * many in 64 bits, 1.04e11 wavefronts and 1e11 sectors of atomic adds. It reads 1e13 bytes from an
 * L2 of 50 MB, and 1e12 from DRAM.
 */
static struct ceilings round_device(void)
{
    struct ceilings c = {.backend = "cuda", .cache_bytes = {20000000, 50000000, 0}};
    const struct {
        enum ceiling_kind kind;
        double best;
    } rates[] = {{CEILING_FMA_SINGLE, 64e12},  {CEILING_FMA_DOUBLE, 32e12},
                 {CEILING_GATHER_L1, 320e9},   {CEILING_STREAM_L2, 1e13},
                 {CEILING_STREAM_DRAM, 1e12},  {CEILING_ATOMIC_FLOAT, 400e9},
                 {CEILING_ATOMIC_FLOAT4, 2e11}};
    c.info.cores = 100;
    for (size_t k = 0; k < sizeof rates / sizeof *rates; k++)
        c.ceiling[rates[k].kind] = (struct ceiling){.best = rates[k].best, .repetitions = 1};
    return c;
}

/* Returns a case of a million warps with a thousand passes each, in a wide box. */
static struct prediction_case large_case(const char *strategy, int tuning[STRATEGY_TUNINGS])
{
    struct prediction_case c = {
        .model = model_find("lj"),
        .strategy = strategy_find(strategy),
        .tuning = tuning,
        .precision = PRECISION_SINGLE,
        .replayed = 1e9,
        .n = 1e9,
        .density = 1e-9,
        .range = 2.8,
        .ordered = true,
    };
    strategy_defaults(c.strategy, tuning);
    c.lanes.warps = 1000000;
    c.lanes.passes = 1000000000;
    c.lanes.wavefronts = 1040000000;
    c.lanes.region[LANES_PAIR].issues = 1000000000;
    return c;
}

static struct prediction predicted_of(const struct prediction_case *c, const struct ceilings *on)
{
    struct prediction prediction;
    struct error error;
    assert_good(prediction_of(c, on, &prediction, &error));
    return prediction;
}

TEST(times_follow_from_counts_and_ceilings)
{
    int tuning[STRATEGY_TUNINGS];
    struct ceilings device = round_device();
    struct prediction_case c = large_case("vertex", tuning);
    struct mapping_cost mapping;
    assert_true(mapping_cost(c.strategy, &mapping));
    struct pair_cost pair = pair_cost(c.model, c.parameters);
    struct precision_cost single = precision_cost(c.precision);
    struct prediction p = predicted_of(&c, &device);
    double each = mapping.pass + COST_DISTANCE + pair.per_operation * (20 + single.special);
    double issue = (1e9 * each + 1e6 * mapping.warp) / 1e12;
    assert_near(p.part[RESOURCE_ISSUE], issue,
                0.01 * issue); /* one warp in a hundred tests images */
    assert_near(p.part[RESOURCE_L1], 0.01, 1e-12);
    /* position and force have 32 bytes together; L2 keeps 50 MB */
    assert_near(p.part[RESOURCE_L2], 32e9 / 1e13, 1e-12);
    assert_near(p.part[RESOURCE_DRAM], (32e9 - 50e6) / 1e12, 1e-12);
    assert_true(p.part[RESOURCE_ATOMICS] == 0 && p.part[RESOURCE_BONDED] == 0);
    double squares = 0;
    for (int k = RESOURCE_ISSUE; k <= RESOURCE_LATENCY; k++)
        squares += p.part[k] * p.part[k];
    assert_near(p.seconds, p.part[RESOURCE_LAUNCH] + sqrt(squares), 1e-12);
    assert_int_equal(p.binding, RESOURCE_DRAM);

    /* counts are proportional to the particles, and half the rate of gathers doubles their time */
    struct ceilings slower = device;
    slower.ceiling[CEILING_GATHER_L1].best /= 2;
    c.n *= 3;
    assert_near(predicted_of(&c, &slower).part[RESOURCE_L1], 0.06, 1e-12);
}

/*
 * Returns the time of instructions of the pair function, for a million warps with a thousand passes
 * each.
 */
static double pair_issue(const char *strategy, const double *parameters)
{
    int tuning[STRATEGY_TUNINGS];
    struct ceilings device = round_device();
    struct prediction_case c = large_case(strategy, tuning);
    c.model = model_find("allatom");
    c.parameters = parameters;
    struct prediction_case none = c;
    none.lanes.region[LANES_PAIR].issues = 0;
    return predicted_of(&c, &device).part[RESOURCE_ISSUE] -
           predicted_of(&none, &device).part[RESOURCE_ISSUE];
}

/*
 * Differences between kinds of electrostatics and switches equal the instructions counted in
 * kernels. Loads of rows cost the same in all.
 */
TEST(atoms_cost_what_their_parameters_ask_for)
{
    double ewald[MODEL_PARAMETERS], field[MODEL_PARAMETERS];
    const struct model *model = model_find("allatom");
    model_defaults(model, ewald);
    model_defaults(model, field);
    field[model_parameter(model, "electrostatics")] = 1;
    const double full = pair_issue("staged", ewald), less = pair_issue("staged", field);
    assert_near(full / less, 59.5 / 38.5, 1e-9);
    field[model_parameter(model, "switch")] = field[model_parameter(model, "cutoff")];
    const double least = pair_issue("staged", field);
    assert_near(full / least, 59.5 / 26.5, 1e-9);
    assert_near(full / pair_issue("cluster", ewald), 1, 1e-9);
    assert_near(pair_issue("vertex", ewald) - full, pair_issue("vertex", field) - least, 1e-9);
    assert_near(pair_issue("vertex", field) / least, 36.5 / 26.5, 1e-9);
}

TEST(adds_without_waiting_threads_are_a_limit_of_their_own)
{
    int tuning[STRATEGY_TUNINGS];
    struct ceilings device = round_device();
    struct prediction_case c = large_case("newton", tuning);
    c.lanes.region[LANES_ATOMICS].active = 100000000000;
    struct prediction p = predicted_of(&c, &device);
    assert_int_equal(p.binding, RESOURCE_ATOMICS);
    assert_near(p.part[RESOURCE_ATOMICS], 1, 1e-12);
    assert_near(p.seconds, 1 + p.part[RESOURCE_LAUNCH], 1e-12);
    c.precision = PRECISION_MIXED; /* atomic adds of forces by component */
    assert_near(predicted_of(&c, &device).part[RESOURCE_ATOMICS], 3, 1e-12);
    device.ceiling[CEILING_ATOMIC_FLOAT4].repetitions = 0;
    c.precision = PRECISION_SINGLE;
    assert_near(predicted_of(&c, &device).part[RESOURCE_ATOMICS], 6, 1e-12);
}

/* Tests a GPU with few double-precision units. */
TEST(double_precision_takes_what_units_there_are)
{
    int tuning[STRATEGY_TUNINGS];
    struct ceilings device = round_device();
    struct prediction_case c = large_case("vertex", tuning);
    c.precision = PRECISION_DOUBLE;
    double share = precision_cost(PRECISION_DOUBLE).wide;
    double half = predicted_of(&c, &device).part[RESOURCE_ISSUE];
    device.ceiling[CEILING_FMA_DOUBLE].best = 1e12;
    double few = predicted_of(&c, &device).part[RESOURCE_ISSUE];
    assert_near(few / half, (1 + 63 * share) / (1 + share), 1e-9);
}

TEST(unknown_kernels_are_reported)
{
    int tuning[STRATEGY_TUNINGS];
    struct ceilings device = round_device();
    struct prediction_case c = large_case("vertex", tuning);
    struct prediction prediction;
    struct error error;
    device.ceiling[CEILING_GATHER_L1].repetitions = 0;
    assert_false(prediction_of(&c, &device, &prediction, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    device = round_device();
    c.strategy = strategy_find("serial");
    assert_false(prediction_of(&c, &device, &prediction, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "serial"));
}

/* Compares estimates from data sheets with measurements of the same GPUs. */
TEST(estimates_are_near_what_was_measured)
{
    static const char *const files[] = {"results/nvidia-h200/ceilings.json",
                                        "results/nvidia-h100-80gb-hbm3/ceilings.json"};
    static const enum ceiling_kind kinds[] = {
        CEILING_FMA_SINGLE,   CEILING_FMA_DOUBLE,    CEILING_ISSUE,
        CEILING_GATHER_L1,    CEILING_STREAM_L2,     CEILING_STREAM_DRAM,
        CEILING_ATOMIC_FLOAT, CEILING_ATOMIC_DOUBLE, CEILING_ATOMIC_FLOAT4};
    struct error error;
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        static struct ceilings_set measured;
        struct ceilings estimated;
        const struct data_sheet *sheet = data_sheets();
        assert_true(ceilings_read(files[f], &measured, &error));
        const struct ceilings *device = &measured.device[0];
        while (sheet->name != NULL && strcmp(sheet->name, device->info.name) != 0)
            sheet++;
        assert_non_null(sheet->name);
        data_sheet_ceilings(sheet, &estimated);
        assert_int_equal(estimated.info.cores, device->info.cores);
        for (int level = 0; level < CEILINGS_CACHES; level++)
            assert_int_equal(estimated.cache_bytes[level], device->cache_bytes[level]);
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            assert_near(estimated.ceiling[kinds[k]].best / device->ceiling[kinds[k]].best, 1, 0.09);
    }
}

TEST(a_gpu_is_found_by_a_part_of_its_name)
{
    static const struct {
        const char *text, *name;
        bool estimated;
    } rows[] = {
        {"NVIDIA H200", "NVIDIA H200", false},
        {"h100", "NVIDIA H100 80GB HBM3", false},
        {"A100", "NVIDIA A100", true},
        {"NVIDIA A100-SXM4-80GB", "NVIDIA A100", true},
        {"RTX 4090", "NVIDIA GeForce RTX 4090", true},
    };
    struct ceilings ceilings;
    struct error error;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        assert_true(known_ceilings(rows[k].text, &ceilings, &error));
        assert_string_equal(ceilings.info.name, rows[k].name);
        assert_int_equal(ceilings.estimated, rows[k].estimated);
    }
    assert_false(known_ceilings("NVIDIA", &ceilings, &error));
    assert_int_equal(error.code, EXIT_USAGE);
    assert_non_null(strstr(error.text, "NVIDIA L40S"));
}

TESTS_MAIN(NULL, NULL)
