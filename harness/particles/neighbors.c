/*
 * Threads build rows in chunks, in private memory, and then copy them into the list. In a chunk the
 * rows of a cell are built together. The candidates for their partners (candidates.h) are then
 * gathered only once.
 */
#include "harness/particles/neighbors.h"

#include "harness/base/machine/first_touch.h"
#include "harness/base/machine/ticket_lock.h"
#include "harness/base/memory.h"
#include "harness/particles/candidates.h"
#include "harness/particles/packing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

/** Number of rows that a thread builds at a time; they fit into its second-level cache. */
enum { CHUNK_ROWS = 512 };

/** Input that all threads share. */
struct search {
    const struct topology *topology;         /* topology with excluded pairs; NULL: none */
    const struct interactions *interactions; /* kinds of interaction; NULL: the list does not
                                              * distinguish them */
    bool half;
    struct cell_order order; /* the system's particles, sorted by cells */
};

/** Rows of a thread, in private memory. */
struct worker {
    struct list_candidates candidates;
    int32_t *entry;
    int64_t entries, entry_room;
    int32_t count[CHUNK_ROWS];
    int64_t place[CHUNK_ROWS]; /* index of each row's start in `entry` */
};

/** Arrays of the list, which receive the rows. */
struct target {
    int padding; /* rows are padded to a multiple of this */
    int64_t capacity;
    int64_t *start; /* NULL for edges */
    int32_t *count; /* NULL for edges */
    int32_t *first; /* NULL for rows */
    int32_t *entry;
    uint8_t *interaction; /* kind of each entry; NULL: the list does not store it */
    int32_t *run_end;     /* ends of kinds in rows; NULL: rows are not sorted by kind */
};

/** Returns the length of a row of `count` neighbors with its padding. */
static int64_t padded(const struct target *target, int64_t count)
{
    return (count + target->padding - 1) / target->padding * target->padding;
}

/** Makes room for a row with all candidates, and for a copy of it. */
static bool worker_reserve(struct worker *worker, struct error *error)
{
    int64_t needed = worker->entries + 2 * (worker->candidates.count + CANDIDATES_AT_ONCE);
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
    candidates_free(&worker->candidates);
    free(worker->entry);
}

#ifdef __AVX512F__

/**
 * Reduces a full row in place to the entries that row i of a half list has; returns their number.
 */
static int64_t halve_row(int32_t i, int32_t *row, int64_t count)
{
    __m512i self = _mm512_set1_epi32(i);
    int64_t kept = 0;
    for (int64_t k = 0; k < count; k += CANDIDATES_AT_ONCE) {
        __m512i j = _mm512_loadu_si512(row + k);
        __mmask16 later = _mm512_cmpgt_epi32_mask(j, self);
        __mmask16 odd = _mm512_test_epi32_mask(_mm512_xor_si512(j, self), _mm512_set1_epi32(1));
        __mmask16 take = later ^ odd;
        if (count - k < CANDIDATES_AT_ONCE)
            take &= (__mmask16)((1U << (count - k)) - 1);
        _mm512_storeu_si512(row + kept, _mm512_maskz_compress_epi32(take, j));
        kept += __builtin_popcount(take);
    }
    return kept;
}

#else

static int64_t halve_row(int32_t i, int32_t *row, int64_t count)
{
    int64_t kept = 0;
    for (int64_t k = 0; k < count; k += PACKED_AT_ONCE) {
        unsigned take = packing_half(row + k, i) & packing_first(count - k);
        kept += packing_keep(take, row + k, row + kept);
    }
    return kept;
}

#endif

/** Removes excluded partners from row i, in place; returns the number of remaining ones. */
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

/** Returns the kind of interaction of a pair. */
static uint8_t interaction_of(const struct search *search, int64_t i, int64_t j)
{
    const int32_t *type = search->order.system->type;
    return type == NULL ? search->interactions->of[0]
                        : search->interactions->of[MODEL_TYPES * type[i] + type[j]];
}

/** Sorts row i by kinds of interaction, stably; `end` receives the end of each kind. */
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

