#include "harness/predict/prediction.h"
#include "harness/base/text.h"
#include "harness/catalog/work.h"
#include "harness/predict/kernel_cost.h"

#include <math.h>

/* Properties of NVIDIA's GPUs of compute capability 7.0 and higher, since 2017. */
enum {
    SCHEDULERS = 4, /* schedulers per multiprocessor */
    REGISTERS = 65536,
    MOST_WARPS = 64,
    SECTOR = 32 /* bytes per sector of L2 */
};

/*
 * Cycles between an instruction and the next instruction that uses its result: mostly four, more
 * for some. A scheduler with fewer warps than this waits.
 */
static const double dependent = 5;

/* Latency of a load from L2, in cycles. */
static const double from_l2 = 280;

/*
 * Loads of a warp before its first pair: own particle, length of the row, entry. Each load depends
 * on the previous one.
 */
static const double waits_before = 3;

/*
 * Seconds to start a kernel and wait for its end, and for each additional kernel. Ceilings do not
 * include these times.
 */
static const double launch = 1.9e-6;
static const double launch_more = 1.0e-6;

/*
 * Wavefronts of a gather from 32 random places, in single and in double precision. In double
 * precision vectors have a stride of 32 bytes. They begin in only four groups of banks, and each
 * needs two loads.
 */
static const double wavefronts_any = RANDOM_WAVEFRONTS;
static const double wavefronts_wide = 26.4;
static const double wavefronts_banked = 4; /* every eight lanes use different banks */

double predicted_wavefronts(int real_size)
{
    return real_size == sizeof(float) ? wavefronts_any : wavefronts_wide;
}

const char *resource_name(enum resource resource)
{
    static const char *const names[RESOURCE_COUNT] = {"launch", "issue",   "l1",      "l2",
                                                      "dram",   "atomics", "latency", "bonded"};
    return names[resource];
}

/* Rates of a device. */
struct rates {
    double issue;   /* warp instructions per second */
    double wide;    /* 64-bit warp instructions per second */
    double gather;  /* wavefronts per second */
    double sectors; /* sectors changed by atomics per second */
    double l2, dram, l2_bytes, shared_bytes;
    bool vectors; /* true if one atomic add can add four floats */
    double cores;
};

static double best(const struct ceilings *ceilings, enum ceiling_kind kind)
{
    const struct ceiling *ceiling = &ceilings->ceiling[kind];
    return ceiling->repetitions > 0 ? ceiling->best : 0;
}

static bool rates_of(const struct ceilings *ceilings, struct rates *rates, struct error *error)
{
    /*
     * an add to a random place changes a whole sector of L2, like several adds to adjacent places
     */
    double sectors = fmax(best(ceilings, CEILING_ATOMIC_FLOAT) * 4 / SECTOR,
                          best(ceilings, CEILING_ATOMIC_DOUBLE) * 8 / SECTOR);
    sectors = fmax(sectors, best(ceilings, CEILING_ATOMIC_FLOAT4) * 16 / SECTOR);
    *rates = (struct rates){
        .issue =
            fmax(best(ceilings, CEILING_FMA_SINGLE) / (2 * WARP), best(ceilings, CEILING_ISSUE)),
        .wide = best(ceilings, CEILING_FMA_DOUBLE) / (2 * WARP),
        .gather = best(ceilings, CEILING_GATHER_L1) / WARP * wavefronts_any,
        .sectors = sectors,
        .l2 = best(ceilings, CEILING_STREAM_L2),
        .dram = best(ceilings, CEILING_STREAM_DRAM),
        .l2_bytes = (double)ceilings->cache_bytes[1],
        .vectors = best(ceilings, CEILING_ATOMIC_FLOAT4) > 0,
        .cores = ceilings->info.cores,
    };
    rates->shared_bytes = (double)ceilings->cache_bytes[0] / rates->cores;
    const struct {
        const char *name;
        double rate;
    } needed[] = {{"fma_single", rates->issue},
                  {"fma_double", rates->wide},
                  {"gather_l1", rates->gather},
                  {"atomic_float", sectors},
                  {"stream_l2", rates->l2},
                  {"stream_dram", rates->dram},
                  {"cores of the device", rates->cores}};
    char missing[256] = "";
    for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
        if (!(needed[k].rate > 0))
            text_append(missing, sizeof missing, ", ", "%s", needed[k].name);
    return missing[0] == '\0' ||
           error_set(error, EXIT_USAGE,
                     "the ceilings of %s lack %s; `pairlanes ceilings` measures all",
                     ceilings->info.name, missing);
}

