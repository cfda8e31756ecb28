#include "tests/emulator/grid.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

/* Stack of a thread; the instrumentation of sanitizers needs more than the kernels do. */
#if defined __SANITIZE_ADDRESS__
enum { STACK = 1 << 19 };
#else
enum { STACK = 1 << 17 };
#endif

/* Distance of stacks in memory, chosen so that the stacks of a block use all sets of a cache. */
enum { APART = STACK + 67 * 64 };

enum state { READY, AT_EXCHANGE, AT_ACTIVE, AT_BARRIER, AT_POLL, ENDED, STATES };

/*
 * Saved state of a fiber, for the compiler's built-in functions: they save only three registers.
 * Functions of the C library would save all registers and search the stack for handlers.
 */
typedef void *fiber_context[5];

struct thread {
    fiber_context context;
    bool started;          /* true: the fiber has a context, which it reuses for all blocks */
    const char *operation; /* operation of the exchange at which the thread waits */
    const void *place;     /* place in the program where the thread requested the active lanes */
    unsigned mask;         /* mask of the exchange; later the active lanes */
    unsigned long long value;
    struct grid_exchange brought; /* values of all lanes; only in the first lane */
    const struct grid_exchange
        *received; /* values exchanged: `brought` of the first lane that takes part */
};

struct grid_index threadIdx, blockIdx, blockDim, gridDim;

/* All threads that run at a time; the threads of a block are consecutive and fill whole warps. */
static struct thread all_threads[GRID_TOGETHER];
static unsigned all_lanes[GRID_TOGETHER / GRID_WARP][STATES]; /* masks of the lanes of each warp
                                                               * in each state */

static struct thread *threads;       /* threads of the running block */
static unsigned (*lanes_in)[STATES]; /* masks of the warps of the running block */
static unsigned current;             /* running thread of the block */
static fiber_context scheduler;
static char *stacks;
static const struct grid_kernel *running;
static const void *running_arguments;

/*
 * The following three functions return in another context: the compiler must not assume that
 * registers or memory are unchanged.
 */
__attribute__((noipa, noreturn)) static void go_on(fiber_context there)
{
    __builtin_longjmp(there, 1);
}

/* Changes the state of some lanes in a warp. */
static void move(unsigned warp, unsigned lanes, enum state from, enum state to)
{
    lanes_in[warp][from] &= ~lanes;
    lanes_in[warp][to] |= lanes;
}

static bool is_in(unsigned k, enum state state)
{
    return lanes_in[k / GRID_WARP][state] >> k % GRID_WARP & 1;
}

__attribute__((noipa)) static void wait_as(enum state state)
{
    move(current / GRID_WARP, 1U << current % GRID_WARP, READY, state);
    if (__builtin_setjmp(threads[current].context) == 0)
        go_on(scheduler);
}

const struct grid_exchange *grid_exchange(const char *operation, unsigned mask,
                                          unsigned long long value)
{
    struct thread *own = &threads[current];
    own->operation = operation;
    own->mask = mask;
    own->value = value;
    wait_as(AT_EXCHANGE);
    return own->received;
}

__attribute__((noinline)) unsigned grid_active(void)
{
    struct thread *own = &threads[current];
    own->place = __builtin_return_address(0);
    wait_as(AT_ACTIVE);
    return own->mask;
}

void grid_barrier(void)
{
    wait_as(AT_BARRIER);
}

void grid_poll(void)
{
    wait_as(AT_POLL);
}

static void run_thread(void)
{
    for (;;) {
        running->run(running_arguments);
        wait_as(ENDED);
    }
}

/* --- exchanges --- */

static struct thread *warp_of(unsigned warp)
{
    return threads + (size_t)warp * GRID_WARP;
}

/* Returns the lanes among `lanes` that wait at the same call as `lane`. */
static unsigned lanes_like(unsigned warp, unsigned lanes, unsigned lane)
{
    const struct thread *one = &warp_of(warp)[lane];
    unsigned alike = 0;
    for (unsigned other = 0; other < GRID_WARP; other++) {
        const struct thread *two = &warp_of(warp)[other];
        if ((lanes >> other & 1) && two->mask == one->mask &&
            (two->operation == one->operation || strcmp(two->operation, one->operation) == 0))
            alike |= 1U << other;
    }
    return alike;
}

/*
 * Passes the values of all `lanes` to each of these lanes. They have to reach their next wait
 * before the first lane stores new values.
 */
static void exchange(unsigned warp, unsigned lanes)
{
    struct grid_exchange *brought = &warp_of(warp)[__builtin_ctz(lanes)].brought;
    memset(brought, 0xff, sizeof *brought);
    brought->lanes = lanes;
    for (unsigned lane = 0; lane < GRID_WARP; lane++) {
        if (lanes >> lane & 1) {
            brought->value[lane] = warp_of(warp)[lane].value;
            warp_of(warp)[lane].received = brought;
        }
    }
    move(warp, lanes, AT_EXCHANGE, READY);
}

