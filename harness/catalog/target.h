/* Compiler and instruction set of a case's CPU kernels. */
#pragma once

#include <stdbool.h>

/** Compiler and instruction set; NULL: the default compiler, and the build's instruction set. */
struct target {
    const char *compiler; /* a name of target_compiler */
    const char *arch;     /* a name of target_arch: the value of -march */
};

/** Returns compiler names, "gcc" and "clang", by index; NULL after the last. */
const char *target_compiler(int index);

/**
 * Returns names of instruction sets by index: "native" and the levels of x86-64; NULL after the
 * last.
 */
const char *target_arch(int index);

/** Returns the target with these names. An unknown name, such as "", selects the default. */
struct target target_of(const char *compiler, const char *arch);

bool target_same(const struct target *a, const struct target *b);