/* Work of a case, from its counts. */
struct demand {
    struct mapping_cost mapping;
    struct precision_cost precision;
    struct pair_cost pair;
    double scale; /* ratio of the case's particles to the replay's particles */
    double real, sum, vectors;
    int lanes; /* lanes per particle */
    double warps, block;
};

static int tuning_of(const struct prediction_case *c, const char *name, int otherwise)
{
    return strategy_tuning_value(c->strategy, c->tuning, name, otherwise);
}

static bool demand_of(const struct prediction_case *c, struct demand *d, struct error *error)
{
    const struct precision_info *info = precision_info(c->precision);
    *d = (struct demand){
        .precision = precision_cost(c->precision),
        .pair = pair_cost(c->model, c->parameters),
        .scale = c->n / c->replayed,
        .real = info->real_size,
        .sum = info->sum_size,
        .vectors = c->model->oriented ? 2 : 1,
        .lanes = tuning_of(c, "lanes", 1),
        .block = strategy_block(c->strategy, c->tuning, c->model->oriented),
    };
    d->warps = d->scale * (double)c->lanes.warps;
    return mapping_cost(c->strategy, &d->mapping) ||
           error_set(error, EXIT_USAGE, "strategy %s: the instructions of its kernel are not known",
                     c->strategy->name);
}

/*
 * Returns the share of warps that need nearest images, because a particle is near a face of the
 * box.
 */
static double image_share(const struct prediction_case *c, const struct demand *d)
{
    double box = cbrt(c->n / c->density);
    double extent = c->ordered ? cbrt((double)WARP / d->lanes / c->density) : box;
    double inside = fmax(0, 1 - (2 * c->range + extent) / box);
    return 1 - inside * inside * inside;
}

/*
 * Minimum number of lanes per particle for warps of only bare particles in `staged` (BARE_LAST in
 * strategies/staged/own_order.cuh).
 */
enum { BARE_LANES = 4 };

/* Returns the number of warp instructions in the pair function and its branches. */
static double pair_instructions(const struct prediction_case *c, const struct demand *d)
{
    const struct model *model = c->model;
    double operations = cost_operations(model->evaluated, d->precision) *
                        (double)c->lanes.region[LANES_PAIR].issues;
    for (int k = 0; k < model->branch_count; k++)
        operations += cost_operations(model->branches[k].work, d->precision) *
                      (double)c->lanes.branch[k].issues;
    const bool staged = c->strategy->neighbors->staged, single = d->real == sizeof(float);
    const bool packs =
        single && (staged || neighbor_row(c->strategy->neighbors) == &neighbors_cluster);
    const bool leaves_out = staged && single && d->lanes >= BARE_LANES && d->pair.left > 0;
    const double more = packs ? 0 : d->pair.unpacked * (double)c->lanes.region[LANES_PAIR].issues;
    return d->pair.per_operation * operations * (leaves_out ? d->pair.left : 1) + more;
}

static double instructions(const struct prediction_case *c, const struct demand *d)
{
    const bool waits = strategy_queue(c->strategy, c->tuning, c->model) > 0;
    double tested = waits ? (double)c->lanes.passes : 0;
    double passes =
        (double)c->lanes.passes + (waits ? (double)c->lanes.region[LANES_PAIR].issues : 0);
    double moving = (d->mapping.pass + d->mapping.image * image_share(c, d)) * passes +
                    d->mapping.place * (double)c->lanes.places / WARP;
    double arithmetic = COST_DISTANCE * passes + COST_TEST * tested + pair_instructions(c, d);
    double warp = d->mapping.warp + d->mapping.halving * log2(d->lanes);
    return d->scale * (moving + d->precision.instructions * arithmetic) + warp * d->warps;
}

