/* Versions of this binary; the build defines the macros. */
#pragma once

/** Semantic version of pairlanes. */
const char *version_number(void);

/**
 * Commit of the sources, followed by "-dirty-" and a check sum of the changes if there were any;
 * "unknown" outside git.
 */
const char *version_commit(void);

/** Compiler and its version. */
const char *version_compiler(void);

/** Returns the flags of CPU kernels, without those of the precision. */
const char *version_kernel_flags(void);

/** Returns the name of an instruction set that this program was compiled with and this CPU lacks;
 * NULL if there is none. */
const char *version_missing_instructions(void);

/** Returns the C compiler of the build, which also compiles CPU kernels if it is installed. */
const char *version_kernel_compiler(void);

/** Returns the architecture that the build was given for -march: "native". */
const char *version_arch(void);

/** The widest vector instructions of lists on a CPU: "avx512", "avx2" or "baseline". */
const char *version_list_instructions(void);
