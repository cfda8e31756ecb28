/* Rows that neighboring particles share: bundle b has `width` particles, starting at b * width. */
#ifndef BUNDLE_H
#define BUNDLE_H

struct bundles {
    const long long *start;    /* bundle b has partners partner[start[b]] … partner[start[b + 1] -
                                * 1] */
    const int *partner;        /* partners of all particles of the bundle, each once */
    const unsigned char *mask; /* mask of each partner: bit k is set if it is a partner of
                                * particle k of the bundle */
};

#endif
