/* Versions of this binary. The build defines the macros. */
#pragma once

enum {
    /* Version of everything in a time step except the kernels: choice and order of kernels,
     * frequency of list builds and of sorting. Raise it when one of them changes. */
    STEPS_VERSION = 1
};

/** Returns the semantic version of pairlanes. */
const char *version_number(void);

/**
 * Returns the commit of the sources. If there were changes, "-dirty-" and their check sum follow;
 * "unknown" outside git.
 */
const char *version_commit(void);

/** Returns the compiler of this binary and its version. */
const char *version_compiler(void);

/** Returns the compiler flags of CPU kernels, without the flags for a precision. */
const char *version_kernel_flags(void);

/**
 * Returns the name of an instruction set that this program needs and this CPU lacks; NULL if there
 * is none.
 */
const char *version_missing_instructions(void);

/** Returns the C compiler of the build. It also compiles CPU kernels, if it is installed. */
const char *version_kernel_compiler(void);

/** Returns the value of -march in the build: "native". */
const char *version_arch(void);

/**
 * Returns the widest vector instructions of the code that builds lists on a CPU: "avx512", "avx2"
 * or "baseline".
 */
const char *version_list_instructions(void);