/** Builds row i after the previous rows of the worker. */
static bool find_next_row(const struct search *search, struct worker *worker, int64_t i,
                          int64_t begin, const struct target *target, struct error *error)
{
    if (!worker_reserve(worker, error))
        return false;
    int32_t *row = worker->entry + worker->entries;
    int64_t count = candidates_row(&search->order, &worker->candidates, (int32_t)i, row);
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
    for (int lane = 0; lane < CANDIDATES_AT_ONCE; lane++)
        row[count + lane] = (int32_t)search->order.system->n;
    worker->entries += padded(target, count);
    return true;
}

/**
 * Builds rows `begin` … `end` - 1 in the worker's memory, cell by cell. Candidates of a cell are
 * then gathered once, even if particles have moved since they were sorted.
 */
static bool find_rows(const struct search *search, struct worker *worker, int64_t begin,
                      int64_t end, const struct target *target, struct error *error)
{
    const int32_t *cell = search->order.cells.cell;
    bool found[CHUNK_ROWS] = {false};
    worker->entries = 0;
    for (int64_t first = begin; first < end; first++) {
        if (found[first - begin])
            continue;
        if (cell[first] != worker->candidates.cell &&
            !candidates_gather(&search->order, cell[first], &worker->candidates, error))
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

/** Copies rows `begin` … `end` - 1 to the list, beginning at entry `at`. */
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
 * Builds all rows, in chunks. Their order in the list does not depend on the threads. Only counts
 * rows that do not fit. `*entries` becomes the room that all rows need.
 */
static bool fill_target(const struct search *search, struct target *target, int64_t *pairs,
                        int64_t *entries, struct error *error)
{
    int64_t n = search->order.system->n;
    int64_t total = 0;
    int64_t found = 0;
    bool failed = false;
    struct ticket_lock lock = {0};
#pragma omp parallel reduction(+ : found)
    {
        struct worker worker = {.candidates.cell = -1};
        struct error trouble;
#pragma omp for schedule(monotonic : dynamic, 1)
        for (int64_t chunk = 0; chunk < (n + CHUNK_ROWS - 1) / CHUNK_ROWS; chunk++) {
            int64_t begin = chunk * CHUNK_ROWS;
            int64_t end = begin + CHUNK_ROWS < n ? begin + CHUNK_ROWS : n;
            bool ok = find_rows(search, &worker, begin, end, target, &trouble);
            ticket_lock_await(&lock, chunk);
            int64_t at = total;
            total += worker.entries;
            if (!ok && !failed) {
                failed = true;
                *error = trouble;
            }
            ticket_lock_pass(&lock);
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

/**
 * Returns slightly more than the expected number of entries in the list of a homogeneous system.
 */
static double expected_entries(const struct system *system, double range, bool half, int padding)
{
    double row = 4.0 / 3 * M_PI * range * range * range * system_density(system);
    return (double)system->n * (1.03 * (half ? row / 2 : row) + padding / 2.0) + CHUNK_ROWS;
}

/**
 * Returns the estimated memory of a search and its list from the bytes per entry and per particle.
 */
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

/**
 * Returns the new size of a list's memory that has become too small. It is a little more than
 * needed now, because the list will change as particles move.
 */
static int64_t with_room(int64_t had, int64_t needed)
{
    return had > 0 ? needed + needed / 32 : needed;
}

/** Allocates the kinds of interaction of entries, if the list stores them. */
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
    struct search search = {.topology = topology, .interactions = interactions, .half = half};
    if (!cell_order_build(system, range, &search.order, error)) {
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
    cell_order_free(&search.order);
    if (!built)
        rows_free(rows);
    return built;
}

bool edges_build(const struct system *system, double range, const struct topology *topology,
                 const struct interactions *interactions, struct edges *edges, struct error *error)
{
    struct search search = {.topology = topology, .interactions = interactions, .half = true};
    if (!cell_order_build(system, range, &search.order, error)) {
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
    cell_order_free(&search.order);
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

int64_t edges_bytes(const struct edges *edges)
{
    int64_t bytes = edges->edges * (int64_t)(sizeof *edges->first + sizeof *edges->second);
    if (edges->interaction != NULL)
        bytes += edges->edges * (int64_t)sizeof *edges->interaction;
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
