/*
 * The edges of the cells are the range. What lies within the range of a cell is copied side by side
 * in single precision, periodic images shifted, once for all particles of that cell that follow
 * each other in memory; a row is then one run of vector tests. A pair too close to the range for
 * single precision is decided in double.
 */
#include "harness/particles/neighbors.h"

#include "harness/base/first_touch.h"
#include "harness/base/memory.h"
#include "harness/base/turns.h"
#include "harness/particles/cells.h"
#include "strategies/cpu_arguments.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

enum {
    VECTOR = LIST_PADDING, /* candidates tested at once */
    CHUNK_ROWS = 512, /* rows that a thread builds at a time: they fit its second-level cache */
    AXIS_MOST = 6,    /* places that axis_around may list: two cells in three images */
};

/** A coordinate far from every particle, which fills up the last vector of candidates. */
static const float FAR = 1e18F;

/** What every thread reads: the particles in the order of the cells. */
struct search {
    const struct system *system;
    const struct topology *topology;         /* NULL: nothing is excluded */
    const struct interactions *interactions; /* NULL: lists do nothing about them */
    double range2;
    bool half;
    float below, above; /* squared distances certainly inside and certainly outside */
    struct cells cells;
    float *x, *y, *z;
};

/** A box in space: that of a cell. */
struct bounds {
    float low[3], high[3];
};

/** Candidates around a cell, and the rows that a thread has built: its own scratch. */
struct worker {
    int64_t cell; /* whose neighborhood it is; -1: none */
    int64_t candidates, room;
    float *x, *y, *z;
    int32_t *particle;

    int32_t *entry;
    int64_t entries, entry_room;
    int32_t count[CHUNK_ROWS];
    int64_t place[CHUNK_ROWS]; /* of each row in `entry` */
};

/** The arrays that rows are copied to. */
struct target {
    int padding; /* rows are filled up to a multiple of this */
    int64_t capacity;
    int64_t *start; /* NULL for edges */
    int32_t *count; /* NULL for edges */
    int32_t *first; /* NULL for rows */
    int32_t *entry;
    uint8_t *interaction; /* NULL unless stored */
    int32_t *run_end;     /* NULL unless rows are sorted */
};

/** The entries that a row of so many neighbors takes. */
static int64_t padded(const struct target *target, int64_t count)
{
    return (count + target->padding - 1) / target->padding * target->padding;
}

/** Cells along an axis around a centre, with the periodic image that each is seen in. */
struct axis {
    int cells;
    int cell[AXIS_MOST];
    float shift[AXIS_MOST];
};

static void axis_around(int count, int centre, double box, struct axis *axis)
{
    axis->cells = 0;
    if (count >= 3) {
        for (int k = centre - 1; k <= centre + 1; k++) {
            axis->cell[axis->cells] = k < 0 ? k + count : k >= count ? k - count : k;
            axis->shift[axis->cells++] = (float)(k < 0 ? -box : k >= count ? box : 0);
        }
        return;
    }
    for (int image = -1; image <= 1; image++) {
        for (int k = 0; k < count; k++) {
            axis->cell[axis->cells] = k;
            axis->shift[axis->cells++] = (float)(image * box);
        }
    }
}

static bool worker_reserve_candidates(struct worker *worker, int64_t count, struct error *error)
{
    if (count <= worker->room)
        return true;
    int64_t room = (count + count / 2 + VECTOR) / VECTOR * VECTOR + VECTOR;
    free(worker->x);
    free(worker->particle);
    worker->room = 0;
    worker->x = memory_allocate(3 * room, sizeof *worker->x, "neighbor candidates", error);
    worker->particle =
        memory_allocate(room, sizeof *worker->particle, "neighbor candidates", error);
    if (worker->x == NULL || worker->particle == NULL)
        return false;
    worker->y = worker->x + room;
    worker->z = worker->y + room;
    worker->room = room - VECTOR;
    return true;
}

