/*
 * Builds the groups of clusters of `cluster` and their rows on the device. Particles are sorted by
 * column and height; then
 *
 *     for each particle
 *         its slot = first slot of its column + number of particles below it in the column
 *     for each j-cluster
 *         the box around its particles
 *     for each cluster
 *         its place in the groups = number of clusters of its tile below it
 *     for each group, one per block
 *         load its particles into registers: each lane has one particle of each cluster
 *         for each BLOCK columns near the group, one per thread
 *             run = the j-clusters of the column that are near the group along z
 *         for each BLOCK j-clusters of these runs
 *             near = clusters of the group with boxes in range, one per thread
 *             for each j-cluster near any cluster, one per warp, a lane per pair
 *                 pairs = bits of the clusters with a pair in range, not excluded
 *             append the entries with pairs, in the order of the threads
 *
 * Entries with excluded pairs are written before the middle of the row, all others after it. If a
 * row does not fit, the host reads how much room it needs. The order of entries is deterministic.
 *
 * S. Pall, B. Hess, Comput. Phys. Commun. 184, 2641 (2013).
 */
#include "strategies/cluster/group.cuh"
#include "strategies/cluster/prune.cuh"

/* --- a group --- */

/** First slot of a missing cluster of a group: less than any other slot. */
enum { NO_SLOT = -(1 << 24) };

/** Data of a group, shared by the threads of a block. */
struct shared_group {
    vector4 at[CLUSTER_GROUP * 8]; /* positions of the group's particles; index in w */
    REAL low[3][CLUSTER_GROUP], high[3][CLUSTER_GROUP]; /* box of each cluster */
    /*
     * box of each cluster after the upper half of the periodic box is shifted down by a box length
     */
    REAL low_across[3][CLUSTER_GROUP], high_across[3][CLUSTER_GROUP];
    REAL begin[3], end[3], cut[3]; /* box of the group, and cut of its frame */
    int first_line[2], lines[2];   /* first column in reach along x and y, and their number */
    int slot[CLUSTER_GROUP];       /* first slot of each cluster */
    int column[CLUSTER_GROUP];     /* first slot of the cluster's column */
    int line[2][CLUSTER_GROUP];    /* column's index along x and y */
    unsigned clusters;             /* clusters with particles, one bit per cluster */
};

__device__ __forceinline__ vector4 frame_of(const cluster_build &a, const shared_group &g)
{
    const box_type &box = box_of(a);
    if (g.cut[0] < 0 || g.cut[1] < 0 || g.cut[2] < 0)
        return {2 * box.edge[0], 2 * box.edge[1], 2 * box.edge[2], 1};
    return {g.cut[0], g.cut[1], g.cut[2], 0};
}

/** Loads the particles of the group, and stores their indices for force kernels. */
template <int SIZE>
__device__ __forceinline__ void hold_particles(const cluster_build &a, shared_group &g)
{
    const int t = threadIdx.x;
    if (t >= CLUSTER_GROUP * SIZE)
        return;
    const int k = t / SIZE;
    const int c = k < a.group ? a.cluster[(long long)blockIdx.x * a.group + k] : -1;
    vector4 at = numbered({-nowhere(), -nowhere(), -nowhere(), 0}, a.n);
    if (c >= 0 && a.particle[c * SIZE + t % SIZE] < a.n)
        at = load(a.slot_at + c * SIZE + t % SIZE);
    g.at[t] = at;
    if (k < a.group)
        a.own[(long long)blockIdx.x * a.group * SIZE + t] = word_in(at.w);
    if (t % SIZE == 0)
        g.slot[k] = c >= 0 ? c * SIZE : (int)NO_SLOT;
}

__device__ __forceinline__ REAL along(const vector4 &at, int axis)
{
    return axis == 0 ? at.x : axis == 1 ? at.y : at.z;
}

