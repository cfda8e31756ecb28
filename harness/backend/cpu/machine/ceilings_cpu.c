/*
 * Measures the CPU's ceilings, with all threads and full-width vectors. A ceiling may use every
 * instruction, so this unit is compiled for the building machine and with fast-math.
 */
#include "harness/backend/cpu/machine/ceilings_cpu.h"
#include "harness/base/machine/free_memory.h"
#include "harness/base/machine/processors.h"
#include "harness/base/memory.h"
#include "harness/base/missing_instructions.h"

#include <float.h>
#include <math.h>
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__AVX512F__)
#define WIDTH 64
#elif defined(__AVX__)
#define WIDTH 32
#else
#define WIDTH 16
#endif

enum {
    CHAINS = 12,  /* number of chains: more than latency times pipes of any core; with two operands
                   * each, they fit into the sixteen registers of AVX */
    PASS = 1024,  /* operations per iteration */
    PLACES = 512, /* bytes from the targets of one thread's atomic adds to the next thread's */
};

typedef float vector_single __attribute__((vector_size(WIDTH)));
typedef double vector_double __attribute__((vector_size(WIDTH)));
typedef int64_t vector_bits __attribute__((vector_size(WIDTH)));
typedef int64_t quad __attribute__((vector_size(16)));

/* Working set of a thread. */
struct share {
    char *memory; /* the thread's part of the working set */
    int64_t bytes;
    const uint32_t *index; /* PASS random numbers, which give indices */
    void *places;          /* targets of atomic adds */
    int places_count;      /* number of targets; 1: all threads add to the same target */
    double *result;        /* result of the work, written once, so that the compiler keeps the
                            * work */
};

typedef void kernel(const struct share *share, int64_t iterations);

/* Makes the compiler assume that memory has changed. It then keeps every pass. */
static inline void forget(void)
{
    __asm__ volatile("" ::: "memory");
}

#define FMA_KERNEL(name, real, vector)                                                             \
    static void name(const struct share *share, int64_t iterations)                                \
    {                                                                                              \
        vector factor = (vector){0} + (real)share->result[0];                                      \
        vector addend = 1 - factor;                                                                \
        vector x[CHAINS];                                                                          \
        for (int c = 0; c < CHAINS; c++)                                                           \
            x[c] = factor * (real)c;                                                               \
        for (int64_t k = 0; k < iterations; k++) {                                                 \
            for (int repeat = 0; repeat < PASS / 16; repeat++)                                     \
                for (int c = 0; c < CHAINS; c++)                                                   \
                    x[c] = x[c] * factor + addend;                                                 \
        }                                                                                          \
        for (int c = 1; c < CHAINS; c++)                                                           \
            x[0] += x[c];                                                                          \
        share->result[1] = (double)x[0][0];                                                        \
    }

FMA_KERNEL(fma_single, float, vector_single)
FMA_KERNEL(fma_double, double, vector_double)

#define ARRAY_KERNEL(name, real, expression)                                                       \
    static void name(const struct share *share, int64_t iterations)                                \
    {                                                                                              \
        real x[PASS] __attribute__((aligned(64)));                                                 \
        real y[PASS] __attribute__((aligned(64)));                                                 \
        for (int i = 0; i < PASS; i++)                                                             \
            x[i] = (real)share->result[0] + (real)i;                                               \
        for (int64_t k = 0; k < iterations; k++) {                                                 \
            real *to = y;                                                                          \
            __asm__ volatile("" : "+r"(to) : "r"(x) : "memory");                                   \
            for (int i = 0; i < PASS; i++)                                                         \
                to[i] = expression;                                                                \
        }                                                                                          \
        forget();                                                                                  \
        share->result[1] = (double)y[PASS / 2];                                                    \
    }

ARRAY_KERNEL(rsqrt_single, float, 1 / sqrtf(x[i]))
ARRAY_KERNEL(rsqrt_double, double, 1 / sqrt(x[i]))
ARRAY_KERNEL(reciprocal_single, float, 1 / x[i])
ARRAY_KERNEL(reciprocal_double, double, 1 / x[i])

