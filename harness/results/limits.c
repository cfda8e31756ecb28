#include "harness/results/limits.h"

#include "harness/base/files/text_file.h"
#include "harness/base/memory.h"
#include "harness/json/json_file.h"
#include "harness/json/json_get.h"

#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GATHER = 16 /* bytes per load in the measured ceilings of gathers */, WARP = 32 };

static bool on_gpu(const struct record *record)
{
    return strcmp(record->backend, "cuda") == 0;
}

/*
 * Returns a tuning value in a record, "block=128 lanes=8", by its name with "="; `otherwise` if the
 * record lacks it.
 */
static int tuning_value(const struct record *record, const char *name, int otherwise)
{
    const char *at = strstr(record->tuning, name);
    return at != NULL ? (int)strtol(at + strlen(name), NULL, 10) : otherwise;
}

static void take(double recorded, double *value)
{
    if (isfinite(recorded))
        *value = recorded;
}

bool limits_work(const struct record *record, struct work *work)
{
    struct work_case spec = {
        .model = model_find(record->model),
        .strategy = strategy_find(record->strategy),
        .patch = tuning_value(record, "patch=", 1),
        .reciprocal = tuning_value(record, "reciprocal=", 0) != 0,
        .n = record->n,
        .pairs_listed = record->pairs_listed,
        .pairs_in_cutoff = record->pairs_in_cutoff,
    };
    if (spec.model == NULL || spec.strategy == NULL ||
        !precision_find(record->precision, &spec.precision))
        return false;
    *work = work_of(&spec);
    take(record->flops, &work->flops);
    take(record->special, &work->special);
    take(record->bytes, &work->bytes);
    return true;
}

/* Returns the number of 16-byte gathers that load a position. A CPU needs one in any precision. */
static double gathers(const struct record *record)
{
    const double reals = record_narrow(record) ? sizeof(float) : sizeof(double);
    return on_gpu(record) ? WORK_VECTOR * reals / GATHER : 1;
}

double limits_gather_bytes(const struct record *record, const struct ceilings *ceilings)
{
    const double reals = record_narrow(record) ? sizeof(float) : sizeof(double);
    return WORK_VECTOR * reals / gathers(record) * ceilings->ceiling[CEILING_GATHER_L1].best;
}

const char *limit_basis_name(enum limit_basis basis)
{
    static const char *const names[LIMIT_BASES] = {[LIMIT_DECLARED] = "declared",
                                                   [LIMIT_COUNTED] = "counted",
                                                   [LIMIT_REPLAYED] = "replayed",
                                                   [LIMIT_ASSUMED] = "assumed"};
    return names[basis];
}

enum limit_basis limit_basis_find(const char *name)
{
    int k = 0;
    while (k < LIMIT_BASES && strcmp(limit_basis_name((enum limit_basis)k), name) != 0)
        k++;
    return (enum limit_basis)k;
}

/* Returns the formula of the work that is compared with a ceiling, with members of a case. */
static const char *work_formula(enum ceiling_kind kind, enum limit_basis basis)
{
    const bool replayed = basis == LIMIT_REPLAYED;
    switch (kind) {
    case CEILING_FMA_SINGLE:
    case CEILING_FMA_DOUBLE:
        return "counts.flops";
    case CEILING_RSQRT_SINGLE:
    case CEILING_RSQRT_DOUBLE:
    case CEILING_RECIPROCAL_SINGLE:
    case CEILING_RECIPROCAL_DOUBLE:
        return "counts.special";
    case CEILING_GATHER_L1:
    case CEILING_GATHER_WIDE:
    case CEILING_GATHER_SHARED:
        return replayed ? "lanes.wavefronts * 32 lanes / 10.4 wavefronts of a random gather"
                        : "counts.pairs_listed * gathers of 16 bytes for a position";
    case CEILING_STREAM_L2:
    case CEILING_STREAM_L3:
    case CEILING_STREAM_DRAM:
        return replayed ? "lanes.l2_bytes"
                        : "bytes of list, positions and forces, each once, less what caches keep: "
                          "list_bytes, n";
    case CEILING_ISSUE:
        return "instructions of hardware.metrics";
    default: /* ceilings of atomic adds */
        return replayed ? "lanes.sectors * adds of a vector" : "counts.atomics * adds of a vector";
    }
}

bool limit_origin_of(const struct record *record, struct limit_origin *origin)
{
    const enum limit_basis basis = limit_basis_find(record->limit_basis);
    const bool known = basis < LIMIT_BASES;
    enum ceiling_kind kind = 0;
    while (kind < CEILING_COUNT && strcmp(ceiling_info(kind)->name, record->limit) != 0)
        kind++;
    if (kind == CEILING_COUNT)
        return false;
    const struct ceiling *ceiling =
        record->ceilings != NULL ? &record->ceilings->ceiling[kind] : NULL;
    *origin = (struct limit_origin){
        .basis = known ? limit_basis_name(basis) : NULL,
        .work = known ? work_formula(kind, basis) : NULL,
        .unit = ceiling_info(kind)->unit,
        .summary = ceiling_info(kind)->summary,
        .best = ceiling != NULL && ceiling->repetitions > 0 ? ceiling->best : NAN};
    return true;
}

