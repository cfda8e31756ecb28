/* CPU kernels: compiled when a case needs them, opened once in a process. */
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
    const char *strategy; /* name of the strategy, or of a kernel of bonded terms, which precedes
                           * any strategy */
    const struct model *model;
    enum precision precision;
    struct bonded_needs bonded;
    bool bonds;           /* true if it contains the bonded terms */
    const char *compiler; /* NULL: cpu_compiler_find's */
    const char *arch;     /* NULL: that of the build */
};

enum { CPU_CASE_KERNELS = 2 };

/**
 * Fills in the kernels of a case, wanted[0] is that of the strategy, without `bonds`. Returns their
 * number: a model with bonded terms has a second kernel if that of the strategy does not include
 * them.
 */
int cpu_wanted_of_case(enum bonding bonding, struct cpu_wanted wanted[CPU_CASE_KERNELS]);

bool cpu_wanted_same(const struct cpu_wanted *a, const struct cpu_wanted *b);

/** Result of compiling, for reports. */
struct cpu_compiled {
    int64_t bytes;                       /* bytes of the shared object; 0: `error` */
    const struct cpu_compiler *compiler; /* NULL: none was found */
    bool cached;                         /* true if it was on disk */
    struct hash code;                    /* cpu_code_hash of it */
    char *messages;                      /* warnings of the compiler, to be freed; or NULL */
    struct error error;
};

/**
 * Compiles the missing kernels, `jobs` at a time, into the cache, and opens those selected by
 * `open`, so that cpu_kernel_find returns at once. Each has its own error, as in cpu_kernel_find.
 * `compiled` and `watch` may be NULL.
 */
void cpu_kernels_compile(const struct source_set *sources, const struct cpu_wanted *wanted,
                         struct cpu_compiled *compiled, int count, int jobs, bool open,
                         const struct compile_watch *watch);

/**
 * Returns the requested kernel, compiles it if needed, and keeps it until the process ends. NULL
 * and EXIT_USAGE with the compiler's first lines if it does not compile, EXIT_ENVIRONMENT with
 * reason and remedy if it is not in the cache and cannot be compiled here.
 */
const struct cpu_kernel *cpu_kernel_find(const struct source_set *sources,
                                         const struct cpu_wanted *wanted, struct error *error);

/** Returns the hash of the machine code of a kernel that was found. */
struct hash cpu_kernel_code(const struct cpu_kernel *kernel);

/** Returns the place of the kernel's table address, which is set before a call (cpu_table.h). NULL:
 * the kernel has no table. */
const void **cpu_kernel_table(const struct cpu_kernel *kernel);
