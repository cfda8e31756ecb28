/*
 * Holds the stream until the host releases it, or until a time limit by the GPU's clock. The limit
 * is needed because a full queue may keep the host from releasing it.
 */
#include "harness/backend/cuda/probes/block_arguments.h"

__device__ __forceinline__ unsigned long long clock_ns()
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}

extern "C" __global__ void __launch_bounds__(1) hold(const block_arguments a)
{
    volatile block_flags *flags = reinterpret_cast<volatile block_flags *>(a.flags);
    const unsigned long long start = clock_ns();
    while (flags->released < a.hold) {
        if (clock_ns() - start > a.nanoseconds) {
            flags->expired = a.hold;
            __threadfence_system();
            return;
        }
    }
}
