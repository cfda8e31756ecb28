/* The tuning values of a case, as a CPU kernel reads them: by name. */
#ifndef PAIRLANES_STRATEGIES_CPU_TUNING_H
#define PAIRLANES_STRATEGIES_CPU_TUNING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** A tuning value of the strategy's row in strategies/table.h. */
struct cpu_tuning {
    const char *name;
    int value;
};

/**
 * The value of that name in `tuning`, which is ended by one without a name. A value that the
 * strategy does not declare is an error in the kernel, and ends the program.
 */
static inline int tuning_by_name(const struct cpu_tuning *tuning, const char *name)
{
    for (; tuning->name != NULL; tuning++)
        if (strcmp(tuning->name, name) == 0)
            return tuning->value;
    fprintf(stderr, "a CPU kernel reads the tuning value \"%s\", which its strategy lacks\n", name);
    abort();
}

#endif
