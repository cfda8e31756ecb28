/* Compiler of a case's CPU kernels, and their instruction set. */
#pragma once

#include <stdbool.h>

/** Compiler and architecture; NULL: the usual compiler, and the default of the build. */
struct target {
    const char *compiler; /* one of target_compiler */
    const char *arch;     /* one of target_arch, the value of -march */
};

/** The names of compilers, "gcc" and "clang"; NULL beyond the last. */
const char *target_compiler(int index);

/** The names of instruction sets, "native" and the levels of x86-64; NULL beyond the last. */
const char *target_arch(int index);

/** Returns the target of those names; an unknown name, such as "", selects the usual one. */
struct target target_of(const char *compiler, const char *arch);

bool target_same(const struct target *a, const struct target *b);
