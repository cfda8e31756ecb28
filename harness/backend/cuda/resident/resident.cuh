/*
 * Makes many steps in one kernel, with a barrier of all blocks after each step. Blocks stay on
 * their multiprocessors, and each thread keeps its particles. The unit of a strategy includes
 * fresh.cuh, the strategy's kernel, and then this file.
 *
 * When a particle has moved by half the skin, the kernel ends after that step. For few particles it
 * builds a new list itself, from all particles, like device/all_particles.cuh.
 */
#ifndef PAIRLANES_RESIDENT_RESIDENT_CUH
#define PAIRLANES_RESIDENT_RESIDENT_CUH

#include "strategies/gpu_bonded.cuh"
#include "strategies/gpu_fused.cuh"

#include "harness/backend/cuda/resident/resident_arguments.h"

#define LIST_LANES  32
#define LIST_ATOMIC 0
#define DISTANCE    REAL
#include "harness/backend/cuda/device/appending.cuh"

#include "harness/backend/cuda/device/all_particles.cuh"

#include "harness/backend/cuda/resident/groups.cuh"

#if defined BONDED_MOST && !BONDED
enum { ADDS_BONDED = true };
#else
enum { ADDS_BONDED = false };
#endif

/* Number of polls of the barrier's word until a block gives up: ten seconds. */
enum { POLLS = 1 << 26 };

/*
 * Number of threads per block that evaluate bonded terms, in addition to BLOCK threads for pairs.
 */
template <int TEAM>
constexpr int HELPERS = !ADDS_BONDED || TEAM == 1 || BLOCK > 512 ? 0
                        : TEAM <= 4                              ? BLOCK
                        : 4 * BLOCK / TEAM < 32                  ? 32
                                                                 : 4 * BLOCK / TEAM;

template <int TEAM> constexpr int THREADS = BLOCK + HELPERS<TEAM>;

/** Results of a barrier. */
enum barrier_result { ALL_ARRIVED, ONE_MARKED, ONE_LOST };

/**
 * A barrier of all blocks. The lower half of a word in memory counts the arrivals of blocks. The
 * upper half counts marks, separately for even and odd barriers. A fast block may arrive at the
 * next barrier before a slow one has read the word. No block can be two barriers ahead.
 */
struct barrier {
    unsigned long long *word;
    unsigned long long seen, seen_before; /* values of the word at the last barrier, and at the
                                           * previous barrier */
    unsigned count;                       /* number of barriers so far */

    __device__ __forceinline__ explicit barrier(resident_state *state)
        : word(&state->arrivals), seen(0), seen_before(0), count(0)
    {
    }

    /**
     * Waits for the other blocks; called by one thread. Returns whether any block has set a mark.
     */
    __device__ __forceinline__ barrier_result wait(bool mark)
    {
        const int shift = 32 + count % 2 * 16;
        const unsigned long long arrival = 1 + ((unsigned long long)mark << shift);
        const unsigned all = ++count * gridDim.x;
        unsigned long long now = 0;
        int polls = 0;
        asm volatile("red.release.gpu.global.add.u64 [%0], %1;" ::"l"(word), "l"(arrival)
                     : "memory");
        do {
            asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(now) : "l"(word) : "memory");
        } while ((unsigned)now < all && ++polls < POLLS);
        const bool marked = ((now ^ seen_before) >> shift & 0xffff) != 0;
        seen_before = seen;
        seen = now;
        return (unsigned)now < all ? ONE_LOST : marked ? ONE_MARKED : ALL_ARRIVED;
    }
};

/** State of a block's particles that no other block reads. */
template <int PARTICLES> struct own_state {
    enum { APART = STATE_APART ? PARTICLES : 1, TURNING = TURNS ? PARTICLES : 1 };
    state4 velocity[PARTICLES], listed[PARTICLES], spin[TURNING];
    state4 at[APART];
    turn4 turned[STATE_APART && TURNS ? PARTICLES : 1];
    int number[PARTICLES];

    template <typename T> __device__ __forceinline__ static void copy(T &all, T &own, bool after)
    {
        if (after)
            all = own;
        else
            own = all;
    }

    /**
     * Copies the state of particle i, number k of the block, from global memory. If `after` is set,
     * copies it back.
     */
    __device__ __forceinline__ void copy(const dynamics_arguments &a, int i, int k, bool after)
    {
        copy(a.velocity[i], velocity[k], after);
        copy(a.listed[i], listed[k], after);
        copy(a.number[i], number[k], after);
        if (TURNS)
            copy(a.spin[i], spin[k], after);
        if (STATE_APART)
            copy((after ? a.moved_at : a.at)[i], at[k], after);
        if (STATE_APART && TURNS)
            copy((after ? a.moved_turned : a.turned)[i], turned[k], after);
    }
};