static bool release_exchanges(unsigned warp)
{
    unsigned waiting = lanes_in[warp][AT_EXCHANGE];
    unsigned ended = lanes_in[warp][ENDED];
    bool released = false;
    for (unsigned lane = 0; lane < GRID_WARP; lane++) {
        if (!(waiting >> lane & 1))
            continue;
        unsigned mask = warp_of(warp)[lane].mask;
        unsigned alike = lanes_like(warp, waiting, lane);
        if ((mask >> lane & 1) == 0 || (mask & ~ended) != alike)
            continue;
        exchange(warp, alike);
        waiting &= ~alike;
        released = true;
    }
    return released;
}

static bool release_active(unsigned warp)
{
    unsigned waiting = lanes_in[warp][AT_ACTIVE];
    bool released = waiting != 0;
    while (waiting != 0) {
        const void *place = warp_of(warp)[__builtin_ctz(waiting)].place;
        unsigned together = 0;
        for (unsigned lane = 0; lane < GRID_WARP; lane++)
            if ((waiting >> lane & 1) && warp_of(warp)[lane].place == place)
                together |= 1U << lane;
        for (unsigned lane = 0; lane < GRID_WARP; lane++)
            if (together >> lane & 1)
                warp_of(warp)[lane].mask = together;
        move(warp, together, AT_ACTIVE, READY);
        waiting &= ~together;
    }
    return released;
}

static bool release_barrier(unsigned warps)
{
    bool released = false;
    for (unsigned warp = 0; warp < warps; warp++)
        if ((lanes_in[warp][AT_BARRIER] | lanes_in[warp][ENDED]) != UINT32_MAX)
            return false;
    for (unsigned warp = 0; warp < warps; warp++) {
        released |= lanes_in[warp][AT_BARRIER] != 0;
        move(warp, lanes_in[warp][AT_BARRIER], AT_BARRIER, READY);
    }
    return released;
}

/* Continues threads that waited for each other; returns false if there are none. */
static bool release(unsigned warps)
{
    bool released = false;
    for (unsigned warp = 0; warp < warps; warp++)
        released |= release_exchanges(warp) || release_active(warp);
    return released || release_barrier(warps);
}

/* --- running --- */

