/* Macros for headers that C and CUDA C include. */
#ifndef PAIRLANES_DEVICE_SHARED_H
#define PAIRLANES_DEVICE_SHARED_H

#ifdef __CUDACC__
#define SHARED_FUNCTION static __device__ __forceinline__
#else
#include <math.h>
#include <stdbool.h>
#define SHARED_FUNCTION static inline
#endif

#ifdef __CUDACC_RTC__ /* NVRTC has no standard headers */
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
#else
#include <stdint.h>
#endif

#endif
