/*
 * Finds the machine's C compilers: their paths and, apart from options, all properties that their
 * code depends on.
 */
#pragma once

#include "harness/base/error.h"
#include "harness/base/hash.h"
#include "harness/base/words.h"

#include <stdbool.h>

struct cpu_compiler {
    char *name;           /* name as requested, such as "gcc" or "ccache gcc" */
    char *arch;           /* value of -march */
    struct words command; /* path of the program, and the further words of the name. Empty if the
                           * compiler is not installed; then only the cache has its outputs */
    bool is_clang;
    char version[256]; /* kind and version, "gcc 12.2.0", followed by the command if it has several
                        * words: "gcc 12.2.0: ccache gcc -O1" */
    struct hash hash;  /* hash of the name, the full version, and the features that `arch` stands
                        * for on this CPU */
};

/**
 * Returns a compiler by its name; NULL: $PAIRLANES_CC. If that is not set, NULL means the first
 * installed one of the build's compiler, gcc, cc and clang. `arch` is the target; NULL: the default
 * of the build. Runs a compiler once per process, to get its version and target. If none is
 * installed, uses one that the cache recorded on the same kind of CPU. Returns NULL with
 * EXIT_ENVIRONMENT and the reason. Returns NULL with EXIT_USAGE and the compiler's first lines if
 * it rejects `arch`.
 */
const struct cpu_compiler *cpu_compiler_find(const char *name, const char *arch,
                                             struct error *error);
