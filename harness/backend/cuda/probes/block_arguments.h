/* Arguments of the kernel that holds a stream. Host and device use the same layout. */
#ifndef PAIRLANES_BLOCK_ARGUMENTS_H
#define PAIRLANES_BLOCK_ARGUMENTS_H

/* Flags in host memory that the device reads and writes. Holds are numbered from 1. */
struct block_flags {
    unsigned long long released; /* written by the host: number of the last hold that is released */
    unsigned long long expired;  /* written by the device: number of the last hold that reached
                                  * its time limit */
};

struct block_arguments {
    unsigned long long flags; /* device address of block_flags */
    unsigned long long hold;
    unsigned long long nanoseconds; /* time limit in nanoseconds */
};

#endif
