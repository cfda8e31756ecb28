/*
 * Loads of a resident kernel, whose blocks read what other blocks have written since it began: no
 * load may use the cache of constant data. A unit includes this file first.
 */
#ifndef PAIRLANES_RESIDENT_FRESH_CUH
#define PAIRLANES_RESIDENT_FRESH_CUH

#define __ldg(place) (*(place))

/* Units of strategies then define no fused kernels. */
#undef FUSED
#define FUSED 0

#endif