/** Makes room for a row of all candidates, and a copy of it behind. */
static bool worker_reserve_entries(struct worker *worker, struct error *error)
{
    int64_t needed = worker->entries + 2 * (worker->candidates + VECTOR);
    if (needed <= worker->entry_room)
        return true;
    int32_t *entry = memory_allocate(2 * needed, sizeof *entry, "neighbor rows", error);
    if (entry == NULL)
        return false;
    if (worker->entries > 0)
        memcpy(entry, worker->entry, (size_t)worker->entries * sizeof *entry);
    free(worker->entry);
    worker->entry = entry;
    worker->entry_room = 2 * needed;
    return true;
}

static void worker_free(struct worker *worker)
{
    free(worker->x);
    free(worker->particle);
    free(worker->entry);
}

/** A run of particles in the order of the cells, all seen in one periodic image. */
struct run {
    int64_t begin, end;
    float shift[3];
};

enum { RUNS_MOST = AXIS_MOST * AXIS_MOST * 3 };

static int runs_around(const struct search *search, const int at[3], struct run runs[RUNS_MOST])
{
    const struct cells *cells = &search->cells;
    struct axis axis[3];
    for (int d = 0; d < 3; d++)
        axis_around(cells->count[d], at[d], search->system->box[d], &axis[d]);
    int count = 0;
    for (int z = 0; z < axis[2].cells; z++) {
        for (int y = 0; y < axis[1].cells; y++) {
            int64_t line = (int64_t)axis[2].cell[z] * cells->count[1] + axis[1].cell[y];
            const int64_t *start = cells->start + line * cells->count[0];
            for (int x = 0, next = 0; x < axis[0].cells; x = next) {
                next = x + 1;
                while (next < axis[0].cells && axis[0].cell[next] == axis[0].cell[next - 1] + 1)
                    next++;
                runs[count++] = (struct run){
                    start[axis[0].cell[x]],
                    start[axis[0].cell[next - 1] + 1],
                    {axis[0].shift[x], axis[1].shift[y], axis[2].shift[z]},
                };
            }
        }
    }
    return count;
}

/** The exact test, for pairs that single precision cannot decide. */
static bool within(const struct search *search, int64_t i, int64_t j)
{
    const struct system *system = search->system;
    const double dx = system_nearest(system->x[j] - system->x[i], system->box[0]);
    const double dy = system_nearest(system->y[j] - system->y[i], system->box[1]);
    const double dz = system_nearest(system->z[j] - system->z[i], system->box[2]);
    return dx * dx + dy * dy + dz * dz < search->range2;
}

#ifdef __AVX512F__

/** Appends the particles of a run that lie within the range of `bounds`; returns their number. */
static int64_t take_run(const struct search *search, const struct run *run,
                        const struct bounds *bounds, struct worker *worker)
{
    const float *from[3] = {search->x, search->y, search->z};
    float *to[3] = {worker->x, worker->y, worker->z};
    int64_t taken = worker->candidates;
    for (int64_t k = run->begin; k < run->end; k += VECTOR) {
        __m512 at[3], gap2 = _mm512_setzero_ps();
        for (int d = 0; d < 3; d++) {
            at[d] = _mm512_add_ps(_mm512_loadu_ps(from[d] + k), _mm512_set1_ps(run->shift[d]));
            __m512 under = _mm512_sub_ps(_mm512_set1_ps(bounds->low[d]), at[d]);
            __m512 over = _mm512_sub_ps(at[d], _mm512_set1_ps(bounds->high[d]));
            __m512 gap = _mm512_max_ps(_mm512_max_ps(under, over), _mm512_setzero_ps());
            gap2 = _mm512_fmadd_ps(gap, gap, gap2);
        }
        int64_t rest = run->end - k;
        __mmask16 take = rest < VECTOR ? (__mmask16)((1U << rest) - 1) : (__mmask16)-1;
        take = _mm512_mask_cmp_ps_mask(take, gap2, _mm512_set1_ps(search->above), _CMP_LT_OQ);
        for (int d = 0; d < 3; d++)
            _mm512_storeu_ps(to[d] + taken, _mm512_maskz_compress_ps(take, at[d]));
        __m512i j = _mm512_maskz_loadu_epi32(take, search->cells.particle + k);
        _mm512_storeu_si512(worker->particle + taken, _mm512_maskz_compress_epi32(take, j));
        taken += __builtin_popcount(take);
    }
    return taken - worker->candidates;
}