/** Shared memory of a block. Each particle has TEAM lanes. */
template <int TEAM> struct resident_block {
    enum {
        OWN = BLOCK / TEAM, /* particles of a block */
        /* whether the block keeps the state of its particles */
        KEEPS = OWN * sizeof(own_state<1>) <= (TEAM == 1 ? 32 : 12) * 1024,
        SUMS = HELPERS<TEAM> > 0 ? OWN * sizeof(total) : 0, /* bytes of the sums */
        /* entries of rows that fit */
        FREE = (44 * 1024 - 2 * SUMS - KEEPS * OWN * sizeof(own_state<1>)) / sizeof(int) - OWN,
        ROOM = TEAM == 1           ? 1
               : 32 * BLOCK < FREE ? 32 * BLOCK
                                   : FREE,
    };
    dynamics_arguments motion[2]; /* arguments for odd and even steps; their `status` is the status
                                   * of the block */
    motion_status status;         /* status of the block's particles */
    barrier_result result;        /* result of the last barrier */
    int count[OWN]; /* entries of the block's particles, if rows are contiguous and fit into
                     * shared memory */
    int entry[ROOM];
    own_state<KEEPS ? OWN : 1> own;
    /* totals of pairs, and of bonded terms */
    alignas(16) char pair_sums[SUMS + 16], bonded_sums[SUMS + 16];

    __device__ __forceinline__ static int first()
    {
        return blockIdx.x * OWN;
    }

    /** Returns the number of the block's particles, of n particles in all. */
    __device__ __forceinline__ static int particles(int n)
    {
        return min((int)OWN, n - first());
    }
};

/**
 * Copies the arguments, so that the block can count steps and halt independently. Copies the state
 * of its particles, if the block keeps it.
 */
template <int TEAM>
__device__ __forceinline__ void begin(const resident_arguments &a, resident_block<TEAM> &block)
{
    static_assert(sizeof block.motion % sizeof(int) == 0, "it is copied in words");
    const int *from = reinterpret_cast<const int *>(a.motion);
    int *to = reinterpret_cast<int *>(block.motion);
    for (int k = threadIdx.x; k < (int)(sizeof block.motion / sizeof(int)); k += THREADS<TEAM>)
        to[k] = from[k];
    __syncthreads();
    if (threadIdx.x == 0) {
        block.status = *a.motion[0].status;
        block.status.halted = 0;
        for (dynamics_arguments &motion : block.motion) {
            const int first = block.first();
            motion.status = &block.status;
            if (!block.KEEPS)
                continue;
            motion.velocity = block.own.velocity - first;
            motion.listed = block.own.listed - first;
            motion.number = block.own.number - first;
            if (TURNS)
                motion.spin = block.own.spin - first;
            if (STATE_APART)
                motion.at = motion.moved_at = block.own.at - first;
            if (STATE_APART && TURNS)
                motion.turned = motion.moved_turned = block.own.turned - first;
        }
    }
    for (int k = threadIdx.x; block.KEEPS && k < block.particles(a.forces.n); k += THREADS<TEAM>)
        block.own.copy(a.motion[0], block.first() + k, k, false);
    __syncthreads();
}

/** Stores the state of the block's particles after the last step, if the block keeps it. */
template <int TEAM>
__device__ __forceinline__ void end(const resident_arguments &a, resident_block<TEAM> &block,
                                    int made)
{
    for (int k = threadIdx.x; block.KEEPS && made > 0 && k < block.particles(a.forces.n);
         k += THREADS<TEAM>)
        block.own.copy(a.motion[(made - 1) % 2], block.first() + k, k, true);
}

/** Whether the block keeps the rows of its particles in shared memory. TEAM lanes share a row. */
template <int TEAM> __device__ __forceinline__ bool keeps_rows(const resident_arguments &a)
{
    using block = resident_block<TEAM>;
    return TEAM > 1 && rows_of(a.forces).stride * block::OWN <= block::ROOM;
}