/* Occupancy of the multiprocessors. */
struct occupancy {
    double warps;  /* resident warps per scheduler */
    double uneven; /* ratio of the blocks on the fullest multiprocessor to the mean */
};

static struct occupancy occupancy_of(const struct prediction_case *c, const struct demand *d,
                                     const struct rates *rates)
{
    double blocks = ceil(d->warps * WARP / d->block);
    double registers = fmax(d->mapping.registers, d->pair.registers) * d->precision.registers;
    double fit =
        fmin(floor(REGISTERS / (registers * d->block)), floor(MOST_WARPS * WARP / d->block));
    if (c->lanes.places > 0)
        fit = fmin(fit, floor(rates->shared_bytes / ((double)c->lanes.places * d->scale / blocks *
                                                     WORK_VECTOR * d->real)));
    fit = fmax(fit, 1);
    double mean = blocks / rates->cores;
    double at_a_time = fmin(fit, fmax(mean, 1));
    return (struct occupancy){
        .warps = at_a_time * d->block / WARP / SCHEDULERS,
        .uneven = mean < fit ? ceil(mean) / mean : 1,
    };
}

/* Returns the time for issuing instructions. A scheduler with too few warps waits for results. */
static double issue_seconds(double count, const struct demand *d, const struct rates *rates,
                            double warps)
{
    double slots = 1 + d->precision.wide * (rates->issue / rates->wide - 1);
    return count * fmax(slots, dependent / warps) / rates->issue;
}

static double gather_seconds(const struct prediction_case *c, const struct demand *d,
                             const struct rates *rates)
{
    const struct neighbor_structure *neighbors = c->strategy->neighbors;
    bool wide = d->real > sizeof(float);
    double any = predicted_wavefronts((int)d->real);
    double passes = (double)c->lanes.passes;
    double count = (double)c->lanes.wavefronts;
    if (neighbors->staged) {
        if (tuning_of(c, "banked", 1))
            count = wavefronts_banked * (wide ? 2 : 1) * passes;
        count += any * (double)c->lanes.places / WARP;
    } else if (neighbor_row(neighbors) == &neighbors_bvh) {
        /* each lane reads a different place */
        count = any * (passes + (double)c->lanes.places / WARP);
    } else if (!neighbors->lists) {
        count = (wide ? 2 : 1) * passes; /* all lanes read the same partner, in one wavefront */
    }
    if (c->model->oriented)
        count += any * (double)c->lanes.region[LANES_PAIR].issues;
    return d->scale * count / rates->gather;
}

/*
 * Returns the time that warps wait for dependent loads. Each iteration over a list waits for the
 * next entries; the partners' positions are mostly in L1.
 */
static double latency_seconds(const struct prediction_case *c, const struct demand *d,
                              const struct rates *rates, double warps)
{
    double trips = c->strategy->neighbors->lists
                       ? (double)c->lanes.region[LANES_TRIP].issues / (double)c->lanes.warps
                       : 0;
    double clock = rates->issue / rates->cores / SCHEDULERS;
    double at_a_time = warps * SCHEDULERS * rates->cores;
    return d->warps / at_a_time * (waits_before + trips) * from_l2 / clock;
}

static double bytes(const struct prediction_case *c, const struct demand *d)
{
    const struct work work = work_of(&(struct work_case){
        .model = c->model,
        .strategy = c->strategy,
        .precision = c->precision,
        .patch = tuning_of(c, "patch", 1),
        .n = c->replayed,
        .pairs_listed = (double)c->lanes.pairs_listed,
    });
    double vector = d->vectors * WORK_VECTOR * d->sum;
    double more = 0;
    if (c->strategy->scratch == SCRATCH_BUFFERS) /* vectors are cleared, added to, and read */
        more = 3 * vector * c->replayed * (tuning_of(c, "buffers", 1) - 1);
    if (c->strategy->scratch == SCRATCH_PATCH_PAIRS) /* each lane writes a vector; later it is
                                                      * read */
        more = 2 * vector * WARP * (double)c->lanes.warps;
    return d->scale * (work.streamed + more);
}