/** Finds the extent of cluster k along an axis. */
template <int SIZE>
__device__ __forceinline__ void bound_cluster(const cluster_build &a, shared_group &g, int k,
                                              int axis)
{
    const REAL edge = box_of(a).edge[axis], half = box_of(a).half[axis];
    REAL low = nowhere(), high = -nowhere(), low_across = low, high_across = high;
    for (int i = 0; i < SIZE; i++) {
        const vector4 whole = g.at[k * SIZE + i];
        if (word_in(whole.w) == a.n)
            break;
        const REAL at = along(whole, axis), across = at >= half ? at - edge : at;
        low = min(low, at);
        high = max(high, at);
        low_across = min(low_across, across);
        high_across = max(high_across, across);
    }
    g.low[axis][k] = low;
    g.high[axis][k] = high;
    g.low_across[axis][k] = low_across;
    g.high_across[axis][k] = high_across;
}

__device__ __forceinline__ REAL least(const REAL (&of)[CLUSTER_GROUP])
{
    REAL all = of[0];
    for (int k = 1; k < CLUSTER_GROUP; k++)
        all = min(all, of[k]);
    return all;
}

__device__ __forceinline__ REAL greatest(const REAL (&of)[CLUSTER_GROUP])
{
    REAL all = of[0];
    for (int k = 1; k < CLUSTER_GROUP; k++)
        all = max(all, of[k]);
    return all;
}

/** Finds the group's extent along an axis and the cut of its frame. */
__device__ __forceinline__ void bound_group(const cluster_build &a, shared_group &g, int axis)
{
    const REAL low = least(g.low[axis]), high = greatest(g.high[axis]);
    const REAL low_across = least(g.low_across[axis]), high_across = greatest(g.high_across[axis]);
    const bool is_across = high_across - low_across < high - low;
    g.begin[axis] = low;
    g.end[axis] = high;
    g.cut[axis] = cut_of(is_across ? low_across : low, is_across ? high_across : high,
                         (REAL)a.range, box_of(a).edge[axis]);
}

/** Finds which columns along an axis are in reach of the group. */
__device__ __forceinline__ void find_lines(const cluster_build &a, shared_group &g, int axis)
{
    const REAL edge = (REAL)a.edge[axis], reach = (REAL)a.reach;
    const int all = a.grid[axis];
    const int from = (int)floor((g.begin[axis] - reach) / edge);
    const int to = (int)floor((g.end[axis] + reach) / edge);
    g.first_line[axis] = (from % all + all) % all;
    g.lines[axis] = min(to - from + 1, all);
}

/**
 * Fills the shared data of the group, moves its particles into its frame, and returns the frame. On
 * return, `low` and `high` contain the centre and half the width of the clusters' boxes.
 */
template <int SIZE>
__device__ __forceinline__ vector4 hold_group(const cluster_build &a, shared_group &g)
{
    const int t = threadIdx.x;
    hold_particles<SIZE>(a, g);
    __syncthreads();
    if (t < 3 * CLUSTER_GROUP)
        bound_cluster<SIZE>(a, g, t / 3, t % 3);
    if (t >= 32 && t < 32 + CLUSTER_GROUP) {
        const int k = t - 32;
        const vector4 at = g.at[k * SIZE];
        g.line[0][k] = line_of(a, 0, at.x);
        g.line[1][k] = line_of(a, 1, at.y);
        g.column[k] = a.slots_before[g.line[0][k] * a.grid[1] + g.line[1][k]];
    }
    __syncthreads();
    if (t < 3)
        bound_group(a, g, t);
    if (t < 2)
        find_lines(a, g, t);
    __syncthreads();
    if (t < 3 * CLUSTER_GROUP) {
        const REAL low = g.low[t % 3][t / 3], high = g.high[t % 3][t / 3];
        g.low[t % 3][t / 3] = (low + high) / 2;
        g.high[t % 3][t / 3] = (high - low) / 2;
    }
    if (t == 32) { /* needs the barrier above, because a wide load of slots also reads `line` */
        g.clusters = 0;
        for (int k = 0; k < CLUSTER_GROUP; k++)
            g.clusters |= (g.slot[k] >= 0 ? 1u : 0u) << k;
    }
    const vector4 frame = frame_of(a, g);
    if (t < CLUSTER_GROUP * SIZE)
        g.at[t] = framed(box_of(a), frame, g.at[t]);
    if (t == 0)
        a.frame[blockIdx.x] = frame;
    __syncthreads();
    return frame;
}

