#include "harness/timing/moderation.h"

#include <math.h>

/* Arguments at or above this make the asymptotic series exact to 1e-10. */
static const double asymptotic_from = 12;

static double digamma(double x)
{
    double shift = 0;
    while (x < asymptotic_from) {
        shift -= 1 / x;
        x += 1;
    }
    double y = 1 / (x * x);
    return shift + log(x) - 1 / (2 * x) - y * (1 / 12. - y * (1 / 120. - y / 252));
}

static double trigamma(double x)
{
    double shift = 0;
    while (x < asymptotic_from) {
        shift += 1 / (x * x);
        x += 1;
    }
    double y = 1 / (x * x);
    return shift + 1 / x + y / 2 + y / x * (1 / 6. - y * (1 / 30. - y / 42));
}

/* Returns the x with the trigamma function `value`. The function decreases from infinity to 0. */
static double trigamma_inverse(double value)
{
    double low = 1e-8;
    double high = 1e8;
    for (int k = 0; k < 100; k++) {
        double middle = sqrt(low * high);
        if (trigamma(middle) > value)
            low = middle;
        else
            high = middle;
    }
    return sqrt(low * high);
}

void moderation_add(struct moderation_sums *sums, double variance)
{
    double value = log(variance);
    sums->sum += value;
    sums->squares += value * value;
    sums->count++;
}

struct moderation moderation_of(const struct moderation_sums *sums, double freedom)
{
    if (sums->count < 2)
        return (struct moderation){0};
    double n = (double)sums->count;
    double mean = sums->sum / n - digamma(freedom / 2) + log(freedom / 2);
    double excess = (sums->squares - sums->sum * sums->sum / n) / (n - 1) - trigamma(freedom / 2);
    if (excess <= trigamma(1e7))
        return (struct moderation){.variance = exp(mean), .freedom = INFINITY};
    double half = trigamma_inverse(excess);
    return (struct moderation){.variance = exp(mean + digamma(half) - log(half)),
                               .freedom = 2 * half};
}
