/*
 * Makes a resident kernel load through coherent caches. Its blocks read what other blocks have
 * written since it began. No load may therefore use the cache for constant data. A unit includes
 * this file first.
 */
#ifndef PAIRLANES_RESIDENT_FRESH_CUH
#define PAIRLANES_RESIDENT_FRESH_CUH

#define __ldg(place) (*(place))

/* units of strategies then do not define fused kernels */
#undef FUSED
#define FUSED 0

#endif