/** Copies the rows of the block's particles to shared memory, if the block keeps them. */
template <int TEAM>
__device__ __forceinline__ void copy_rows(const resident_arguments &a, resident_block<TEAM> &block)
{
    if (!keeps_rows<TEAM>(a))
        return;
    const gpu_rows &rows = rows_of(a.forces);
    const int first = block.first(), own = block.particles(a.forces.n);
    for (int k = threadIdx.x; k < own * (int)rows.stride; k += THREADS<TEAM>)
        block.entry[k] = rows.entry[first * rows.stride + k];
    for (int k = threadIdx.x; k < own; k += THREADS<TEAM>)
        block.count[k] = rows.count[first + k];
    __syncthreads();
}

/** Returns the arguments for computing forces at the positions of a step. */
template <int TEAM>
__device__ __forceinline__ gpu_arguments forces_of(const resident_arguments &a,
                                                   const resident_block<TEAM> &block, int step)
{
    gpu_arguments forces = a.forces;
    forces.position = a.position[step % 2];
    forces.orientation = a.orientation[step % 2];
    if (keeps_rows<TEAM>(a)) {
        gpu_rows &rows = reinterpret_cast<gpu_rows &>(forces.neighbors);
        rows.count = block.count - block.first();
        rows.entry = block.entry - block.first() * rows.stride;
    }
    return forces;
}

/**
 * Waits for all blocks. If the block has halted, it marks the barrier, and is no longer halted
 * afterwards.
 */
template <int TEAM>
__device__ __forceinline__ barrier_result wait_for_all(const resident_arguments &a,
                                                       resident_block<TEAM> &block, barrier &all)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        const bool halted = block.status.halted != 0;
        if (block.status.fast != 0)
            atomicMax(&a.motion[0].status->fast, block.status.fast);
        block.status.halted = 0;
        block.result = all.wait(halted);
    }
    __syncthreads();
    return block.result;
}

/**
 * Builds the rows of all particles, and stores the positions of the list. Returns the result of the
 * last barrier; ONE_MARKED means that a row does not fit.
 */
template <int TEAM, bool INTERLEAVED>
__device__ __forceinline__ barrier_result build_list(const resident_arguments &a, int step,
                                                     resident_block<TEAM> &block, barrier &all)
{
    const dynamics_arguments &motion = block.motion[step % 2];
    const int warp = (int)(blockIdx.x * THREADS<TEAM> + threadIdx.x) / 32;
    const int warps = (int)gridDim.x * THREADS<TEAM> / 32;
    list_arguments list = a.list;
    list.position = a.position[step % 2];
    const boxes groups(a.groups, list.n);
    for (int k = threadIdx.x; k < block.particles(list.n); k += THREADS<TEAM>)
        motion.listed[block.first() + k] = motion.at[block.first() + k];
    for (int g = warp; g < groups_of(list.n); g += warps)
        find_group(list, g, groups);
    const barrier_result result = wait_for_all(a, block, all);
    if (result != ALL_ARRIVED)
        return result;
    for (int i = warp; i < list.n; i += warps) {
        const bool fits = list.excluded != nullptr ? build_row<INTERLEAVED, true>(list, i, groups)
                                                   : build_row<INTERLEAVED, false>(list, i, groups);
        if (!fits)
            motion.status->halted = a.state->outgrown = 1;
    }
    return wait_for_all(a, block, all);
}

/**
 * Makes steps: move(forces, motion, block, barrier) makes one step of the block's particles. Each
 * particle has TEAM lanes.
 */
template <int TEAM, bool INTERLEAVED, typename Move>
__device__ __forceinline__ void reside(const resident_arguments &a, Move &&move)
{
    __shared__ resident_block<TEAM> block;
    motion_status &status = *a.motion[0].status;
    const long long base = status.base;
    if (halted_before(a.motion[0], base + 1))
        return;
    begin(a, block);
    barrier all(a.state);
    barrier_result result = ALL_ARRIVED;
    int made = 0, lists = 0;
    if (a.begins)
        result = build_list<TEAM, INTERLEAVED>(a, made, block, all);
    copy_rows<TEAM>(a, block);
    while (made < a.steps && result == ALL_ARRIVED) {
        dynamics_arguments &motion = block.motion[made % 2];
        move(forces_of<TEAM>(a, block, made), motion, block, all);
        made++;
        result = wait_for_all(a, block, all);
        if (threadIdx.x == 0)
            motion.offset += 2;
        if (result != ONE_MARKED || made == a.steps || !a.lists || status.fast != 0)
            continue;
        result = build_list<TEAM, INTERLEAVED>(a, made, block, all);
        copy_rows<TEAM>(a, block);
        if (threadIdx.x == 0 && result == ALL_ARRIVED) {
            lists++;
            block.status.life = (int)(base + made - block.status.listed);
            block.status.listed = base + made;
        }
    }
    end(a, block, made);
    if (threadIdx.x != 0)
        return;
    if (result == ONE_LOST)
        a.state->lost = 1;
    if (blockIdx.x != 0)
        return;
    status.halted = result == ONE_MARKED ? base + made : 0;
    status.listed = block.status.listed;
    status.life = block.status.life;
    a.state->lists += lists;
}

