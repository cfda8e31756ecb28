#include "harness/measure/observe/remaining.h"

#include "harness/devices/backends.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct remaining_device *find(const struct remaining *remaining,
                                           const struct case_spec *spec)
{
    for (int k = 0; k < remaining->count; k++)
        if (strcmp(remaining->device[k].backend, spec->backend) == 0 &&
            remaining->device[k].threads == spec->threads)
            return &remaining->device[k];
    return NULL;
}

void remaining_learn(struct remaining *remaining, const struct case_spec *spec, int64_t cases,
                     double n, double seconds)
{
    const struct remaining_device *found = find(remaining, spec);
    if (cases == 0 || (found == NULL && remaining->count == REMAINING_DEVICES))
        return;
    struct remaining_device *device =
        &remaining->device[found != NULL ? found - remaining->device : remaining->count++];
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

/* Returns the seconds of a case of n particles (0: unknown): from the line of least squares if
 * several sizes are known and larger ones take longer, otherwise the mean. */
static double case_seconds(const struct remaining_device *device, double n)
{
    double mean = device->seconds / device->cases, size = device->particles / device->cases;
    double spread = device->squares / device->cases - size * size;
    double slope = (device->products / device->cases - mean * size) / spread;
    bool line = n > 0 && spread > 1e-9 * size * size && slope > 0;
    return line ? fmax(mean + slope * (n - size), 0) : mean;
}

static double seconds_of(const struct remaining *remaining, const struct case_spec *spec)
{
    const struct backend *backend = backend_find(spec->backend);
    const struct remaining_device *device = find(remaining, spec);
    double n = (double)spec->system.n, most = 0;
    struct error reason;
    if (!case_has_kernels(spec, &reason))
        return 0;
    if (device != NULL)
        return case_seconds(device, n);
    if (backend == NULL || backend->count() == 0)
        return 0; /* it is skipped */
    for (int k = 0; k < remaining->count; k++)
        most = fmax(most, case_seconds(&remaining->device[k], n));
    return most;
}

double remaining_seconds(const struct remaining *remaining, const struct cases *cases,
                         const struct results *results, int64_t first)
{
    double sum = 0;
    for (int64_t k = first; k < cases->count; k++)
        if (!cases->spec[k].passed_over && results_get(results, k) == NULL)
            sum += seconds_of(remaining, &cases->spec[k]);
    return remaining->count > 0 ? sum : NAN;
}