/*
 * Sets the fraction of a ceiling that an amount of work in a time reaches, if the ceiling was
 * measured.
 */
static void hold(struct limits *limits, const struct ceilings *ceilings, enum ceiling_kind kind,
                 enum limit_basis basis, double work, double seconds)
{
    double fraction = work / seconds / ceilings->ceiling[kind].best;
    if (ceilings->ceiling[kind].repetitions == 0 || !isfinite(fraction) || fraction <= 0)
        return;
    limits->fraction[kind] = fraction;
    limits->basis[kind] = basis;
    if (!limits->known || fraction > limits->fraction[limits->binding])
        limits->binding = kind;
    limits->known = true;
}

/* Compares the instructions, if they were counted, with one per cycle and scheduler. */
static void hold_issue(struct limits *limits, const struct ceilings *ceilings,
                       const struct record *record, double seconds)
{
    hold(limits, ceilings, CEILING_ISSUE, LIMIT_COUNTED,
         json_value(record->hardware.metrics, "instructions"), seconds);
}

/*
 * Compares the loads of partners' positions with the gather ceiling of L1, or of shared memory if
 * positions are staged. Uses the wavefronts that the replay counted. Without a replay, positions
 * count as random places.
 */
static void hold_gathers(struct limits *limits, const struct ceilings *ceilings,
                         const struct record *record, const struct neighbor_structure *neighbors,
                         double seconds)
{
    const bool gpu = on_gpu(record), list = neighbors->lists && !neighbors->cellless;
    const bool wide =
        gpu && !record_narrow(record) && ceilings->ceiling[CEILING_GATHER_WIDE].repetitions > 0;
    const bool banked = neighbors->staged && tuning_value(record, "banked=", 0) != 0;
    if (gpu && record->lane_wavefronts > 0 && !banked) /* the replay does not include the bank
                                                        * order */
        hold(limits, ceilings, neighbors->staged ? CEILING_GATHER_SHARED : CEILING_GATHER_L1,
             LIMIT_REPLAYED, record->lane_wavefronts * WARP / RANDOM_WAVEFRONTS, seconds);
    else if (list && !(gpu && neighbors->staged)) /* nothing is assumed for staged positions,
                                                   * because bank order avoids conflicts */
        hold(limits, ceilings, wide ? CEILING_GATHER_WIDE : CEILING_GATHER_L1, LIMIT_ASSUMED,
             gathers(record) * record->pairs_listed, seconds);
}

/* Returns the fastest kind of atomic adds to random places. Each add changes a sector of L2. */
static enum ceiling_kind fastest_scatter(const struct ceilings *ceilings)
{
    static const enum ceiling_kind kinds[] = {CEILING_SCATTER_FLOAT, CEILING_SCATTER_FLOAT4,
                                              CEILING_SCATTER_DOUBLE};
    enum ceiling_kind fastest = kinds[0];
    for (size_t k = 1; k < sizeof kinds / sizeof *kinds; k++)
        if (ceilings->ceiling[kinds[k]].best > ceilings->ceiling[fastest].best)
            fastest = kinds[k];
    return fastest;
}

/*
 * Compares the atomic adds with a ceiling. If the replay counted changed sectors of L2, these are
 * compared with adds to random places. Without the count, all adds are compared with adds to
 * adjacent places. A force vector is one add if the device can add four floats at once, otherwise
 * three.
 */
static void hold_adds(struct limits *limits, const struct ceilings *ceilings,
                      const struct record *record, double seconds)
{
    enum precision precision;
    bool single = precision_find(record->precision, &precision) &&
                  precision_info(precision)->sum_size == sizeof(float);
    bool vectors = single && precision_info(precision)->fraction_bits == 0 &&
                   ceilings->ceiling[CEILING_ATOMIC_FLOAT4].repetitions > 0;
    const enum ceiling_kind adjacent = vectors  ? CEILING_ATOMIC_FLOAT4
                                       : single ? CEILING_ATOMIC_FLOAT
                                                : CEILING_ATOMIC_DOUBLE;
    const enum ceiling_kind scattered = fastest_scatter(ceilings);
    const bool counted = record->lane_sectors > 0 && ceilings->ceiling[scattered].repetitions > 0;
    hold(limits, ceilings, counted ? scattered : adjacent, counted ? LIMIT_REPLAYED : LIMIT_ASSUMED,
         (vectors ? 1 : 3) * (counted ? record->lane_sectors : record->atomics), seconds);
}

/*
 * Compares streamed bytes with the rate of the next level of memory. Bytes that a cache may have
 * kept since the last call are left out; the L1 of a GPU keeps none. The GPU's requests to L2 are
 * known if the replay counted them.
 */