static bool allocate_stacks(struct error *error)
{
    if (stacks != NULL)
        return true;
    void *memory = mmap(NULL, (size_t)GRID_TOGETHER * APART, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return error_set(error, EXIT_ENVIRONMENT, "no memory for the stacks of %d threads",
                         GRID_TOGETHER);
    stacks = memory;
    return true;
}

/* Copies byte by byte, so that sanitizers do not check the bytes between variables. */
__attribute__((no_sanitize_address)) static void forget_shared(void)
{
    volatile unsigned char *shared = running->shared;
    for (size_t k = 0; k < running->shared_bytes; k++)
        shared[k] = 0xff;
}

static unsigned warps_of(unsigned count)
{
    return (count + GRID_WARP - 1) / GRID_WARP;
}

/* Makes a block of `count` threads the running block; `room` is the index of its threads' state. */
static void enter_block(unsigned block, unsigned room, unsigned count)
{
    blockIdx = (struct grid_index){block, 0, 0};
    threads = all_threads + (size_t)room * warps_of(count) * GRID_WARP;
    lanes_in = all_lanes + (size_t)room * warps_of(count);
}

static void set_up_block(unsigned count)
{
    const unsigned warps = warps_of(count);
    forget_shared();
    memset(lanes_in, 0, warps * sizeof *lanes_in);
    for (unsigned k = 0; k < warps * GRID_WARP; k++)
        move(k / GRID_WARP, 1U << k % GRID_WARP, ENDED, k < count ? READY : ENDED);
}

/* Gives the thread a stack and an initial context, by a call that does not return. */
static void start(const struct thread *thread)
{
    static ucontext_t context;
    getcontext(&context);
    context.uc_stack.ss_sp = stacks + (thread - all_threads) * (ptrdiff_t)APART;
    context.uc_stack.ss_size = STACK;
    makecontext(&context, run_thread, 0);
    setcontext(&context);
}

/* Continues the current thread until it waits. */
__attribute__((noipa)) static void resume(void)
{
    if (__builtin_setjmp(scheduler) != 0)
        return;
    if (threads[current].started)
        go_on(threads[current].context);
    threads[current].started = true;
    start(&threads[current]);
}

static void run_ready(unsigned count)
{
    for (unsigned k = 0; k < count; k++) {
        current = threadIdx.x = blockIdx.x % 2 == 0 ? k : count - 1 - k;
        if (is_in(current, READY))
            resume();
    }
}

/* Reports the wait of the first unfinished thread, and discards all threads. */
static bool fail_at_wait(unsigned count, struct error *error)
{
    unsigned k = 0;
    while (k < count - 1 && is_in(k, ENDED))
        k++;
    const struct thread *waiting = &threads[k];
    for (unsigned other = 0; other < GRID_TOGETHER; other++)
        all_threads[other].started = false;
    if (is_in(k, AT_EXCHANGE))
        return error_set(error, EXIT_VERIFICATION,
                         "block %u, thread %u waits in vain at %s with mask 0x%08x: not all of its "
                         "lanes come",
                         blockIdx.x, k, waiting->operation, waiting->mask);
    return error_set(error, EXIT_VERIFICATION, "block %u, thread %u waits in vain at %s",
                     blockIdx.x, k,
                     is_in(k, AT_BARRIER)  ? "__syncthreads"
                     : is_in(k, AT_ACTIVE) ? "__activemask"
                     : is_in(k, AT_POLL)   ? "what another block writes"
                                           : "the end");
}

/* Whether all threads of the block have ended. */
static bool has_ended(unsigned warps)
{
    for (unsigned warp = 0; warp < warps; warp++)
        if (lanes_in[warp][ENDED] != UINT32_MAX)
            return false;
    return true;
}

/* Runs the block until no thread can continue; returns true if some thread waited for another. */
static bool run_on(unsigned count)
{
    const unsigned warps = warps_of(count);
    bool released = false;
    for (;;) {
        run_ready(count);
        if (!release(warps))
            return released;
        released = true;
    }
}

static bool begin(const struct grid_kernel *kernel, const void *arguments, unsigned blocks,
                  unsigned count, struct error *error)
{
    if (count == 0 || count > GRID_THREADS)
        return error_set(error, EXIT_USAGE, "blocks of %u threads: 1 to %d are possible", count,
                         GRID_THREADS);
    if (!allocate_stacks(error))
        return false;
    running = kernel;
    running_arguments = arguments;
    blockDim = (struct grid_index){count, 1, 1};
    gridDim = (struct grid_index){blocks, 1, 1};
    return true;
}

bool grid_run(const struct grid_kernel *kernel, const void *arguments, unsigned blocks,
              unsigned count, struct error *error)
{
    if (!begin(kernel, arguments, blocks, count, error))
        return false;
    for (unsigned block = 0; block < blocks; block++) {
        enter_block(block, 0, count);
        set_up_block(count);
        run_on(count);
        if (!has_ended(warps_of(count)))
            return fail_at_wait(count, error);
    }
    return true;
}

unsigned grid_absent;

/* Lets threads that wait for other blocks continue; returns false if there are none. */
static bool end_polls(unsigned warps)
{
    bool any = false;
    for (unsigned warp = 0; warp < warps; warp++) {
        any |= lanes_in[warp][AT_POLL] != 0;
        move(warp, lanes_in[warp][AT_POLL], AT_POLL, READY);
    }
    return any;
}

/* Copies byte by byte, like forget_shared. */
__attribute__((no_sanitize_address)) static void copy_shared(void *to, const void *from)
{
    volatile unsigned char *end = to;
    const volatile unsigned char *begin = from;
    for (size_t k = 0; k < running->shared_bytes; k++)
        end[k] = begin[k];
}

/*
 * Runs the blocks in turn, each with its own shared memory. A round makes no progress if no threads
 * waited for each other and none ended.
 */
static bool take_turns(unsigned blocks, unsigned count, unsigned char *shared, struct error *error)
{
    const unsigned warps = warps_of(count);
    const unsigned present = blocks - grid_absent;
    unsigned left = present;
    for (bool first = true; left > 0; first = false) {
        bool changed = first;
        for (unsigned block = 0; block < present; block++) {
            unsigned char *own = shared + block * running->shared_bytes;
            enter_block(block, block, count);
            if (first)
                set_up_block(count);
            else if (has_ended(warps) || !end_polls(warps))
                continue;
            else
                copy_shared(running->shared, own);
            changed |= run_on(count);
            copy_shared(own, running->shared);
            if (has_ended(warps)) {
                changed = true;
                left--;
            }
        }
        if (changed || grid_absent > 0)
            continue;
        for (unsigned block = 0; block < present; block++) {
            enter_block(block, block, count);
            if (!has_ended(warps))
                return fail_at_wait(count, error);
        }
    }
    return true;
}

bool grid_run_together(const struct grid_kernel *kernel, const void *arguments, unsigned blocks,
                       unsigned count, struct error *error)
{
    if (!begin(kernel, arguments, blocks, count, error))
        return false;
    if ((uint64_t)blocks * warps_of(count) * GRID_WARP > GRID_TOGETHER)
        return error_set(error, EXIT_USAGE, "%u blocks of %u threads are more than run at a time",
                         blocks, count);
    unsigned char *shared = malloc(blocks * kernel->shared_bytes + 1);
    if (shared == NULL)
        return error_set(error, EXIT_ENVIRONMENT, "no memory for the blocks of a kernel");
    const bool fine = take_turns(blocks, count, shared, error);
    free(shared);
    return fine;
}