/** Writes the neighbors of i to `row`, which has room for all candidates and a vector more. */
static int64_t find_row(const struct search *search, const struct worker *worker, int32_t i,
                        int32_t *row)
{
    const struct system *system = search->system;
    __m512 x = _mm512_set1_ps((float)system->x[i]);
    __m512 y = _mm512_set1_ps((float)system->y[i]);
    __m512 z = _mm512_set1_ps((float)system->z[i]);
    __m512 below = _mm512_set1_ps(search->below);
    __m512 above = _mm512_set1_ps(search->above);
    __m512i self = _mm512_set1_epi32(i);
    int64_t count = 0;
    for (int64_t k = 0; k < worker->candidates; k += VECTOR) {
        __m512 dx = _mm512_sub_ps(_mm512_load_ps(worker->x + k), x);
        __m512 dy = _mm512_sub_ps(_mm512_load_ps(worker->y + k), y);
        __m512 dz = _mm512_sub_ps(_mm512_load_ps(worker->z + k), z);
        __m512i j = _mm512_load_si512(worker->particle + k);
        __m512 r2 = _mm512_fmadd_ps(dz, dz, _mm512_fmadd_ps(dy, dy, _mm512_mul_ps(dx, dx)));
        __mmask16 take = _mm512_cmp_ps_mask(r2, above, _CMP_LT_OQ);
        take = _mm512_mask_cmpneq_epi32_mask(take, j, self);
        __mmask16 unsure = _mm512_mask_cmp_ps_mask(take, r2, below, _CMP_GE_OQ);
        while (__builtin_expect(unsure != 0, 0)) {
            int lane = __builtin_ctz(unsure);
            if (!within(search, i, worker->particle[k + lane]))
                take &= (__mmask16) ~(1U << lane);
            unsure &= (__mmask16)(unsure - 1);
        }
        _mm512_storeu_si512(row + count, _mm512_maskz_compress_epi32(take, j));
        count += __builtin_popcount(take);
    }
    return count;
}

/** Reduces a full row, in place, to the entries of row i of a half list; returns their number. */
static int64_t halve_row(int32_t i, int32_t *row, int64_t count)
{
    __m512i self = _mm512_set1_epi32(i);
    int64_t kept = 0;
    for (int64_t k = 0; k < count; k += VECTOR) {
        __m512i j = _mm512_loadu_si512(row + k);
        __mmask16 later = _mm512_cmpgt_epi32_mask(j, self);
        __mmask16 odd = _mm512_test_epi32_mask(_mm512_xor_si512(j, self), _mm512_set1_epi32(1));
        __mmask16 take = later ^ odd;
        if (count - k < VECTOR)
            take &= (__mmask16)((1U << (count - k)) - 1);
        _mm512_storeu_si512(row + kept, _mm512_maskz_compress_epi32(take, j));
        kept += __builtin_popcount(take);
    }
    return kept;
}

#else

static int64_t take_run(const struct search *search, const struct run *run,
                        const struct bounds *bounds, struct worker *worker)
{
    int64_t taken = worker->candidates;
    for (int64_t k = run->begin; k < run->end; k++) {
        float at[3] = {search->x[k] + run->shift[0], search->y[k] + run->shift[1],
                       search->z[k] + run->shift[2]};
        float gap2 = 0;
        for (int d = 0; d < 3; d++) {
            float gap = fmaxf(0, fmaxf(bounds->low[d] - at[d], at[d] - bounds->high[d]));
            gap2 += gap * gap;
        }
        worker->x[taken] = at[0];
        worker->y[taken] = at[1];
        worker->z[taken] = at[2];
        worker->particle[taken] = search->cells.particle[k];
        taken += gap2 < search->above;
    }
    return taken - worker->candidates;
}