/* Reads from random places. All passes use the same random numbers, each from a different start. */
static void gather(const struct share *share, int64_t iterations)
{
    const quad *from = (const quad *)share->memory;
    const uint32_t mask = (uint32_t)(share->bytes / (int64_t)sizeof(quad)) - 1;
    uint32_t place = 0;
    quad sum[4] = {0};
    for (int64_t k = 0; k < iterations; k++) {
        place = place * 1664525u + 1013904223u; /* Knuth's linear congruential generator */
        uint32_t offset = place >> 4;
        for (int i = 0; i < PASS; i += 4)
            for (int j = 0; j < 4; j++)
                sum[j] ^= from[(share->index[i + j] + offset) & mask];
    }
    share->result[1] = (double)(sum[0] ^ sum[1] ^ sum[2] ^ sum[3])[0];
}

/* Reads the working set once per iteration. */
static void stream(const struct share *share, int64_t iterations)
{
    enum { SUMS = 8 };
    const vector_bits *from = (const vector_bits *)share->memory;
    const int64_t count = share->bytes / (int64_t)sizeof(vector_bits);
    vector_bits sum[SUMS] = {0};
    for (int64_t k = 0; k < iterations; k++) {
        forget();
        for (int64_t i = 0; i < count; i += SUMS)
            for (int j = 0; j < SUMS; j++)
                sum[j] ^= from[i + j];
    }
    for (int j = 1; j < SUMS; j++)
        sum[0] ^= sum[j];
    share->result[1] = (double)sum[0][0];
}

#define ATOMIC_KERNEL(name, real)                                                                  \
    static void name(const struct share *share, int64_t iterations)                                \
    {                                                                                              \
        real *to = share->places;                                                                  \
        const real addend = (real)share->result[0];                                                \
        const int mask = share->places_count - 1;                                                  \
        for (int64_t k = 0; k < iterations; k++) {                                                 \
            for (int i = 0; i < PASS; i++) {                                                       \
                real *at = &to[i & mask];                                                          \
                _Pragma("omp atomic") *at += addend;                                               \
            }                                                                                      \
        }                                                                                          \
    }

ATOMIC_KERNEL(atomic_float, float)
ATOMIC_KERNEL(atomic_double, double)

enum level { LEVEL_NONE = -2, LEVEL_DRAM = -1, LEVEL_L1, LEVEL_L2, LEVEL_L3 };

