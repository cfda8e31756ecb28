#include "harness/measure/observe/time_left.h"

#include "harness/devices/backends.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct time_left_device *find(const struct time_left *left,
                                           const struct case_spec *spec)
{
    for (int k = 0; k < left->count; k++)
        if (strcmp(left->device[k].backend, spec->backend) == 0 &&
            left->device[k].threads == spec->threads)
            return &left->device[k];
    return NULL;
}

void time_left_learn(struct time_left *left, const struct case_spec *spec, int64_t cases, double n,
                     double seconds)
{
    const struct time_left_device *found = find(left, spec);
    if (cases == 0 || (found == NULL && left->count == TIME_LEFT_DEVICES))
        return;
    struct time_left_device *device =
        &left->device[found != NULL ? found - left->device : left->count++];
    if (found == NULL) {
        snprintf(device->backend, sizeof device->backend, "%s", spec->backend);
        device->threads = spec->threads;
    }
    device->cases += (double)cases;
    device->particles += (double)cases * n;
    device->squares += (double)cases * n * n;
    device->seconds += seconds;
    device->products += seconds * n;
}

/*
 * Returns the estimated seconds of a case with n particles (0: unknown): from a least-squares line
 * if times of several sizes are known and increase with size, otherwise their mean.
 */
static double case_seconds(const struct time_left_device *device, double n)
{
    double mean = device->seconds / device->cases, size = device->particles / device->cases;
    double spread = device->squares / device->cases - size * size;
    double slope = (device->products / device->cases - mean * size) / spread;
    bool line = n > 0 && spread > 1e-9 * size * size && slope > 0;
    return line ? fmax(mean + slope * (n - size), 0) : mean;
}

static double seconds_of(const struct time_left *left, const struct case_spec *spec)
{
    const struct backend *backend = backend_find(spec->backend);
    const struct time_left_device *device = find(left, spec);
    double n = (double)spec->system.n, most = 0;
    struct error reason;
    if (!case_has_kernels(spec, &reason))
        return 0;
    if (device != NULL)
        return case_seconds(device, n);
    if (backend == NULL || backend->count() == 0)
        return 0; /* no time, because the case is skipped */
    for (int k = 0; k < left->count; k++)
        most = fmax(most, case_seconds(&left->device[k], n));
    return most;
}

double time_left_seconds(const struct time_left *left, const struct cases *cases,
                         const struct results *results, int64_t first)
{
    double sum = 0;
    for (int64_t k = first; k < cases->count; k++)
        if (!cases->spec[k].passed_over && results_get(results, k) == NULL)
            sum += seconds_of(left, &cases->spec[k]);
    return left->count > 0 ? sum : NAN;
}
