/* Computes the keys that particles are sorted by. Copies particles into sorted order. */
#include "harness/backend/cuda/device/sorted.cuh"
#include "strategies/gpu_word.cuh"

#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

/** key = cell of the particle, value = its index. */
extern "C" __global__ void key_cell(const __grid_constant__ list_arguments a)
{
    const unsigned i = THREAD;
    if (i >= a.n)
        return;
    a.key[i] = cell_of(a, load(a.position + i));
    a.value[i] = i;
}

/** key = cell of the particle, then its type; value = its index. */
extern "C" __global__ void key_cell_type(const __grid_constant__ list_arguments a)
{
    const unsigned i = THREAD;
    if (i >= a.n)
        return;
    const vector4 p = load(a.position + i);
    a.key[i] = cell_of(a, p) * a.types + (unsigned)word_type(word_in(p.w));
    a.value[i] = i;
}

/**
 * key = position along a Hilbert curve through a grid of 2^hilbert_bits cells per axis.
 * J. Skilling, AIP Conf. Proc. 707, 381 (2004).
 */
extern "C" __global__ void key_hilbert(const __grid_constant__ list_arguments a)
{
    const unsigned i = THREAD;
    if (i >= a.n)
        return;
    const vector4 p = load(a.position + i);
    unsigned axis[3] = {(unsigned)cell_along(a, 0, p.x), (unsigned)cell_along(a, 1, p.y),
                        (unsigned)cell_along(a, 2, p.z)};
    const unsigned top = 1u << (a.hilbert_bits - 1);
    for (unsigned bit = top; bit > 1; bit >>= 1) {
        const unsigned below = bit - 1;
        for (int d = 0; d < 3; d++) {
            if (axis[d] & bit) {
                axis[0] ^= below;
            } else {
                const unsigned swapped = (axis[0] ^ axis[d]) & below;
                axis[0] ^= swapped;
                axis[d] ^= swapped;
            }
        }
    }
    axis[1] ^= axis[0];
    axis[2] ^= axis[1];
    unsigned flip = 0;
    for (unsigned bit = top; bit > 1; bit >>= 1)
        if (axis[2] & bit)
            flip ^= bit - 1;
    unsigned key = 0;
    for (int bit = a.hilbert_bits - 1; bit >= 0; bit--)
        for (int d = 0; d < 3; d++)
            key = key << 1 | (((axis[d] ^ flip) >> bit) & 1);
    a.key[i] = key;
    a.value[i] = i;
}

/** Copies positions into sorted order. Also copies w, with the type. */
extern "C" __global__ void gather(const __grid_constant__ list_arguments a)
{
    const unsigned i = THREAD;
    if (i < a.n)
        a.sorted_position[i] = load(a.position + a.sorted_value[i]);
}

/** Copies positions into sorted order, with their index in w, and finds the start of each cell. */
extern "C" __global__ void gather_cells(const __grid_constant__ list_arguments a)
{
    const unsigned i = THREAD;
    if (i >= a.n)
        return;
    const int cells = a.grid[0] * a.grid[1] * a.grid[2];
    const int cell = a.sorted_key[i];
    const int before = i == 0 ? -1 : (int)a.sorted_key[i - 1];
    for (int c = before + 1; c <= cell; c++)
        a.cell_start[c] = i;
    if (i == a.n - 1)
        for (int c = cell + 1; c <= cells; c++)
            a.cell_start[c] = a.n;
    gather_position(a, i, a.sorted_value[i]);
}