/**
 * Returns the sum of the bonded terms of particle i. Its SHARERS neighboring threads evaluate them
 * together, and all have the sum.
 */
template <int SHARERS> __device__ __forceinline__ total sum_bonded(const gpu_arguments &a, int i)
{
    total sum;
#if defined BONDED_MOST && !BONDED
    if (a.bonded_start == nullptr)
        return sum;
    const int end = __ldg(a.bonded_start + i + 1);
    for (int k = __ldg(a.bonded_start + i) + (int)threadIdx.x % SHARERS; k < end; k += SHARERS)
        add_term<false>(a, i, __ldg(a.bonded + k), sum);
    for (int distance = SHARERS / 2; distance > 0; distance /= 2)
        sum.components<false>(
            [&](SUM &component) { component += __shfl_xor_sync(ALL_LANES, component, distance); });
#endif
    return sum;
}

/**
 * Calls take(i, total force) for each of the block's particles. Forces::find computes pair forces
 * in BLOCK threads. Further threads, if there are any, evaluate the bonded terms at the same time.
 */
template <typename Forces, int TEAM, typename Take>
__device__ __forceinline__ void find_totals(const gpu_arguments &a, resident_block<TEAM> &block,
                                            Take &&take)
{
    if (HELPERS<TEAM> == 0) {
        const int own = (int)threadIdx.x / TEAM;
        const total bonded = sum_bonded<TEAM>(a, min(block.first() + own, a.n - 1));
        Forces::find(a, [&](int i, total sum) {
            sum.add<false>(bonded);
            take(i, sum);
        });
        return;
    }
    total *pairs = reinterpret_cast<total *>(block.pair_sums);
    total *bonded = reinterpret_cast<total *>(block.bonded_sums);
    if (threadIdx.x < BLOCK)
        Forces::find(a, [&](int i, const total &sum) { pairs[i - block.first()] = sum; });
    else {
        enum { SHARERS = HELPERS<TEAM> == 0 ? 1 : HELPERS<TEAM> / resident_block<TEAM>::OWN };
        const int own = ((int)threadIdx.x - BLOCK) / SHARERS;
        const total sum = sum_bonded<SHARERS>(a, min(block.first() + own, a.n - 1));
        if (threadIdx.x % SHARERS == 0)
            bonded[own] = sum;
    }
    __syncthreads();
    for (int k = threadIdx.x; k < block.particles(a.n); k += THREADS<TEAM>) {
        total sum = pairs[k];
        sum.add<false>(bonded[k]);
        take(block.first() + k, sum);
    }
}

#ifdef COUPLED
/**
 * State of a thermostat that couples all particles. Each block computes the same state from the
 * same sums.
 */
struct block_heat {
    motion_heat heat;
    unsigned long long before[2]; /* values of the sums at the previous step */
};

/**
 * Advances the thermostat from the end of a step to the next step's beginning; called by one
 * thread.
 */
__device__ __forceinline__ void follow_kinetic(const dynamics_arguments &a, resident_state *state,
                                               block_heat &own)
{
    const double degrees = a.degrees[0] + a.degrees[1], temperature = a.bath.temperature;
    double energy[2];
    for (int k = 0; k < 2; k++) {
        const unsigned long long now = atomicAdd(&state->kinetic[k], 0ULL);
        energy[k] = (double)(now - own.before[k]) / a.kinetic_units;
        own.before[k] = now;
    }
    double kinetic = energy[0] + energy[1];
    nose_hoover &bath = own.heat.own;
    if (a.pending) {
        const double scale =
            coupling_nose_hoover(&bath, kinetic, degrees, temperature, a.relaxation, a.dt / 2);
        own.heat.ended[0] = own.heat.ended[1] = scale;
        kinetic *= scale * scale;
    }
    own.heat.begun[0] = own.heat.begun[1] =
        coupling_nose_hoover(&bath, kinetic, degrees, temperature, a.relaxation, a.dt / 2);
}

/**
 * Moves the block's particles by a step, between two actions of the thermostat. A separate barrier
 * ensures that the sums of kinetic energies are complete.
 */
