/* Arguments of the kernel that holds a stream, the same bytes on host and device. */
#ifndef PAIRLANES_BLOCK_ARGUMENTS_H
#define PAIRLANES_BLOCK_ARGUMENTS_H

/* Flags in memory of the host that the device reads and writes. Holds are numbered from 1. */
struct block_flags {
    unsigned long long released; /* set by the host: holds up to this one are released */
    unsigned long long expired;  /* set by the device: the last hold that ended by itself */
};

struct block_arguments {
    unsigned long long flags; /* device address of block_flags */
    unsigned long long hold;
    unsigned long long nanoseconds; /* time after which it ends by itself */
};

#endif
