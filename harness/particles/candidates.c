#include "harness/particles/candidates.h"

#include "harness/base/memory.h"
#include "harness/particles/packing.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

enum {
    VECTOR = CANDIDATES_AT_ONCE,
    AXIS_MOST = 6, /* maximum number of places from axis_around: two cells in three images */
};

/** A coordinate far from every particle, used to fill up the last vector of candidates. */
static const float FAR = 1e18F;

/** Bounds of a cell. */
struct bounds {
    float low[3], high[3];
};

/** Cells around a cell along an axis, each with the periodic image that is near. */
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

static bool reserve(struct list_candidates *candidates, int64_t count, struct error *error)
{
    if (count <= candidates->room)
        return true;
    int64_t room = (count + count / 2 + VECTOR) / VECTOR * VECTOR + VECTOR;
    free(candidates->x);
    free(candidates->particle);
    candidates->room = 0;
    candidates->x = memory_allocate(3 * room, sizeof *candidates->x, "neighbor candidates", error);
    candidates->particle =
        memory_allocate(room, sizeof *candidates->particle, "neighbor candidates", error);
    if (candidates->x == NULL || candidates->particle == NULL)
        return false;
    candidates->y = candidates->x + room;
    candidates->z = candidates->y + room;
    candidates->room = room - VECTOR;
    return true;
}

/** Consecutive particles, sorted by cells, with the same periodic image. */
struct run {
    int64_t begin, end;
    float shift[3];
};

enum { RUNS_MOST = AXIS_MOST * AXIS_MOST * 3 };

static int runs_around(const struct cell_order *order, const int at[3], struct run runs[RUNS_MOST])
{
    const struct cells *cells = &order->cells;
    struct axis axis[3];
    for (int d = 0; d < 3; d++)
        axis_around(cells->count[d], at[d], order->system->box[d], &axis[d]);
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

/**
 * Whether candidate k is the nearest image of its particle and in range of i. This test in double
 * precision is for pairs that single precision cannot decide. If the box is very long, or hardly
 * wider than twice the range, further images may seem in range.
 */
static bool within(const struct cell_order *order, int64_t i, const struct list_candidates *from,
                   int64_t k)
{
    const struct system *system = order->system;
    const int64_t j = from->particle[k];
    const double *const at[3] = {system->x, system->y, system->z};
    const float seen[3] = {from->x[k], from->y[k], from->z[k]};
    double r2 = 0;
    bool nearest = true;
    for (int d = 0; d < 3; d++) {
        const double r = system_nearest(at[d][j] - at[d][i], system->box[d]);
        nearest = nearest && fabs(seen[d] - at[d][i] - r) < system->box[d] / 2;
        r2 += r * r;
    }
    return nearest && r2 < order->range2;
}

#ifdef __AVX512F__

/**
 * Appends the particles of a run that are in range of the cell with `bounds`; returns their number.
 */
static int64_t take_run(const struct cell_order *order, const struct run *run,
                        const struct bounds *bounds, struct list_candidates *candidates)
{
    const float *from[3] = {order->x, order->y, order->z};
    float *to[3] = {candidates->x, candidates->y, candidates->z};
    int64_t taken = candidates->count;
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
        take = _mm512_mask_cmp_ps_mask(take, gap2, _mm512_set1_ps(order->above), _CMP_LT_OQ);
        for (int d = 0; d < 3; d++)
            _mm512_storeu_ps(to[d] + taken, _mm512_maskz_compress_ps(take, at[d]));
        __m512i j = _mm512_maskz_loadu_epi32(take, order->cells.particle + k);
        _mm512_storeu_si512(candidates->particle + taken, _mm512_maskz_compress_epi32(take, j));
        taken += __builtin_popcount(take);
    }
    return taken - candidates->count;
}

int64_t candidates_row(const struct cell_order *order, const struct list_candidates *candidates,
                       int32_t i, int32_t *row)
{
    const struct system *system = order->system;
    const struct list_candidates from = *candidates; /* a local copy: the compiler knows that stores
                                                      * to `row` do not change it */
    __m512 x = _mm512_set1_ps((float)system->x[i]);
    __m512 y = _mm512_set1_ps((float)system->y[i]);
    __m512 z = _mm512_set1_ps((float)system->z[i]);
    __m512 below = _mm512_set1_ps(order->below);
    __m512 above = _mm512_set1_ps(order->above);
    __m512i self = _mm512_set1_epi32(i);
    int64_t count = 0;
    for (int64_t k = 0; k < from.count; k += VECTOR) {
        __m512 dx = _mm512_sub_ps(_mm512_load_ps(from.x + k), x);
        __m512 dy = _mm512_sub_ps(_mm512_load_ps(from.y + k), y);
        __m512 dz = _mm512_sub_ps(_mm512_load_ps(from.z + k), z);
        __m512i j = _mm512_load_si512(from.particle + k);
        __m512 r2 = _mm512_fmadd_ps(dz, dz, _mm512_fmadd_ps(dy, dy, _mm512_mul_ps(dx, dx)));
        __mmask16 take = _mm512_cmp_ps_mask(r2, above, _CMP_LT_OQ);
        take = _mm512_mask_cmpneq_epi32_mask(take, j, self);
        __mmask16 unsure = _mm512_mask_cmp_ps_mask(take, r2, below, _CMP_GE_OQ);
        while (__builtin_expect(unsure != 0, 0)) {
            int lane = __builtin_ctz(unsure);
            if (!within(order, i, &from, k + lane))
                take &= (__mmask16) ~(1U << lane);
            unsure &= (__mmask16)(unsure - 1);
        }
        _mm512_storeu_si512(row + count, _mm512_maskz_compress_epi32(take, j));
        count += __builtin_popcount(take);
    }
    return count;
}