static int64_t find_row(const struct search *search, const struct worker *worker, int32_t i,
                        int32_t *row)
{
    const struct system *system = search->system;
    float x = (float)system->x[i];
    float y = (float)system->y[i];
    float z = (float)system->z[i];
    int64_t count = 0;
    for (int64_t block = 0; block < worker->candidates; block += VECTOR) {
        float r2[VECTOR];
        for (int lane = 0; lane < VECTOR; lane++) {
            float dx = worker->x[block + lane] - x;
            float dy = worker->y[block + lane] - y;
            float dz = worker->z[block + lane] - z;
            r2[lane] = dx * dx + dy * dy + dz * dz;
        }
        for (int lane = 0; lane < VECTOR; lane++) {
            int32_t j = worker->particle[block + lane];
            bool take = r2[lane] < search->above && j != i;
            if (take && r2[lane] >= search->below)
                take = within(search, i, j);
            row[count] = j;
            count += take;
        }
    }
    return count;
}

static int64_t halve_row(int32_t i, int32_t *row, int64_t count)
{
    int64_t kept = 0;
    for (int64_t k = 0; k < count; k++) {
        int32_t j = row[k];
        row[kept] = j;
        kept += (i < j) == ((i ^ j) % 2 == 0);
    }
    return kept;
}

#endif

/** Removes from a row, in place, the partners that i is excluded from; returns how many are left.
 */
static int64_t exclude_from_row(const struct search *search, int64_t i, int32_t *row, int64_t count)
{
    int64_t kept = 0;
    for (int64_t k = 0; k < count; k++) {
        int32_t j = row[k];
        row[kept] = j;
        kept += !topology_excludes(search->topology, i, j);
    }
    return kept;
}

static bool has_structure(const struct search *search, enum interaction_structure structure)
{
    return search->interactions != NULL && search->interactions->structure == structure;
}

/** How the particles of a pair interact. */
static uint8_t interaction_of(const struct search *search, int64_t i, int64_t j)
{
    const int32_t *type = search->system->type;
    return type == NULL ? search->interactions->of[0]
                        : search->interactions->of[MODEL_TYPES * type[i] + type[j]];
}

/** Sorts a row by the interactions with i, stably; `end` gets where those of each end. */
static void sort_row(const struct search *search, int64_t i, int32_t *row, int64_t count,
                     int32_t end[INTERACTION_KINDS])
{
    int32_t *unsorted = row + count;
    int32_t sum = 0;
    memset(end, 0, INTERACTION_KINDS * sizeof *end);
    memcpy(unsorted, row, (size_t)count * sizeof *row);
    for (int64_t k = 0; k < count; k++)
        end[interaction_of(search, i, unsorted[k])]++;
    for (int kind = 0; kind < INTERACTION_KINDS; kind++) {
        int32_t size = end[kind];
        end[kind] = sum;
        sum += size;
    }
    for (int64_t k = 0; k < count; k++)
        row[end[interaction_of(search, i, unsorted[k])]++] = unsorted[k];
}

/** Replaces the candidates of `worker` by the particles within the range of `cell`. */
static bool worker_move(const struct search *search, struct worker *worker, int64_t cell,
                        struct error *error)
{
    const struct cells *cells = &search->cells;
    int at[3];
    struct bounds bounds;
    int64_t rest = cell;
    for (int d = 0; d < 3; d++) {
        at[d] = (int)(rest % cells->count[d]);
        rest /= cells->count[d];
        bounds.low[d] = (float)(at[d] * cells->edge[d]);
        bounds.high[d] = (float)((at[d] + 1) * cells->edge[d]);
    }
    struct run runs[RUNS_MOST];
    int count = runs_around(search, at, runs);
    int64_t most = 0;
    for (int r = 0; r < count; r++)
        most += runs[r].end - runs[r].begin;
    if (!worker_reserve_candidates(worker, most, error))
        return false;
    worker->cell = cell;
    worker->candidates = 0;
    for (int r = 0; r < count; r++)
        worker->candidates += take_run(search, &runs[r], &bounds, worker);
    for (int lane = 0; lane < VECTOR; lane++)
        worker->x[worker->candidates + lane] = FAR;
    return true;
}

