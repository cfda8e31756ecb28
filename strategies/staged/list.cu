/*
 * Builds the tables and rows of `staged` on the device, without cells. Particles that are
 * consecutive in memory are near each other in space. Boxes around 32 particles, around 32 such
 * boxes, and around 32 of the larger boxes form a tree. A block searches the tree for near
 * particles. It finds them in memory order, so that loads of a table's partners are coalesced.
 *
 *     for each block of particles
 *         chunks = boxes of 32 particles near the block, found down the tree
 *         table = particles of the chunks that are near one of the block's own chunks
 *         for each 32 particles of the block, one per lane
 *             for each eight places of the table that contain a place near these 32 particles
 *                 hits = bits of the places in range of the particle, a word per bank group
 *             for each entry of the row, in column `column` of a group of eight
 *                 take a hit of bank group (lane + column) % 8; if none is left, of any
 *
 * In small systems, four warps share the work for 32 particles, each with two bank groups
 * (bank_rows.cuh).
 */
#include "strategies/staged/bank_rows.cuh"

/** Stores how much room the block needs. The host reads it if a list does not fit. */
__device__ __forceinline__ void tell_most(const staged_build &a, int which, int number, int room)
{
    /* only increases of the value are written, so that few atomics are executed */
    if (number > *(volatile const int *)(a.most + which))
        atomicMax(a.most + which, number);
    if (number > room && a.halted != nullptr)
        *a.halted = LIST_OVERFLOW;
}

/** Builds the rows of the block's particles, one per thread. */
template <bool IMAGE, bool EXCLUDES>
__device__ __forceinline__ void list_rows(const staged_build &a, const shared_lists &s,
                                          const nearness &is_near, const own_chunks &own,
                                          int chunks, int partners, const vector4 &frame)
{
    const int i = blockIdx.x * a.particles + (int)threadIdx.x;
    vector4 at = {-nowhere(), -nowhere(), -nowhere(), 0};
    if (i < a.n)
        at = framed(box_of(a), frame, position_of(a, i));
    seeker<IMAGE, EXCLUDES> one(a, s, at, i, partners);
    one.seek(is_near, own.seen_at(min((int)WARP, chunks - 1)));
    if (i >= a.n)
        return;
    a.count[i] = one.entries;
    tell_most(a, 0, one.row.written / a.lanes, (int)a.stride);
}

/** Builds the rows of the block's particles with teams of warps, 32 particles each. */
template <bool IMAGE, bool EXCLUDES>
__device__ __forceinline__ void list_team_rows(const staged_build &a, const shared_lists &s,
                                               const nearness &is_near, const own_chunks &own,
                                               int chunks, int partners, const vector4 &frame)
{
    const int chunk = WARP / STAGED_TEAM, mine = chunk * STAGED_CHUNK + (int)LANE;
    const int i = blockIdx.x * a.particles + mine;
    vector4 at = {-nowhere(), -nowhere(), -nowhere(), 0};
    if (i < a.n)
        at = framed(box_of(a), frame, position_of(a, i));
    const team_lists team(a, s);
    const int eights =
        find_eights<IMAGE>(a, s, team, is_near, own.seen_at(min(chunk, chunks - 1)), partners);
    if (LANE == 0)
        tell_most(a, 3, (eights + STAGED_CHUNK - 1) / STAGED_CHUNK, a.words);
    bank_seeker<IMAGE, EXCLUDES> one(a, s, team, at, i, mine, partners,
                                     min(eights, a.words * STAGED_CHUNK));
    one.look();
    one.drop_excluded();
    one.count_hits();
    __syncthreads();
    int groups = 0;
    const int entries = one.write_row(groups);
    if (i >= a.n || WARP % STAGED_TEAM != 0)
        return;
    a.count[i] = entries;
    tell_most(a, 0, groups / a.lanes, (int)a.stride);
}

/** Builds the block's table from the particles of `count` chunks, and then the rows. */
template <bool IMAGE, bool EXCLUDES, bool TEAMS>
__device__ __forceinline__ void list_partners(const staged_build &a, const shared_lists &s,
                                              const nearness &is_near, const own_chunks &own,
                                              int chunks, int count, const vector4 &frame)
{
    const int partners = choose_partners<IMAGE>(a, s, is_near, own, chunks, count, frame);
    if (threadIdx.x == 0)
        tell_most(a, 1, partners + 1, a.room);
    if (partners + 1 > a.room)
        return;
    write_table(a, s, count, partners, frame);
    if (TEAMS)
        list_team_rows<IMAGE, EXCLUDES>(a, s, is_near, own, chunks, partners, frame);
    else
        list_rows<IMAGE, EXCLUDES>(a, s, is_near, own, chunks, partners, frame);
}

template <bool EXCLUDES, bool TEAMS>
__device__ __forceinline__ void build_rows(const staged_build &a)
{
    __shared__ own_chunks own;
    const shared_lists s(a);
    const nearness is_near(a);
    const int first = blockIdx.x * (a.particles / STAGED_CHUNK);
    const int chunks = min(a.particles / STAGED_CHUNK, a.boxes[0] - first);
    const bounds block = join_boxes(a, 0, first, chunks);
    const vector4 frame = frame_of(a, block);
    if ((int)threadIdx.x < chunks)
        own.put(threadIdx.x, place::of(box_of(a), bounds_at(a.box[0], first + threadIdx.x)),
                box_of(a), frame);
    const int count = find_chunks(a, s, is_near, place::of(box_of(a), block));
    if (threadIdx.x == 0)
        tell_most(a, 2, count, a.near_room);
    if (count > a.near_room)
        return;
    if (frame.w != 0)
        list_partners<true, EXCLUDES, TEAMS>(a, s, is_near, own, chunks, count, frame);
    else
        list_partners<false, EXCLUDES, TEAMS>(a, s, is_near, own, chunks, count, frame);
}

/*
 * Blocks per multiprocessor: on sm_90 shared memory allows two; other devices have too little
 * shared memory or would spill registers.
 */
enum { ROW_BLOCKS = __CUDA_ARCH__ == 900 ? 2 : 1 };

#define ROWS_KERNEL(name, threads, blocks, excludes, teams)                                        \
    extern "C" __global__ void __launch_bounds__(threads, blocks)                                  \
        name(const __grid_constant__ staged_build a)                                               \
    {                                                                                              \
        build_rows<excludes, teams>(a);                                                            \
    }

ROWS_KERNEL(staged_rows, STAGED_PARTICLES, ROW_BLOCKS, false, false)
ROWS_KERNEL(staged_rows_excluding, STAGED_PARTICLES, ROW_BLOCKS, true, false)
ROWS_KERNEL(staged_team_rows, STAGED_TEAM_THREADS, 1, false, true)
ROWS_KERNEL(staged_team_rows_excluding, STAGED_TEAM_THREADS, 1, true, true)