#else

static int64_t take_run(const struct cell_order *order, const struct run *run,
                        const struct bounds *bounds, struct list_candidates *candidates)
{
    const float *from[3] = {order->x, order->y, order->z};
    float *to[3] = {candidates->x, candidates->y, candidates->z};
    int64_t taken = candidates->count;
    for (int64_t k = run->begin; k < run->end; k += PACKED_AT_ONCE) {
        float at[3][PACKED_AT_ONCE], gap2[PACKED_AT_ONCE] = {0};
        for (int d = 0; d < 3; d++) {
            for (int lane = 0; lane < PACKED_AT_ONCE; lane++) {
                at[d][lane] = from[d][k + lane] + run->shift[d];
                float under = bounds->low[d] - at[d][lane], over = at[d][lane] - bounds->high[d];
                float gap = under > over ? under : over;
                gap = gap > 0 ? gap : 0;
                gap2[lane] += gap * gap;
            }
        }
        unsigned take = packing_less(gap2, order->above) & packing_first(run->end - k);
        for (int d = 0; d < 3; d++)
            packing_keep(take, at[d], to[d] + taken);
        taken += packing_keep(take, order->cells.particle + k, candidates->particle + taken);
    }
    return taken - candidates->count;
}

int64_t candidates_row(const struct cell_order *order, const struct list_candidates *candidates,
                       int32_t i, int32_t *row)
{
    const struct system *system = order->system;
    const struct list_candidates from = *candidates; /* a local copy: the compiler knows that stores
                                                      * to `row` do not change it */
    float x = (float)system->x[i];
    float y = (float)system->y[i];
    float z = (float)system->z[i];
    int64_t count = 0;
    for (int64_t k = 0; k < from.count; k += PACKED_AT_ONCE) {
        float r2[PACKED_AT_ONCE];
        for (int lane = 0; lane < PACKED_AT_ONCE; lane++) {
            float dx = from.x[k + lane] - x;
            float dy = from.y[k + lane] - y;
            float dz = from.z[k + lane] - z;
            r2[lane] = dx * dx + dy * dy + dz * dz;
        }
        unsigned take = packing_less(r2, order->above) & packing_other(from.particle + k, i);
        unsigned unsure = take & ~packing_less(r2, order->below);
        for (; __builtin_expect(unsure != 0, 0); unsure &= unsure - 1) {
            int lane = __builtin_ctz(unsure);
            if (!within(order, i, &from, k + lane))
                take &= ~(1U << lane);
        }
        count += packing_keep(take, from.particle + k, row + count);
    }
    return count;
}

#endif

bool candidates_gather(const struct cell_order *order, int64_t cell,
                       struct list_candidates *candidates, struct error *error)
{
    const struct cells *cells = &order->cells;
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
    int count = runs_around(order, at, runs);
    int64_t most = 0;
    for (int r = 0; r < count; r++)
        most += runs[r].end - runs[r].begin;
    candidates->cell = -1;
    candidates->count = 0;
    if (!reserve(candidates, most, error))
        return false;
    candidates->cell = cell;
    for (int r = 0; r < count; r++)
        candidates->count += take_run(order, &runs[r], &bounds, candidates);
    for (int lane = 0; lane < VECTOR; lane++)
        candidates->x[candidates->count + lane] = FAR;
    return true;
}

void candidates_free(struct list_candidates *candidates)
{
    free(candidates->x);
    free(candidates->particle);
}

bool cell_order_build(const struct system *system, double range, struct cell_order *order,
                      struct error *error)
{
    const double longest = fmax(system->box[0], fmax(system->box[1], system->box[2]));
    const double doubt = 32 * FLT_EPSILON * range * longest;
    *order = (struct cell_order){.system = system,
                                 .range2 = range * range,
                                 .below = (float)(range * range - doubt),
                                 .above = (float)(range * range + doubt)};
    if (!cells_build(system, range, &order->cells, error))
        return false;
    int64_t room = system->n + VECTOR; /* a vector that begins at the last particle is read whole */
    order->x = memory_allocate_zeroed(3 * room, sizeof *order->x, "neighbor search", error);
    if (order->x == NULL) {
        cells_free(&order->cells);
        return false;
    }
    order->y = order->x + room;
    order->z = order->y + room;
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < system->n; k++) {
        int32_t i = order->cells.particle[k];
        order->x[k] = (float)system->x[i];
        order->y[k] = (float)system->y[i];
        order->z[k] = (float)system->z[i];
    }
    return true;
}

void cell_order_free(struct cell_order *order)
{
    free(order->x);
    cells_free(&order->cells);
}
