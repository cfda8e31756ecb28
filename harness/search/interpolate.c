#include "harness/search/interpolate.h"

static double between(double left, double right, double share)
{
    return exp((1 - share) * log(left) + share * log(right));
}

struct estimate interpolate(const struct measured_point *below, const struct measured_point *above,
                            double place)
{
    const struct estimate *left = &below->time, *right = &above->time;
    if (place == below->at)
        return *left;
    if (place == above->at)
        return *right;
    if (!(below->at < place && place < above->at) || above->at > interpolate_gap * below->at)
        return estimate_unknown;
    double share = log(place / below->at) / log(above->at / below->at);
    double least = fmax(left->low, right->low * place / above->at);
    double most = fmin(right->high, left->high * place / below->at);
    return (struct estimate){
        .median = between(left->median, right->median, share),
        .low = fmin(between(left->low, right->low, share), least),
        .high = fmax(between(left->high, right->high, share), most),
    };
}
