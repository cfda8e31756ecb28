#include "harness/particles/frame.h"

#include <math.h>

double frame_cut(const double *at, int64_t count, double range, double box)
{
    double low = at[0], high = low, low_across = INFINITY, high_across = -INFINITY;
    for (int64_t i = 0; i < count; i++) {
        double across = at[i] >= box / 2 ? at[i] - box : at[i];
        low = fmin(low, at[i]);
        high = fmax(high, at[i]);
        low_across = fmin(low_across, across);
        high_across = fmax(high_across, across);
    }
    if (high_across - low_across < high - low) {
        low = low_across;
        high = high_across;
    }
    low -= range;
    high += range;
    if (low >= 0 && high <= box)
        return 2 * box;
    if (high - low > 0.99999 * box)
        return -1;
    return (high + low + (high > box ? -box : box)) / 2;
}