/* --- runs --- */

/**
 * Runs of j-clusters in the columns that a block searches together, one per thread. Run k has
 * `before[k + 1]` - `before[k]` j-clusters: from `first` to `end` - 1, then the rest starting at
 * `begin`.
 */
struct shared_runs {
    int first[BLOCK], begin[BLOCK], end[BLOCK];
    int before[BLOCK + 1];
    unsigned clusters[BLOCK]; /* bits of the group's clusters that may have pairs with the column */
};

/** Returns the periodic gap along an axis between a group and the columns with index `line`. */
__device__ __forceinline__ REAL gap(const cluster_build &a, const shared_group &g, int axis,
                                    int line)
{
    const REAL edge = (REAL)a.edge[axis], box = box_of(a).edge[axis];
    const REAL ahead = line * edge - g.end[axis], behind = g.begin[axis] - (line + 1) * edge;
    if (ahead > 0)
        return max(min(ahead, behind + box), (REAL)0);
    return behind > 0 ? max(min(behind, ahead + box), (REAL)0) : 0;
}

/**
 * Whether pairs of particles in the columns `line` and `other` belong to the rows of `line`. True
 * if `other` is at most half the grid ahead, which makes all rows about equally long.
 */
__device__ __forceinline__ bool comes_first(int line, int other, int lines)
{
    const int ahead = other < line ? other - line + lines : other - line;
    return 2 * ahead < lines || (2 * ahead == lines && line < other);
}

/**
 * Returns a bit for each cluster of the group: set if its pairs with column x, y belong to the
 * group's row.
 */
__device__ __forceinline__ unsigned clusters_with(const cluster_build &a, const shared_group &g,
                                                  int x, int y)
{
    if (!a.reciprocal)
        return g.clusters;
    unsigned with = 0;
#pragma unroll 1
    for (int k = 0; k < CLUSTER_GROUP; k++) {
        const bool first = x != g.line[0][k] ? comes_first(g.line[0][k], x, a.grid[0])
                                             : comes_first(g.line[1][k], y, a.grid[1]);
        with |= (first ? 1u : 0u) << k;
    }
    return with & g.clusters;
}

/**
 * Returns the first j-cluster among `begin` … `end` - 1 with its upper end at or above z. If none,
 * `end`.
 */
