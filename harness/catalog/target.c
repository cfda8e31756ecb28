#include "harness/catalog/target.h"

#include <stddef.h>
#include <string.h>

static const char *const compilers[] = {"gcc", "clang", NULL};

static const char *const archs[] = {"native",    "x86-64",    "x86-64-v2",
                                    "x86-64-v3", "x86-64-v4", NULL};

const char *target_compiler(int index)
{
    return compilers[index];
}

const char *target_arch(int index)
{
    return archs[index];
}

/* Returns the name as stored in the list, because the given text may not stay in memory. */
static const char *find(const char *const *names, const char *name)
{
    while (*names != NULL && strcmp(*names, name) != 0)
        names++;
    return *names;
}

struct target target_of(const char *compiler, const char *arch)
{
    return (struct target){find(compilers, compiler), find(archs, arch)};
}

bool target_same(const struct target *a, const struct target *b)
{
    return a->compiler == b->compiler && a->arch == b->arch;
}
