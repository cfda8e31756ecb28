#include "harness/timing/series.h"

#include <math.h>

/*
 * Returns the mean of the i-th block of 2^level values, after subtracting a line of this slope that
 * is zero at `middle`; slope 0 subtracts nothing.
 */
static double block(const double *value, int64_t i, int level, double slope, double middle)
{
    int64_t size = INT64_C(1) << level;
    double sum = 0;
    for (int64_t k = i * size; k < (i + 1) * size; k++)
        sum += value[k] - slope * ((double)k - middle);
    return sum / (double)size;
}

static double error_of(const double *value, int64_t count, double mean, double slope)
{
    double most = NAN, middle = (double)(count - 1) / 2;
    for (int level = 0; count >> level >= SERIES_FEWEST; level++) {
        int64_t blocks = count >> level;
        double square = 0;
        for (int64_t i = 0; i < blocks; i++) {
            double off = block(value, i, level, slope, middle) - mean;
            square += off * off;
        }
        most = fmax(most, sqrt(square / (double)(blocks - 1) / (double)blocks));
    }
    return most;
}

struct series series_of(const double *value, int64_t count)
{
    struct series series = {0};
    double square = 0;
    for (int64_t k = 0; k < count; k++)
        series.mean += value[k] / (double)count;
    for (int64_t k = 0; k < count; k++)
        square += (value[k] - series.mean) * (value[k] - series.mean);
    series.deviation = count > 1 ? sqrt(square / (double)(count - 1)) : NAN;
    series.error = error_of(value, count, series.mean, 0);
    return series;
}

struct trend trend_of(const double *value, int64_t count)
{
    double mean = 0, middle = (double)(count - 1) / 2, across = 0, along = 0;
    for (int64_t k = 0; k < count; k++)
        mean += value[k] / (double)count;
    for (int64_t k = 0; k < count; k++) {
        double at = (double)k - middle;
        across += at * (value[k] - mean);
        along += at * at;
    }
    double slope = across / along; /* NAN if there is only one value */
    double spread = sqrt(along / (double)count);
    return (struct trend){slope, error_of(value, count, mean, slope) / spread};
}