template <typename Forces, int TEAM>
__device__ __forceinline__ void
move_coupled(const resident_arguments &a, const gpu_arguments &forces, dynamics_arguments &motion,
             resident_block<TEAM> &block, barrier &all, block_heat &own)
{
    const auto particle_of = [&](int k) {
        const int i = block.first() + k;
        return particle<TURNS>(motion, i, forces.force[i],
                               TURNS ? forces.torque[i] : sum4{0, 0, 0, 0});
    };
    find_totals<Forces>(forces, block, [&](int i, const total &sum) {
        forces.force[i] = {sum.x, sum.y, sum.z, 0};
#if HAS_ORIENTATION
        forces.torque[i] = {sum.torque.x, sum.torque.y, sum.torque.z, 0};
#endif
    });
    if (threadIdx.x == 0)
        motion.heat = &own.heat;
    __syncthreads();
    for (int k = threadIdx.x; k < block.particles(forces.n); k += THREADS<TEAM>) {
        auto p = particle_of(k);
        double energy[2];
        if (motion.pending)
            p.push(1);
        p.kinetic(motion, energy);
        for (int d = 0; d < (TURNS ? 2 : 1); d++)
            atomicAdd(&a.state->kinetic[d],
                      (unsigned long long)llrint(energy[d] * motion.kinetic_units));
    }
    wait_for_all(a, block, all);
    if (threadIdx.x == 0)
        follow_kinetic(motion, a.state, own);
    __syncthreads();
    for (int k = threadIdx.x; k < block.particles(forces.n); k += THREADS<TEAM>) {
        auto p = particle_of(k);
        move_by<TURNS, false>(motion, block.first() + k, step_of(motion), p);
    }
}

/** Defines a resident kernel for a thermostat that couples all particles. */
#define RESIDENT_COUPLED(name, team_lanes, interleaved)                                            \
    extern "C" __global__ void __launch_bounds__(THREADS<team_lanes>, 1)                           \
        name(const __grid_constant__ resident_arguments a)                                         \
    {                                                                                              \
        __shared__ block_heat own;                                                                 \
        if (threadIdx.x == 0)                                                                      \
            own = {*a.motion[0].heat, {0, 0}};                                                     \
        reside<team_lanes, interleaved>(a, [&](const gpu_arguments &forces,                        \
                                               dynamics_arguments &motion,                         \
                                               resident_block<team_lanes> &block, barrier &all) {  \
            move_coupled<resident_forces>(a, forces, motion, block, all, own);                     \
        });                                                                                        \
        if (threadIdx.x == 0 && blockIdx.x == 0)                                                   \
            *a.motion[0].heat = own.heat;                                                          \
    }

#define RESIDENT_VARIANTS(team_lanes, interleaved)                                                 \
    RESIDENT_COUPLED(resident_coupled, team_lanes, interleaved)
#else
/** Defines a resident kernel; `bath`: it has a heat bath for each particle. */
#define RESIDENT_KERNEL(name, team_lanes, interleaved, bath)                                       \
    extern "C" __global__ void __launch_bounds__(THREADS<team_lanes>, 1)                           \
        name(const __grid_constant__ resident_arguments a)                                         \
    {                                                                                              \
        reside<team_lanes, interleaved>(a, [](const gpu_arguments &forces,                         \
                                              const dynamics_arguments &motion,                    \
                                              resident_block<team_lanes> &block, barrier &) {      \
            find_totals<resident_forces>(forces, block, [&](int i, const total &sum) {             \
                move_by_total<bath>(forces, motion, i, sum);                                       \
            });                                                                                    \
        });                                                                                        \
    }

#define RESIDENT_VARIANTS(team_lanes, interleaved)                                                 \
    RESIDENT_KERNEL(resident, team_lanes, interleaved, false)                                      \
    RESIDENT_KERNEL(resident_bath, team_lanes, interleaved, true)
#endif

/**
 * Defines the resident kernels of a strategy from its function<energy>(arguments, take). Particles
 * have TEAM lanes each; rows are interleaved or contiguous.
 */
#define RESIDENT_KERNELS(function, team_lanes, interleaved)                                        \
    struct resident_forces {                                                                       \
        template <typename Take>                                                                   \
        __device__ __forceinline__ static void find(const gpu_arguments &a, Take &&take)           \
        {                                                                                          \
            function<false>(a, take);                                                              \
        }                                                                                          \
    };                                                                                             \
    RESIDENT_VARIANTS(team_lanes, interleaved)

#endif
