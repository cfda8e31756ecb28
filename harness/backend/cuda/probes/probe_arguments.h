/* Arguments of a probe kernel of `pairlanes ceilings`. Host and device use the same layout. */
#ifndef PAIRLANES_PROBE_ARGUMENTS_H
#define PAIRLANES_PROBE_ARGUMENTS_H

struct probe_arguments {
    unsigned long long memory; /* device address */
    long long elements;        /* number of 16-byte elements in the working set, a power of two */
    long long iterations;
    double factor, addend; /* operands that the compiler cannot determine */
    unsigned int never;    /* a result that never occurs; the test for it makes the compiler keep
                            * the work */
};

#endif