static void hold_streams(struct limits *limits, const struct ceilings *ceilings,
                         const struct record *record, double bytes, double seconds)
{
    static const enum ceiling_kind next[CEILINGS_CACHES] = {CEILING_STREAM_L2, CEILING_STREAM_L3,
                                                            CEILING_STREAM_DRAM};
    for (int level = 0; level < CEILINGS_CACHES; level++) {
        if (level > 0 || !on_gpu(record))
            bytes -= (double)ceilings->cache_bytes[level];
        const bool asked = level == 0 && on_gpu(record) && record->lane_l2_bytes > 0;
        hold(limits, ceilings, next[level], asked ? LIMIT_REPLAYED : LIMIT_ASSUMED,
             asked ? record->lane_l2_bytes : fmax(bytes, 0), seconds);
    }
}

struct limits limits_of(const struct record *record, const struct ceilings *ceilings)
{
    struct limits limits = {.known = false};
    struct work work;
    for (int k = 0; k < CEILING_COUNT; k++)
        limits.fraction[k] = NAN;
    if (!limits_work(record, &work))
        return limits;
    const bool single = record_narrow(record);
    const double seconds = 1e-9 * record->force.median;
    const struct neighbor_structure *neighbors = strategy_find(record->strategy)->neighbors;
    enum ceiling_kind root = single ? CEILING_RSQRT_SINGLE : CEILING_RSQRT_DOUBLE;
    enum ceiling_kind special = single ? CEILING_RECIPROCAL_SINGLE : CEILING_RECIPROCAL_DOUBLE;
    if (ceilings->ceiling[root].best > ceilings->ceiling[special].best)
        special = root;
    hold(&limits, ceilings, single ? CEILING_FMA_SINGLE : CEILING_FMA_DOUBLE, LIMIT_DECLARED,
         work.flops, seconds);
    hold(&limits, ceilings, special, LIMIT_DECLARED, work.special, seconds);
    hold_issue(&limits, ceilings, record, seconds);
    /*
     * Positions are compared only with L1: particles that are neighbors in space are also near in
     * memory, and mostly in L1.
     */
    hold_gathers(&limits, ceilings, record, neighbors, seconds);
    hold_adds(&limits, ceilings, record, seconds);
    hold_streams(&limits, ceilings, record, work.streamed, seconds);
    return limits;
}

/* Finds the ceilings for a case. Ceilings measured with fewer threads do not apply. */
static const struct ceilings *ceilings_of(const struct ceilings_set *set,
                                          const struct record *record)
{
    return ceilings_find(set, record->backend, record->device, record->threads);
}

void limits_put(struct record *record, const struct ceilings_set *set)
{
    const struct ceilings *ceilings = ceilings_of(set, record);
    if (ceilings == NULL || !record_timed(record))
        return;
    struct limits limits = limits_of(record, ceilings);
    if (!limits.known)
        return;
    cJSON *fractions = cJSON_CreateObject();
    for (int k = 0; k < CEILING_COUNT; k++)
        if (isfinite(limits.fraction[k]))
            cJSON_AddNumberToObject(fractions, ceiling_info((enum ceiling_kind)k)->name,
                                    json_digits(limits.fraction[k], 6));
    record->has_limits = true;
    record->limit = ceiling_info(limits.binding)->name;
    record->limit_fraction = limits.fraction[limits.binding];
    record->limit_basis = limit_basis_name(limits.basis[limits.binding]);
    record->limit_fractions = fractions;
}

bool limits_ceilings(const char *path, const char *file, struct ceilings_set *set,
                     struct error *error)
{
    char folder[PATH_MAX];
    char usual[PATH_MAX + 16];
    snprintf(folder, sizeof folder, "%s", file);
    snprintf(usual, sizeof usual, "%s/ceilings.json", dirname(folder));
    *set = (struct ceilings_set){0};
    if (path == NULL && access(usual, F_OK) != 0)
        return true;
    return path != NULL ? ceilings_read(path, set, error)
                        : text_check_found(usual, error) && ceilings_read(usual, set, error);
}

static void fill(struct record *record, const struct ceilings_set *set, bool again)
{
    record->ceilings = ceilings_of(set, record);
    if (record->ceilings == NULL || !record_timed(record) || (record->limit[0] != '\0' && !again))
        return;
    struct limits limits = limits_of(record, record->ceilings);
    if (!limits.known)
        return;
    record->limit = ceiling_info(limits.binding)->name;
    record->limit_fraction = limits.fraction[limits.binding];
    record->limit_basis = limit_basis_name(limits.basis[limits.binding]);
}

/* Allocates a set of ceilings, which is freed with the records. */
static struct ceilings_set *add_set(struct records *records)
{
    struct ceilings_set *set = memory_new(1, sizeof *set, "ceilings");
    records->ceilings = memory_resized(records->ceilings, records->ceilings_sets + 1,
                                       sizeof *records->ceilings, "ceilings");
    records->ceilings[records->ceilings_sets++] = set;
    return set;
}

bool limits_load(struct records *records, const char *path, struct error *error)
{
    const char *file = NULL;
    const struct ceilings_set *set = NULL;
    for (int64_t k = 0; k < records->count; k++) {
        struct record *record = &records->record[k];
        if (file == NULL || strcmp(file, record->file) != 0) {
            struct ceilings_set *own = add_set(records);
            if (!limits_ceilings(path, record->file, own, error))
                return false;
            set = own;
            file = record->file;
        }
        fill(record, set, path != NULL);
    }
    return true;
}