/** Builds row i behind those that the worker has. */
static bool find_next_row(const struct search *search, struct worker *worker, int64_t i,
                          int64_t begin, const struct target *target, struct error *error)
{
    if (!worker_reserve_entries(worker, error))
        return false;
    int32_t *row = worker->entry + worker->entries;
    int64_t count = find_row(search, worker, (int32_t)i, row);
    if (search->half)
        count = halve_row((int32_t)i, row, count);
    if (search->topology != NULL && search->topology->excluded != NULL)
        count = exclude_from_row(search, i, row, count);
    if (has_structure(search, INTERACTIONS_SORTED)) {
        int32_t run_end[INTERACTION_KINDS];
        int kinds = search->interactions->kinds;
        sort_row(search, i, row, count, run_end);
        if (target->run_end != NULL)
            memcpy(target->run_end + i * kinds, run_end, (size_t)kinds * sizeof *run_end);
    }
    worker->count[i - begin] = (int32_t)count;
    worker->place[i - begin] = worker->entries;
    for (int lane = 0; lane < VECTOR; lane++)
        row[count + lane] = (int32_t)search->system->n;
    worker->entries += padded(target, count);
    return true;
}

/**
 * Builds rows `begin` … `end` - 1 into the worker's own memory, cell by cell: particles that have
 * moved since they were sorted do not follow those of their cell, and what is around a cell is
 * worth gathering once.
 */
static bool find_rows(const struct search *search, struct worker *worker, int64_t begin,
                      int64_t end, const struct target *target, struct error *error)
{
    const int32_t *cell = search->cells.cell;
    bool found[CHUNK_ROWS] = {false};
    worker->entries = 0;
    for (int64_t first = begin; first < end; first++) {
        if (found[first - begin])
            continue;
        if (cell[first] != worker->cell && !worker_move(search, worker, cell[first], error))
            return false;
        for (int64_t i = first; i < end; i++) {
            if (cell[i] != cell[first])
                continue;
            if (!find_next_row(search, worker, i, begin, target, error))
                return false;
            found[i - begin] = true;
        }
    }
    return true;
}

/** Copies rows `begin` … `end` - 1 to their place: `at` in the target's entries. */
static void put_rows(const struct search *search, const struct worker *worker, int64_t begin,
                     int64_t end, int64_t at, struct target *target)
{
    for (int64_t i = begin; i < end; i++) {
        int32_t count = worker->count[i - begin];
        int64_t size = padded(target, count);
        memcpy(target->entry + at, worker->entry + worker->place[i - begin],
               (size_t)size * sizeof *target->entry);
        if (target->first != NULL) {
            for (int32_t k = 0; k < count; k++)
                target->first[at + k] = (int32_t)i;
        } else {
            target->start[i] = at;
            target->count[i] = count;
        }
        for (int32_t k = 0; target->interaction != NULL && k < count; k++)
            target->interaction[at + k] = interaction_of(search, i, target->entry[at + k]);
        at += size;
    }
}

/**
 * Builds all rows, in chunks that follow each other in the target whichever thread builds them.
 * What does not fit is counted only: `*entries` is the room that they need.
 */
static bool fill_target(const struct search *search, struct target *target, int64_t *pairs,
                        int64_t *entries, struct error *error)
{
    int64_t n = search->system->n;
    int64_t total = 0;
    int64_t found = 0;
    bool failed = false;
    struct turns turns = {0};
#pragma omp parallel reduction(+ : found)
    {
        struct worker worker = {.cell = -1};
        struct error trouble;
#pragma omp for schedule(monotonic : dynamic, 1)
        for (int64_t chunk = 0; chunk < (n + CHUNK_ROWS - 1) / CHUNK_ROWS; chunk++) {
            int64_t begin = chunk * CHUNK_ROWS;
            int64_t end = begin + CHUNK_ROWS < n ? begin + CHUNK_ROWS : n;
            bool ok = find_rows(search, &worker, begin, end, target, &trouble);
            turns_await(&turns, chunk);
            int64_t at = total;
            total += worker.entries;
            if (!ok && !failed) {
                failed = true;
                *error = trouble;
            }
            turns_pass(&turns);
            if (!ok)
                continue;
            if (at + worker.entries <= target->capacity)
                put_rows(search, &worker, begin, end, at, target);
            for (int64_t i = begin; i < end; i++)
                found += worker.count[i - begin];
        }
        worker_free(&worker);
    }
    *pairs = found;
    *entries = total;
    return !failed;
}

