#include "harness/search/interpolate.h"

static double between(double left, double right, double share)
{
    return exp((1 - share) * log(left) + share * log(right));
}

struct estimate interpolate(const struct measured_point *below, const struct measured_point *above,
                            double n)
{
    const struct estimate *left = &below->time, *right = &above->time;
    if (n == below->n)
        return *left;
    if (n == above->n)
        return *right;
    if (!(below->n < n && n < above->n) || above->n > interpolate_gap * below->n)
        return estimate_unknown;
    double share = log(n / below->n) / log(above->n / below->n);
    double least = fmax(left->low, right->low * n / above->n);
    double most = fmin(right->high, left->high * n / below->n);
    return (struct estimate){
        .median = between(left->median, right->median, share),
        .low = fmin(between(left->low, right->low, share), least),
        .high = fmax(between(left->high, right->high, share), most),
    };
}