static double atomic_seconds(const struct prediction_case *c, const struct demand *d,
                             const struct rates *rates)
{
    bool at_once = rates->vectors && d->sum == sizeof(float) &&
                   precision_info(c->precision)->fraction_bits == 0;
    double vectors = (double)(c->lanes.region[LANES_ATOMICS].active + c->lanes.torques);
    return d->scale * (at_once ? 1 : 3) * vectors / rates->sectors;
}

static int kernels(const struct prediction_case *c)
{
    int count = c->strategy->clears_forces;
    for (int k = 0; k < STRATEGY_STEPS && c->strategy->steps[k].kernel != NULL; k++)
        count += c->strategy->steps[k].items != ITEMS_BUFFERS || tuning_of(c, "buffers", 1) > 1;
    return count;
}

/*
 * Returns the time of bonded terms, with one lane per term. A term has about as many instructions
 * as a pair that takes all branches.
 */
static double bonded_seconds(const struct prediction_case *c, const struct demand *d,
                             const struct rates *rates)
{
    double operations = cost_operations(c->model->evaluated, d->precision);
    for (int k = 0; k < c->model->branch_count; k++)
        operations += cost_operations(c->model->branches[k].work, d->precision);
    double warps = d->scale * c->bonded / WARP;
    if (!(warps > 0))
        return 0;
    double at_a_time = fmin(fmax(warps / rates->cores / SCHEDULERS, 1), dependent);
    double count = d->precision.instructions * d->pair.per_operation * operations * warps;
    double start = tuning_of(c, "bonded", 0) ? 0 : launch_more; /* no launch if the force kernel
                                                                 * includes bonded terms */
    return start + issue_seconds(count, d, rates, at_a_time);
}

bool prediction_of(const struct prediction_case *c, const struct ceilings *ceilings,
                   struct prediction *prediction, struct error *error)
{
    struct rates rates;
    struct demand d;
    if (!rates_of(ceilings, &rates, error) || !demand_of(c, &d, error))
        return false;
    const struct occupancy occupancy = occupancy_of(c, &d, &rates);
    double streamed = bytes(c, &d);
    double *part = prediction->part;
    part[RESOURCE_LAUNCH] = launch + launch_more * (kernels(c) - 1);
    part[RESOURCE_ISSUE] =
        occupancy.uneven * issue_seconds(instructions(c, &d), &d, &rates, occupancy.warps);
    part[RESOURCE_L1] = occupancy.uneven * gather_seconds(c, &d, &rates);
    part[RESOURCE_L2] = streamed / rates.l2;
    part[RESOURCE_DRAM] = fmax(0, streamed - rates.l2_bytes) / rates.dram;
    part[RESOURCE_ATOMICS] = atomic_seconds(c, &d, &rates);
    part[RESOURCE_LATENCY] = latency_seconds(c, &d, &rates, occupancy.warps);
    part[RESOURCE_BONDED] = bonded_seconds(c, &d, &rates);
    double squares = 0;
    prediction->binding = RESOURCE_LAUNCH;
    for (int k = 0; k < RESOURCE_COUNT; k++) {
        if (k >= RESOURCE_ISSUE && k <= RESOURCE_LATENCY && k != RESOURCE_ATOMICS)
            squares += part[k] * part[k];
        if (part[k] > part[prediction->binding])
            prediction->binding = (enum resource)k;
    }
    /* atomics overlap with everything else, because no thread waits for its adds */
    prediction->seconds =
        part[RESOURCE_LAUNCH] + fmax(sqrt(squares), part[RESOURCE_ATOMICS]) + part[RESOURCE_BONDED];
    return true;
}