static bool search_start(const struct system *system, double range, bool half,
                         const struct topology *topology, const struct interactions *interactions,
                         struct search *search, struct error *error)
{
    *search = (struct search){.system = system,
                              .topology = topology,
                              .interactions = interactions,
                              .range2 = range * range,
                              .half = half};
    double longest = fmax(system->box[0], fmax(system->box[1], system->box[2]));
    double doubt = 32 * FLT_EPSILON * range * longest;
    search->below = (float)(search->range2 - doubt);
    search->above = (float)(search->range2 + doubt);
    if (!cells_build(system, range, &search->cells, error))
        return false;
    int64_t room = system->n + VECTOR; /* whole vectors may be read from any particle on */
    search->x = memory_allocate_zeroed(3 * room, sizeof *search->x, "neighbor search", error);
    if (search->x == NULL) {
        cells_free(&search->cells);
        return false;
    }
    search->y = search->x + room;
    search->z = search->y + room;
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < system->n; k++) {
        int32_t i = search->cells.particle[k];
        search->x[k] = (float)system->x[i];
        search->y[k] = (float)system->y[i];
        search->z[k] = (float)system->z[i];
    }
    return true;
}

static void search_end(struct search *search)
{
    free(search->x);
    cells_free(&search->cells);
}

/** The entries that a list of a homogeneous system needs, and a few more. */
static double expected_entries(const struct system *system, double range, bool half, int padding)
{
    double row = 4.0 / 3 * M_PI * range * range * range * system_density(system);
    return (double)system->n * (1.03 * (half ? row / 2 : row) + padding / 2.0) + CHUNK_ROWS;
}

/** The search, and a list of so many bytes to an entry and to a particle. */
static struct footprint list_footprint(const struct system *system, double range, double entries,
                                       double entry, double particle)
{
    struct footprint all = {0}, search = cells_footprint(system, range);
    double n = (double)system->n;
    footprint_keep(&search, n * sizeof(float[3]) + entries * entry);
    footprint_keep(&all, n * particle);
    footprint_add(&all, (struct footprint){entries * entry, search.peak});
    return all;
}

struct footprint rows_footprint(const struct system *system, double range, bool half,
                                const struct interactions *interactions)
{
    double runs = interactions->structure == INTERACTIONS_SORTED ? interactions->kinds : 0;
    return list_footprint(
        system, range, expected_entries(system, range, half, LIST_PADDING),
        sizeof(int32_t) + (interactions->structure == INTERACTIONS_STORED ? sizeof(uint8_t) : 0),
        sizeof(int64_t) + sizeof(int32_t) + runs * sizeof(int32_t));
}

struct footprint edges_footprint(const struct system *system, double range,
                                 const struct interactions *interactions)
{
    return list_footprint(
        system, range, expected_entries(system, range, true, 1),
        sizeof(int32_t[2]) + (interactions->structure == INTERACTIONS_STORED ? sizeof(uint8_t) : 0),
        0);
}

double edges_expected(const struct system *system, double range)
{
    return expected_entries(system, range, true, 1);
}

/** The room for a list that has outgrown the room that it had: a little more than it needs, so that
 * it does not outgrow that too when its particles have moved on, and is built twice each time. */
static int64_t with_room(int64_t had, int64_t needed)
{
    return had > 0 ? needed + needed / 32 : needed;
}

/** Room for the interaction of each entry, where that is to be stored. */
static bool allocate_stored(const struct search *search, int64_t entries, uint8_t **interaction,
                            struct error *error)
{
    if (!has_structure(search, INTERACTIONS_STORED))
        return true;
    *interaction =
        first_touch_allocate(entries, sizeof **interaction, "stored interactions", error);
    return *interaction != NULL;
}

