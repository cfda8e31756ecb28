/*
 * Loads of a resident kernel, whose blocks read what others have written since it began: none may
 * go through the cache of constant data. A unit includes this file first.
 */
#ifndef PAIRLANES_RESIDENT_FRESH_CUH
#define PAIRLANES_RESIDENT_FRESH_CUH

#define __ldg(place) (*(place))

/* The units of strategies define no fused kernels of their own then. */
#undef FUSED
#define FUSED 0

#endif
