#include "harness/particles/batch.h"

#include <string.h>

static bool alike(const struct system *a, const struct system *b)
{
    bool equal = a->n == b->n;
    for (int d = 0; d < 3; d++)
        equal = equal && a->box[d] == b->box[d];
    for (int k = 0; k < SYSTEM_ARRAYS; k++)
        equal = equal &&
                (k == SYSTEM_ID || (system_array(a, k) == NULL) == (system_array(b, k) == NULL));
    return equal;
}

/* Allocates the arrays and lists that the systems have. */
static bool allocate(const struct system *const *systems, int count, struct system *batch,
                     struct error *error)
{
    bool good = system_allocate(systems[0]->n * count, batch, error);
    for (int a = SYSTEM_TYPE; good && a < SYSTEM_ARRAYS; a++)
        good = a == SYSTEM_ID || system_array(systems[0], a) == NULL || system_add(batch, a, error);
    for (int l = 0; good && l < SYSTEM_LISTS; l++) {
        int64_t elements = 0;
        for (int s = 0; s < count; s++)
            elements += system_count(systems[s], l);
        good = elements == 0 || system_add_list(batch, l, elements, error);
    }
    return good;
}

bool batch_join(const struct system *const *systems, int count, struct system *batch,
                struct error *error)
{
    const struct system *first = systems[0];
    int64_t elements[SYSTEM_LISTS] = {0};
    *batch = (struct system){0};
    for (int s = 0; s < count; s++)
        if (!alike(first, systems[s]))
            return error_set(error, EXIT_USAGE,
                             "systems of a batch have the same box and as many particles: expected "
                             "%lld of them in %g x %g x %g, found %lld in %g x %g x %g",
                             (long long)first->n, first->box[0], first->box[1], first->box[2],
                             (long long)systems[s]->n, systems[s]->box[0], systems[s]->box[1],
                             systems[s]->box[2]);
    if (first->n > INT32_MAX / count)
        return error_set(error, EXIT_ENVIRONMENT, "too many particles for 32-bit indices");
    if (!allocate(systems, count, batch, error)) {
        system_free(batch);
        return false;
    }
    memcpy(batch->box, first->box, sizeof batch->box);
    batch->field = force_field_share(first->field);
    batch->rows = type_rows_share(first->rows);
    batch->excluded_form = first->excluded_form;
    batch->temperature = first->temperature;
    memcpy(batch->source, first->source, sizeof batch->source);
    for (int s = 0; s < count; s++) {
        for (int a = 0; a < SYSTEM_ARRAYS; a++)
            if (system_array(batch, a) != NULL)
                memcpy((char *)system_array(batch, a) + s * system_array_bytes(first, a),
                       system_array(systems[s], a), system_array_bytes(first, a));
        for (int l = 0; l < SYSTEM_LISTS; l++) {
            system_copy_list(systems[s], l, NULL, (int32_t)(first->n * s), batch, elements[l]);
            elements[l] += system_count(systems[s], l);
        }
    }
    system_set_hash(batch);
    return true;
}

bool batch_copy(const struct system *batch, int number, struct system *one, struct error *error)
{
    static const enum system_array moving[] = {SYSTEM_X,           SYSTEM_Y,        SYSTEM_Z,
                                               SYSTEM_ORIENTATION, SYSTEM_VELOCITY, SYSTEM_SPIN};
    for (size_t k = 0; k < sizeof moving / sizeof *moving; k++) {
        const char *from = system_array(batch, moving[k]);
        if (from == NULL)
            continue;
        if (system_array(one, moving[k]) == NULL && !system_add(one, moving[k], error))
            return false;
        const size_t bytes = system_array_bytes(one, moving[k]);
        memcpy(system_array(one, moving[k]), from + (size_t)number * bytes, bytes);
    }
    return true;
}
