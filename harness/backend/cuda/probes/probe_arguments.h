/* Arguments of a probe kernel of `pairlanes ceilings`, the same bytes on host and device. */
#ifndef PAIRLANES_PROBE_ARGUMENTS_H
#define PAIRLANES_PROBE_ARGUMENTS_H

struct probe_arguments {
    unsigned long long memory; /* device address */
    long long elements;        /* elements of 16 bytes in the working set, a power of two */
    long long iterations;
    double factor, addend; /* operands that the compiler does not know */
    unsigned int never;    /* an impossible result, tested so that the compiler keeps the work */
};

#endif