/* The kernel of each ceiling. A `work` of 0 means the bytes of the working set. */
static const struct row {
    enum ceiling_kind kind;
    kernel *kernel;
    double work; /* work of one thread in one iteration */
    enum level level;
    bool conflict;
} rows[] = {
    {CEILING_FMA_SINGLE, fma_single, 2.0 * PASS / 16 * CHAINS *WIDTH / 4, LEVEL_NONE, false},
    {CEILING_FMA_DOUBLE, fma_double, 2.0 * PASS / 16 * CHAINS *WIDTH / 8, LEVEL_NONE, false},
    {CEILING_RSQRT_SINGLE, rsqrt_single, PASS, LEVEL_NONE, false},
    {CEILING_RSQRT_DOUBLE, rsqrt_double, PASS, LEVEL_NONE, false},
    {CEILING_RECIPROCAL_SINGLE, reciprocal_single, PASS, LEVEL_NONE, false},
    {CEILING_RECIPROCAL_DOUBLE, reciprocal_double, PASS, LEVEL_NONE, false},
    {CEILING_GATHER_L1, gather, PASS, LEVEL_L1, false},
    {CEILING_GATHER_L2, gather, PASS, LEVEL_L2, false},
    {CEILING_GATHER_L3, gather, PASS, LEVEL_L3, false},
    {CEILING_GATHER_DRAM, gather, PASS, LEVEL_DRAM, false},
    {CEILING_STREAM_L2, stream, 0, LEVEL_L2, false},
    {CEILING_STREAM_L3, stream, 0, LEVEL_L3, false},
    {CEILING_STREAM_DRAM, stream, 0, LEVEL_DRAM, false},
    {CEILING_ATOMIC_FLOAT, atomic_float, PASS, LEVEL_NONE, false},
    {CEILING_ATOMIC_DOUBLE, atomic_double, PASS, LEVEL_NONE, false},
    {CEILING_CONFLICT_FLOAT, atomic_float, PASS, LEVEL_NONE, true},
    {CEILING_CONFLICT_DOUBLE, atomic_double, PASS, LEVEL_NONE, true},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* Memory of all threads, and their affinity before binding. */
struct bench {
    int threads;
    int64_t share_bytes[CEILINGS_CACHES]; /* share of a thread in each cache */
    char *memory;                         /* part_bytes bytes for each thread */
    int64_t part_bytes;
    char *places; /* PLACES bytes for each thread */
    double *result;
    uint32_t index[PASS];
    cpu_set_t allowed;
};

/* Argument of a probe. */
struct task {
    const struct bench *bench;
    const struct row *row;
    int64_t bytes; /* working set of a thread */
};

/*
 * Measures from the first thread's start to the last one's end. The clock of a single thread would
 * not include interruptions of others.
 */
static bool run(void *context, int64_t iterations, double *nanoseconds, struct error *error)
{
    const struct task *task = context;
    const struct bench *bench = task->bench;
    double begin = DBL_MAX;
    double end = 0;
    int threads = 0;
#pragma omp parallel num_threads(bench->threads) reduction(min : begin) reduction(max : end)
    {
        const int thread = omp_get_thread_num();
        if (thread == 0)
            threads = omp_get_num_threads();
        const bool conflict = task->row->conflict;
        const struct share share = {
            .memory = bench->memory + thread * bench->part_bytes,
            .bytes = task->bytes,
            .index = bench->index,
            .places = bench->places + (conflict ? 0 : (int64_t)thread * PLACES),
            .places_count = conflict ? 1 : PLACES / (int)sizeof(double),
            .result = bench->result + (int64_t)thread * (PLACES / (int)sizeof(double)),
        };
        share.result[0] = 0.75;
#pragma omp barrier
        begin = omp_get_wtime();
        task->row->kernel(&share, iterations);
        end = omp_get_wtime();
    }
    *nanoseconds = 1e9 * (end - begin);
    if (threads != bench->threads)
        return error_set(error, EXIT_ENVIRONMENT,
                         "OpenMP has started %d threads instead of %d: ask for fewer by --threads",
                         threads, bench->threads);
    return end > begin ||
           error_set(error, EXIT_ENVIRONMENT, "the clock was set back: measure again");
}

/* Returns the k-th processor of a set. */
static int processor(const cpu_set_t *set, int k)
{
    int found = 0;
    while (!CPU_ISSET(found, set) || k-- > 0)
        found++;
    return found;
}

/*
 * Binds each thread to one processor, if there are enough processors. Threads that migrate or share
 * a processor do not reach the ceiling. Threads that OpenMP has bound stay as they are.
 */
static void pin(struct bench *bench)
{
    bool enough = omp_get_proc_bind() == omp_proc_bind_false &&
                  sched_getaffinity(0, sizeof bench->allowed, &bench->allowed) == 0 &&
                  CPU_COUNT(&bench->allowed) >= bench->threads;
    if (!enough) {
        CPU_ZERO(&bench->allowed);
        return;
    }
#pragma omp parallel num_threads(bench->threads)
    {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(processor(&bench->allowed, omp_get_thread_num()), &one);
        sched_setaffinity(0, sizeof one, &one);
    }
}

static void unpin(const struct bench *bench)
{
    if (CPU_COUNT(&bench->allowed) == 0)
        return;
#pragma omp parallel num_threads(bench->threads)
    sched_setaffinity(0, sizeof bench->allowed, &bench->allowed);
}

/*
 * Computes the bytes of the caches of `level` that `threads` threads use, and each thread's share.
 * If the system reports no sizes, assumes sizes of the smallest servers.
 */
static void size_cache(const struct processors *processors, int level, int threads, int64_t *total,
                       int64_t *share)
{
    static const int64_t usual[CEILINGS_CACHES] = {32 << 10, 512 << 10, 16 << 20};
    const struct processors_cache *cache = processors_cache(processors, level);
    if (cache == NULL) {
        *total = level < 3 ? threads * usual[level - 1] : usual[level - 1];
        *share = *total / threads;
        return;
    }
    const int sharers = cache->sharers > threads ? threads : cache->sharers;
    *total = cache->bytes * ((threads + sharers - 1) / sharers);
    *share = cache->bytes / sharers;
}

/* Returns a working set far beyond the caches, limited by the free memory. */
static int64_t dram_share(const struct bench *bench)
{
    const double physical = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    const double most = fmin(physical, free_memory()) / 4 / bench->threads;
    return ceilings_power_of_two((int64_t)fmin(most, 8 * (double)bench->share_bytes[2]));
}

static int64_t working_set(const struct bench *bench, enum level level)
{
    switch (level) {
    case LEVEL_NONE:
        return 0;
    case LEVEL_DRAM:
        return bench->part_bytes;
    default: { /* half of the thread's share, but within the memory that was allocated */
        const int64_t half = ceilings_power_of_two(bench->share_bytes[level] / 2);
        return half < bench->part_bytes ? half : bench->part_bytes;
    }
    }
}

static bool bench_start(int threads, struct bench *bench, struct ceilings *ceilings,
                        struct error *error)
{
    bench->threads = threads;
    pin(bench);
    const struct processors processors = processors_read("/sys/devices/system");
    for (int k = 0; k < CEILINGS_CACHES; k++)
        size_cache(&processors, k + 1, threads, &ceilings->cache_bytes[k], &bench->share_bytes[k]);
    bench->part_bytes = dram_share(bench);
    bench->memory = memory_allocate(threads, bench->part_bytes, "memory to read", error);
    bench->places = memory_allocate_zeroed(threads, PLACES, "places of atomic adds", error);
    bench->result = memory_allocate_zeroed(threads, PLACES, "results", error);
    if (bench->memory == NULL || bench->places == NULL || bench->result == NULL)
        return false;
    /*
     * Small pages would make gathers measure address translation. The request for large pages may
     * fail.
     */
    const int64_t page = 4096;
    char *first = bench->memory + (page - (int64_t)((uintptr_t)bench->memory % page)) % page;
    madvise(first, (size_t)(threads * bench->part_bytes - page), MADV_HUGEPAGE);
#pragma omp parallel num_threads(threads)
    memset(bench->memory + omp_get_thread_num() * bench->part_bytes, 1, (size_t)bench->part_bytes);
    uint32_t state = 1;
    for (int k = 0; k < PASS; k++) {
        state ^= state << 13; /* Marsaglia's xorshift generator */
        state ^= state >> 17;
        state ^= state << 5;
        bench->index[k] = state;
    }
    return true;
}

static bool measure(int threads, struct ceilings *ceilings, struct error *error)
{
    struct bench bench = {0};
    struct task tasks[ROWS];
    struct ceiling_probe probes[ROWS];
    struct ceiling *to[ROWS];
    bool good = bench_start(threads, &bench, ceilings, error);
    for (int k = 0; k < ROWS && good; k++) {
        tasks[k] = (struct task){&bench, &rows[k], working_set(&bench, rows[k].level)};
        probes[k] = (struct ceiling_probe){
            .work = threads * (rows[k].work > 0 ? rows[k].work : (double)tasks[k].bytes),
            .set_bytes = threads * tasks[k].bytes,
            .run = run,
            .context = &tasks[k],
        };
        to[k] = &ceilings->ceiling[rows[k].kind];
    }
    good = good && ceilings_in_turns(probes, to, ROWS, error);
    unpin(&bench);
    free(bench.memory);
    free(bench.places);
    free(bench.result);
    return good;
}

bool ceilings_measure_cpu(int threads, struct ceilings *ceilings, struct error *error)
{
    const char *missing = missing_instructions();
    if (missing != NULL)
        return error_set(error, EXIT_ENVIRONMENT,
                         "the ceilings of this program are compiled for CPUs with %s, which this "
                         "one lacks: compile it here",
                         missing);
    return measure(threads, ceilings, error);
}
