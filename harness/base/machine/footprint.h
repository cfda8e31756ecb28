/*
 * Estimated memory of an operation, in bytes. Sizes are doubles, so that their products do not
 * overflow.
 */
#pragma once

/** Memory of one operation, in bytes. */
struct footprint {
    double kept; /* memory that remains in use afterwards */
    double peak; /* maximum memory during the operation, including what remains */
};

/** Adds an operation that follows those already in `total`. */
static inline void footprint_add(struct footprint *total, struct footprint next)
{
    double most = total->kept + next.peak;
    total->peak = most > total->peak ? most : total->peak;
    total->kept += next.kept;
}

/** Adds arrays that remain allocated. */
static inline void footprint_keep(struct footprint *total, double bytes)
{
    footprint_add(total, (struct footprint){bytes, bytes});
}

/** Adds arrays that are freed before later ones are allocated. */
static inline void footprint_use(struct footprint *total, double bytes)
{
    footprint_add(total, (struct footprint){0, bytes});
}
