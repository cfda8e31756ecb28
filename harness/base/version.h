/* What this binary was built from; the build defines the macros. */
#ifndef PAIRLANES_VERSION_H
#define PAIRLANES_VERSION_H

/** Semantic version of pairlanes. */
const char *version_number(void);

/** Commit of the sources, with "-dirty" where the tree had changes; "unknown" outside git. */
const char *version_commit(void);

/** Compiler and its version. */
const char *version_compiler(void);

/** Flags that the CPU kernels were compiled with. */
const char *version_kernel_flags(void);

#endif