bool rows_build(const struct system *system, double range, bool half,
                const struct topology *topology, const struct interactions *interactions,
                struct rows *rows, struct error *error)
{
    struct search search;
    if (!search_start(system, range, half, topology, interactions, &search, error)) {
        rows_free(rows);
        return false;
    }
    bool built = false;
    int64_t needed = rows->capacity;
    if (rows->n != system->n) {
        rows_free(rows);
        rows->n = system->n;
        rows->start = first_touch_allocate(rows->n + 1, sizeof *rows->start, "row starts", error);
        rows->count = first_touch_allocate(rows->n, sizeof *rows->count, "row counts", error);
        if (has_structure(&search, INTERACTIONS_SORTED))
            rows->run_end =
                first_touch_allocate(rows->n * interactions->kinds, sizeof *rows->run_end,
                                     "runs of interactions", error);
        if (rows->start == NULL || rows->count == NULL ||
            (has_structure(&search, INTERACTIONS_SORTED) && rows->run_end == NULL))
            goto end;
        needed = (int64_t)expected_entries(system, range, half, LIST_PADDING);
    }
    do {
        if (needed > rows->capacity) {
            needed = with_room(rows->capacity, needed);
            free(rows->entry);
            free(rows->interaction);
            rows->interaction = NULL;
            rows->entry = first_touch_allocate(needed, sizeof *rows->entry, "neighbor list", error);
            rows->capacity = needed;
            if (rows->entry == NULL || !allocate_stored(&search, needed, &rows->interaction, error))
                goto end;
        }
        struct target target = {.padding = LIST_PADDING,
                                .capacity = rows->capacity,
                                .start = rows->start,
                                .count = rows->count,
                                .entry = rows->entry,
                                .interaction = rows->interaction,
                                .run_end = rows->run_end};
        if (!fill_target(&search, &target, &rows->pairs, &needed, error))
            goto end;
    } while (needed > rows->capacity);
    rows->start[rows->n] = needed;
    built = true;
end:
    search_end(&search);
    if (!built)
        rows_free(rows);
    return built;
}

bool edges_build(const struct system *system, double range, const struct topology *topology,
                 const struct interactions *interactions, struct edges *edges, struct error *error)
{
    struct search search;
    if (!search_start(system, range, true, topology, interactions, &search, error)) {
        edges_free(edges);
        return false;
    }
    bool built = false;
    int64_t needed =
        edges->capacity > 0 ? edges->capacity : (int64_t)expected_entries(system, range, true, 1);
    do {
        if (needed > edges->capacity) {
            needed = with_room(edges->capacity, needed);
            edges_free(edges);
            edges->first = first_touch_allocate(needed, sizeof *edges->first, "edge list", error);
            edges->second = first_touch_allocate(needed, sizeof *edges->second, "edge list", error);
            edges->capacity = needed;
            if (edges->first == NULL || edges->second == NULL ||
                !allocate_stored(&search, needed, &edges->interaction, error))
                goto end;
        }
        struct target target = {.padding = 1,
                                .capacity = edges->capacity,
                                .first = edges->first,
                                .entry = edges->second,
                                .interaction = edges->interaction};
        if (!fill_target(&search, &target, &edges->edges, &needed, error))
            goto end;
    } while (needed > edges->capacity);
    built = true;
end:
    search_end(&search);
    if (!built)
        edges_free(edges);
    return built;
}

int64_t rows_bytes(const struct rows *rows, int kinds)
{
    if (rows->start == NULL)
        return 0;
    const int64_t entries = rows->start[rows->n];
    int64_t bytes = entries * (int64_t)sizeof *rows->entry +
                    (rows->n + 1) * (int64_t)sizeof *rows->start +
                    rows->n * (int64_t)sizeof *rows->count;
    if (rows->interaction != NULL)
        bytes += entries * (int64_t)sizeof *rows->interaction;
    if (rows->run_end != NULL)
        bytes += rows->n * kinds * (int64_t)sizeof *rows->run_end;
    return bytes;
}

void rows_free(struct rows *rows)
{
    free(rows->start);
    free(rows->count);
    free(rows->entry);
    free(rows->interaction);
    free(rows->run_end);
    *rows = (struct rows){0};
}

void edges_free(struct edges *edges)
{
    free(edges->first);
    free(edges->second);
    free(edges->interaction);
    *edges = (struct edges){0};
}
