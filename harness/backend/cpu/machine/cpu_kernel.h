/* CPU kernels. A kernel is compiled when a case needs it, and opened once per process. */
#pragma once

#include "harness/backend/cpu/machine/cpu_compile.h"
#include "harness/base/error.h"
#include "harness/catalog/bonded_needs.h"
#include "harness/catalog/bonding.h"
#include "harness/catalog/embedded.h"
#include "harness/catalog/model.h"
#include "harness/catalog/precision.h"
#include "strategies/cpu_arguments.h"

#include <stdbool.h>
#include <stdint.h>

/** A requested kernel. */
struct cpu_wanted {
    const char *strategy; /* name of the strategy, or of a bonded kernel, which is not specific
                           * to a strategy */
    const struct model *model;
    enum precision precision;
    struct bonded_needs bonded;
    bool bonds;           /* true if the kernel evaluates the bonded terms */
    const char *compiler; /* NULL: the default of cpu_compiler_find */
    const char *arch;     /* target; NULL: the build's */
};

enum { CPU_CASE_KERNELS = 2 };

/**
 * Fills in the kernels of a case. wanted[0] is the strategy's kernel; its `bonds` is not set.
 * Returns the number of kernels: there is a second one if the strategy's kernel does not evaluate
 * the bonded terms of a model.
 */
int cpu_wanted_of_case(enum bonding bonding, struct cpu_wanted wanted[CPU_CASE_KERNELS]);

bool cpu_wanted_same(const struct cpu_wanted *a, const struct cpu_wanted *b);

/** Result of compiling a kernel, for reports. */
struct cpu_compiled {
    int64_t bytes; /* bytes of the shared object; 0: failed, `error` has the reason */
    const struct cpu_compiler *compiler; /* compiler of the kernel; NULL: none was found */
    bool cached;                         /* true if the object was in the cache on disk */
    struct hash code;                    /* hash of the kernel's machine code */
    char *messages;                      /* warnings of the compiler, which the caller frees;
                                          * NULL: none */
    struct error error;
};

/**
 * Compiles missing kernels, `jobs` at a time, into the cache. If `open` is set, also opens the
 * kernels, so that cpu_kernel_find returns at once. Each kernel has its own error, as in
 * cpu_kernel_find. `compiled` and `watch` may be NULL.
 */
void cpu_kernels_compile(const struct source_set *sources, const struct cpu_wanted *wanted,
                         struct cpu_compiled *compiled, int count, int jobs, bool open,
                         const struct compile_watch *watch);

/**
 * Returns the requested kernel. Compiles it if it is not in the cache, and keeps it until the
 * process ends. Returns NULL with EXIT_USAGE and the compiler's first lines if it does not compile.
 * Returns NULL with EXIT_ENVIRONMENT, reason and remedy if it is not in the cache and cannot be
 * compiled here.
 */
const struct cpu_kernel *cpu_kernel_find(const struct source_set *sources,
                                         const struct cpu_wanted *wanted, struct error *error);

/** Returns the hash of the machine code of a kernel that cpu_kernel_find returned. */
struct hash cpu_kernel_code(const struct cpu_kernel *kernel);

/**
 * Returns the variable from which the kernel reads the address of its table. The caller sets it
 * before a call (cpu_table.h). NULL: the kernel has no table.
 */
const void **cpu_kernel_table(const struct cpu_kernel *kernel);
