/*
 * Estimated memory of an operation, in bytes. Sizes are doubles, so that no product of them
 * overflows.
 */
#pragma once

/** Memory of one operation. */
struct footprint {
    double kept; /* memory that remains in use afterwards */
    double peak; /* the most during the operation, including what stays */
};

/** Adds work that follows the work in `total`. */
static inline void footprint_add(struct footprint *total, struct footprint next)
{
    double most = total->kept + next.peak;
    total->peak = most > total->peak ? most : total->peak;
    total->kept += next.kept;
}

/** Adds arrays that stay. */
static inline void footprint_keep(struct footprint *total, double bytes)
{
    footprint_add(total, (struct footprint){bytes, bytes});
}

/** Adds arrays that are freed before the next ones are allocated. */
static inline void footprint_use(struct footprint *total, double bytes)
{
    footprint_add(total, (struct footprint){0, bytes});
}
