/* The machine's C compilers: where they are, and what their code depends on beside the options. */
#ifndef PAIRLANES_CPU_COMPILER_H
#define PAIRLANES_CPU_COMPILER_H

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/words.h"

#include <stdbool.h>

struct cpu_compiler {
    char *name; /* as it was asked for: "gcc"; may have words behind it, as "ccache gcc" has */
    char *arch; /* what -march gets */
    struct words command; /* the path of the program, and those words; none: it is not here, but has
                             filled the cache from a machine like this one */
    bool is_clang;
    char version[256]; /* its kind and the number that it gives, "gcc 12.2.0", and the command where
                          it has words beside the program: "gcc 12.2.0: ccache gcc -O1" */
    struct hash hash;  /* of name, version in full, and what `arch` means on this CPU */
};

/**
 * A compiler by its name, or, if that is NULL, the one that $PAIRLANES_CC names, else the first
 * that is here of the one that this binary was built with, gcc, cc and clang. `arch` is what to
 * compile for, NULL what this binary was told when it was built. It is asked once in a process.
 * Where none is here, the cache tells what there was on the same kind of CPU. NULL and
 * EXIT_ENVIRONMENT with the reason if that does not either, EXIT_USAGE with the compiler's first
 * lines if it does not know `arch`.
 */
const struct cpu_compiler *cpu_compiler_find(const char *name, const char *arch,
                                             struct error *error);

#endif
