/*
 * The machine's C compilers: their paths, and what their code depends on in addition to the
 * options.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/words.h"

#include <stdbool.h>

struct cpu_compiler {
    char *name; /* name as asked for: "gcc"; further words may follow, as in "ccache gcc" */
    char *arch; /* value of -march */
    struct words command; /* path of the program, and the further words; empty: not installed, but
                           * known from the cache of a machine like this one */
    bool is_clang;
    char version[256]; /* kind and number, "gcc 12.2.0", and the command if it has more words than
                        * the program: "gcc 12.2.0: ccache gcc -O1" */
    struct hash hash;  /* hash of name, version in full, and the meaning of `arch` on this CPU */
};

/**
 * Returns a compiler by its name; NULL: the one of $PAIRLANES_CC, otherwise the first installed one
 * of the build's compiler, gcc, cc and clang. `arch` is the target; NULL: the default of the build.
 * A compiler is asked once in a process. If none is installed, the cache may name the one that was
 * used on the same kind of CPU. Returns NULL with EXIT_ENVIRONMENT and the reason, or with
 * EXIT_USAGE and the compiler's first lines if it does not know `arch`.
 */
const struct cpu_compiler *cpu_compiler_find(const char *name, const char *arch,
                                             struct error *error);