__device__ __forceinline__ int first_ending(const cluster_build &a, int begin, int end, REAL z)
{
    while (begin < end) {
        const int middle = (begin + end) / 2;
        if (load(a.bounds + 2 * middle + 1).w < z)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/**
 * Returns the first j-cluster among `begin` … `end` - 1 with its lower end above z. If none, `end`.
 */
__device__ __forceinline__ int first_above(const cluster_build &a, int begin, int end, REAL z)
{
    while (begin < end) {
        const int middle = (begin + end) / 2;
        if (load(a.bounds + 2 * middle).w <= z)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/**
 * Finds the run of a column's j-clusters from height `low` to `high`; outside the box, heights are
 * wrapped. Returns the number of j-clusters, and sets `first` to the first one.
 */
__device__ __forceinline__ int run_of(const cluster_build &a, REAL low, REAL high, int begin,
                                      int end, int &first)
{
    const REAL box = box_of(a).edge[2];
    const bool under = low<0, over = high> box;
    first = under ? begin : first_ending(a, begin, end, low);
    if (under && over)
        return end - begin;
    const int last = over ? end : first_above(a, first, end, high);
    int beyond = 0;
    if (under) {
        first = first_ending(a, last, end, low + box);
        beyond = end - first;
        return beyond + last - begin;
    }
    if (over)
        beyond = first_above(a, begin, first, high - box) - begin;
    return last - first + beyond;
}

/** Finds the run of j-clusters that a group reaches in a column; returns their number. */
template <int SIZE>
__device__ __forceinline__ int find_run(const cluster_build &a, const shared_group &g,
                                        shared_runs &r, int which)
{
    constexpr int PARTNERS = CLUSTER_LANES / SIZE;
    int x = g.first_line[0] + which / g.lines[1], y = g.first_line[1] + which % g.lines[1];
    x -= x >= a.grid[0] ? a.grid[0] : 0;
    y -= y >= a.grid[1] ? a.grid[1] : 0;
    const REAL dx = gap(a, g, 0, x), dy = gap(a, g, 1, y);
    const REAL left2 = (REAL)(a.reach * a.reach) - dx * dx - dy * dy;
    const unsigned clusters = clusters_with(a, g, x, y);
    if (left2 < 0 || clusters == 0)
        return 0;
    const int column = x * a.grid[1] + y, t = threadIdx.x;
    const REAL reach = sqrt(left2);
    r.begin[t] = a.slots_before[column] / PARTNERS;
    r.end[t] = r.begin[t] + (particles_of(a, column) + PARTNERS - 1) / PARTNERS;
    r.clusters[t] = clusters;
    return run_of(a, g.begin[2] - reach, g.end[2] + reach, r.begin[t], r.end[t], r.first[t]);
}

/**
 * Sets `before` to the prefix sums of the counts of all threads. All threads of the block have to
 * call it.
 */
__device__ __forceinline__ void add_up(shared_runs &r, int count)
{
    __shared__ int warp_sum[WARPS];
    int sum = count;
    for (int distance = 1; distance < 32; distance *= 2) {
        const int lower = __shfl_up_sync(ALL_LANES, sum, distance);
        sum += (int)LANE >= distance ? lower : 0;
    }
    if (LANE == 31)
        warp_sum[WARP] = sum;
    __syncthreads();
    for (int warp = 0; warp < (int)WARP; warp++)
        sum += warp_sum[warp];
    r.before[threadIdx.x + 1] = sum;
    if (threadIdx.x == 0)
        r.before[0] = 0;
    __syncthreads();
}

/* --- entries --- */

/**
 * Result of near_boxes: a bit for each near cluster. HOLDS_OWN: some pairs with the j-cluster are
 * in other rows or pair a slot with itself.
 */
enum : unsigned { CLUSTERS = (1u << CLUSTER_GROUP) - 1, HOLDS_OWN = 1u << CLUSTER_GROUP };

/** Flag of an entry with excluded pairs, above the bits of its clusters. */
enum : unsigned { HELD = 1u << CLUSTER_GROUP };

/**
 * Returns j-cluster number `place` of all runs, and sets the clusters that may have pairs with it.
 */
__device__ __forceinline__ int at_place(const shared_runs &r, int place, unsigned &clusters)
{
    int low = 0, high = BLOCK;
    while (high - low > 1) { /* bisects for the last run that begins at or before `place` */
        const int middle = (low + high) / 2;
        if (r.before[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    const int j = r.first[low] + place - r.before[low];
    clusters = r.clusters[low];
    return j < r.end[low] ? j : j - r.end[low] + r.begin[low];
}

__device__ __forceinline__ REAL apart(REAL one, REAL other, REAL edge, REAL halves)
{
    const REAL direct = fabs(one - other);
    return max(min(direct, edge - direct) - halves, (REAL)0);
}

/** Returns a bit for each cluster with a box near the box of a j-cluster, and may add HOLDS_OWN. */
template <int SIZE>
__device__ __forceinline__ unsigned near_boxes(const cluster_build &a, const shared_group &g, int j,
                                               unsigned clusters)
{
    constexpr int PARTNERS = CLUSTER_LANES / SIZE;
    const box_type &box = box_of(a);
    const vector4 centre = load(a.bounds + 2 * j), half = load(a.bounds + 2 * j + 1);
    const REAL reach2 = (REAL)(a.reach * a.reach);
    const int first = j * PARTNERS;
    unsigned near = 0;
#pragma unroll 1
    for (int k = 0; k < CLUSTER_GROUP; k++) {
        const REAL x = apart(centre.x, g.low[0][k], box.edge[0], half.x + g.high[0][k]);
        const REAL y = apart(centre.y, g.low[1][k], box.edge[1], half.y + g.high[1][k]);
        const REAL z = apart(centre.z, g.low[2][k], box.edge[2], half.z + g.high[2][k]);
        const int slot = g.slot[k];
        /* the j-cluster is in the cluster's column or in a later column */
        const bool beside = !a.reciprocal || first >= g.column[k];
        if ((clusters >> k & 1) == 0 || x * x + y * y + z * z >= reach2 ||
            (a.reciprocal && beside && first < slot / PARTNERS * PARTNERS))
            continue; /* particles are out of range, or the pairs are in another row */
        near |= 1u << k;
        if (beside && first < slot + SIZE && (a.reciprocal || first + PARTNERS > slot))
            near |= HOLDS_OWN;
    }
    return near;
}

/**
 * Returns a bit for each cluster: set if its pair in this lane must be skipped, because the pair is
 * in another row or both particles are the same.
 */
template <int SIZE>
__device__ __forceinline__ unsigned pairs_elsewhere(const cluster_build &a, const shared_group &g,
                                                    int j)
{
    const int slot = j * (CLUSTER_LANES / SIZE) + (int)LANE / SIZE;
    unsigned elsewhere = 0;
#pragma unroll 1
    for (int k = 0; k < CLUSTER_GROUP; k++) {
        const int own = g.slot[k] + (int)LANE % SIZE;
        const bool not_here = a.reciprocal ? slot <= own && slot >= g.column[k] : slot == own;
        elsewhere |= (not_here ? 1u : 0u) << k;
    }
    return elsewhere;
}

/** Exclusions of the group's particles, in the form of struct exclusions. */
template <bool EXCLUDES> struct shared_exclusions {
    int4 four[EXCLUDES ? CLUSTER_GROUP * 8 : 1];
};

/** Data of the current j-clusters, shared by the warps of a block. */
struct shared_entries {
    int2 waiting[WARPS][32]; /* j-clusters to be tested, and the results of near_boxes */
    unsigned char lanes[WARPS][32][CLUSTER_LANES]; /* lane bits of entries with excluded pairs */
    int2 counts[2][WARPS]; /* entries per warp: without, with excluded pairs; double-buffered */
};

/** The row of the group. */
struct row_writer {
    int others = 0, held = 0; /* numbers of entries so far: without, with excluded pairs */

    /** Writes the words of an entry. */
    template <int SIZE>
    __device__ __forceinline__ void put(const cluster_build &a, long long entry, int j,
                                        unsigned clusters) const
    {
        constexpr int PARTNERS = CLUSTER_LANES / SIZE;
        const int4 *particle = reinterpret_cast<const int4 *>(a.particle + j * PARTNERS);
        int4 *word = reinterpret_cast<int4 *>(a.rows.word + entry * PARTNERS);
#pragma unroll
        for (int k = 0; k < PARTNERS / 4; k++) {
            const int4 four = particle[k];
            word[k] = make_int4((int)word_of(four.x, clusters, 4 * k),
                                (int)word_of(four.y, clusters, 4 * k + 1),
                                (int)word_of(four.z, clusters, 4 * k + 2),
                                (int)word_of(four.w, clusters, 4 * k + 3));
        }
    }

    /**
     * Appends the entries that the warps have found. `found` is the result of the lane's j-cluster,
     * `turn` alternates between 0 and 1. All threads of the block must call it.
     */
    template <int SIZE>
    __device__ __forceinline__ void append(const cluster_build &a, shared_entries &e, int turn,
                                           unsigned found)
    {
        const unsigned below = (1u << LANE) - 1;
        const unsigned all_held = __ballot_sync(ALL_LANES, (found & HELD) != 0);
        const unsigned all_others = __ballot_sync(ALL_LANES, found != 0 && (found & HELD) == 0);
        if (LANE == 0)
            e.counts[turn][WARP] = make_int2(__popc(all_others), __popc(all_held));
        __syncthreads();
        int other = others + __popc(all_others & below), hold = held + __popc(all_held & below);
        int hold_first = held;
        for (int warp = 0; warp < WARPS; warp++) {
            const int2 counts = e.counts[turn][warp];
            other += warp < (int)WARP ? counts.x : 0;
            hold += warp < (int)WARP ? counts.y : 0;
            hold_first += warp < (int)WARP ? counts.y : 0;
            others += counts.x;
            held += counts.y;
        }
        const int j = e.waiting[WARP][LANE].x;
        if ((found & HELD) && hold < a.masked_room)
            put<SIZE>(a, row_middle(a) - 1 - hold, j, found & CLUSTERS);
        else if (found != 0 && (found & HELD) == 0 && other < a.room)
            put<SIZE>(a, row_middle(a) + other, j, found);
        for (unsigned left = all_held; left != 0; left &= left - 1, hold_first++)
            if (hold_first < a.masked_room)
                a.rows.lanes[(held_middle(a) - 1 - hold_first) * CLUSTER_LANES + LANE] =
                    e.lanes[WARP][__ffs((int)left) - 1][LANE];
        __syncwarp(); /* lane bits are overwritten next */
    }

    /** Stores the size of the row, for kernels, and the room that the row needs, for the host. */
    __device__ __forceinline__ void finish(const cluster_build &a) const
    {
        const bool fits = others <= a.room && held <= a.masked_room;
        a.rows.start[blockIdx.x] = row_middle(a) - held;
        a.rows.masked_start[blockIdx.x] = held_middle(a) - held;
        a.rows.count[blockIdx.x] = fits ? others + held : 0;
        a.rows.masked[blockIdx.x] = fits ? held : 0;
        /* only increases of the value are written, so that few threads contend */
        if (others > *(volatile const int *)a.most)
            atomicMax(a.most, others);
        if (held > *(volatile const int *)(a.most + 1))
            atomicMax(a.most + 1, held);
        if (!fits && a.halted != nullptr)
            *a.halted = LIST_OVERFLOW;
    }
};

/** Tests the waiting j-clusters; each lane tests one pair per cluster of the group. */
template <int SIZE, bool EXCLUDES, bool IMAGE> struct seeker {
    const cluster_build &a;
    const shared_group &g;
    shared_entries &e;
    shared_exclusions<EXCLUDES> &excluded;
    const lane_particles &own;
    const vector4 &frame;
    int pairs = 0; /* number of the lane's pairs that interact */

    /**
     * Tests waiting j-cluster k. Returns the clusters with pairs, and HELD if some pairs in range
     * must not be evaluated.
     */
    __device__ __forceinline__ unsigned look(int k)
    {
        const int2 waiting = e.waiting[WARP][k];
        const vector4 at = load(a.slot_at + waiting.x * (CLUSTER_LANES / SIZE) + (int)LANE / SIZE);
        const unsigned near = own.template in_range<IMAGE>(a, framed(box_of(a), frame, at),
                                                           (REAL)(a.range * a.range)) &
                              (unsigned)waiting.y;
        unsigned meets = near;
        if ((unsigned)waiting.y & HOLDS_OWN)
            meets &= ~pairs_elsewhere<SIZE>(a, g, waiting.x);
        if (EXCLUDES) {
#pragma unroll 4
            for (int c = 0; c < CLUSTER_GROUP; c++) {
                const exclusions<EXCLUDES> mine(a, excluded.four[c * SIZE + (int)LANE % SIZE]);
                if ((meets >> c & 1) != 0 && mine.hold(word_in(at.w)))
                    meets &= ~(1u << c);
            }
        }
        const unsigned clusters = warp_or(meets);
        pairs += __popc(meets);
        if ((!EXCLUDES && ((unsigned)waiting.y & HOLDS_OWN) == 0) ||
            !__any_sync(ALL_LANES, ((near ^ meets) & clusters) != 0))
            return clusters;
        e.lanes[WARP][k][LANE] = (unsigned char)meets;
        return clusters | HELD;
    }

    /** Tests `count` waiting j-clusters; lane k returns the result for j-cluster k. */
    __device__ __forceinline__ unsigned look_at_all(int count)
    {
        __syncwarp();
        unsigned found = 0;
#pragma unroll 1
        for (int k = 0; k < count; k++) {
            const unsigned one = look(k);
            found = (int)LANE == k ? one : found;
        }
        __syncwarp();
        return found;
    }

    /** Tests the j-clusters of a block's runs and appends the entries with pairs to the row. */
    __device__ __forceinline__ void seek(const shared_runs &r, row_writer &row)
    {
        const int all = r.before[BLOCK];
        for (int first = 0, turn = 0; first < all; first += BLOCK, turn = !turn) {
            /* adjacent j-clusters of a run go to different warps, which balances the work */
            const int place = first + (int)LANE * WARPS + (int)WARP;
            unsigned near = 0;
            int j = 0;
            if (place < all) {
                j = at_place(r, place, near);
                near = near_boxes<SIZE>(a, g, j, near);
            }
            const unsigned waits = __ballot_sync(ALL_LANES, (near & CLUSTERS) != 0);
            if (near & CLUSTERS)
                e.waiting[WARP][__popc(waits & ((1u << LANE) - 1))] = make_int2(j, (int)near);
            row.append<SIZE>(a, e, turn, look_at_all(__popc(waits)));
        }
    }
};

template <int SIZE, bool EXCLUDES, bool IMAGE>
__device__ __forceinline__ void
seek_entries(const cluster_build &a, const shared_group &g, shared_runs &r, shared_entries &e,
             shared_exclusions<EXCLUDES> &excluded, const vector4 &frame)
{
    __shared__ int pairs[WARPS];
    lane_particles own;
    own.fill<SIZE>(g.at);
    seeker<SIZE, EXCLUDES, IMAGE> one = {a, g, e, excluded, own, frame};
    row_writer row;
    const int columns = g.lines[0] * g.lines[1];
#pragma unroll 1
    for (int first = 0; first < columns; first += BLOCK) {
        const int which = first + (int)threadIdx.x;
        add_up(r, which < columns ? find_run<SIZE>(a, g, r, which) : 0);
        one.seek(r, row);
        __syncthreads();
    }
    const int sum = block_sum(pairs, one.pairs);
    if (threadIdx.x != 0)
        return;
    a.pairs[blockIdx.x] = sum;
    row.finish(a);
}

/** Builds the row of the block's group; a block past the last group writes an empty row. */
template <int SIZE, bool EXCLUDES> __device__ __forceinline__ void build_row(const cluster_build &a)
{
    __shared__ shared_group g;
    __shared__ shared_runs r;
    __shared__ shared_entries e;
    __shared__ shared_exclusions<EXCLUDES> excluded;
    if ((int)blockIdx.x >= a.groups_before[tiles_of(a)]) {
        if (threadIdx.x == 0)
            a.rows.count[blockIdx.x] = a.rows.masked[blockIdx.x] = a.pairs[blockIdx.x] = 0;
        return;
    }
    const vector4 frame = hold_group<SIZE>(a, g);
    if (EXCLUDES && threadIdx.x < CLUSTER_GROUP * SIZE)
        excluded.four[threadIdx.x] =
            exclusions<EXCLUDES>(a, min(word_in(g.at[threadIdx.x].w), a.n - 1)).four;
    if (frame.w != 0)
        seek_entries<SIZE, EXCLUDES, true>(a, g, r, e, excluded, frame);
    else
        seek_entries<SIZE, EXCLUDES, false>(a, g, r, e, excluded, frame);
}

extern "C" __global__ void __launch_bounds__(BLOCK, ROW_BLOCKS)
    cluster_rows_4(const __grid_constant__ cluster_build a)
{
    build_row<4, false>(a);
}

extern "C" __global__ void __launch_bounds__(BLOCK, ROW_BLOCKS)
    cluster_rows_4_excluding(const __grid_constant__ cluster_build a)
{
    build_row<4, true>(a);
}

extern "C" __global__ void __launch_bounds__(BLOCK, ROW_BLOCKS)
    cluster_rows_8(const __grid_constant__ cluster_build a)
{
    build_row<8, false>(a);
}

extern "C" __global__ void __launch_bounds__(BLOCK, ROW_BLOCKS)
    cluster_rows_8_excluding(const __grid_constant__ cluster_build a)
{
    build_row<8, true>(a);
}
