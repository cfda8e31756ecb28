#include "harness/backend/cpu/cpu_table.h"

#include "harness/base/memory.h"
#include "harness/catalog/model_table.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A table of a case. There are few: one for each case that has a workload. */
struct held {
    const struct model *model;
    double *constants;
    enum precision precision;
    void *table;
    int holders;
    struct held *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct held *first;

static size_t constants_bytes(const struct model *model)
{
    return (size_t)model->constant_count * sizeof(double);
}

static void held_free(struct held *held)
{
    free(held->constants);
    free(held->table);
    free(held);
}

static struct held *find(const struct model *model, const double *constants,
                         enum precision precision)
{
    struct held *held = first;
    while (held != NULL && (held->model != model || held->precision != precision ||
                            memcmp(held->constants, constants, constants_bytes(model)) != 0))
        held = held->next;
    return held;
}

/* Creates a table without users. */
static struct held *make(const struct model *model, const double *constants,
                         enum precision precision, struct error *error)
{
    struct held *held = memory_allocate_zeroed(1, sizeof *held, "a table", error);
    if (held == NULL)
        return NULL;
    *held = (struct held){.model = model, .precision = precision};
    held->constants =
        memory_allocate(model->constant_count, sizeof *held->constants, "a table", error);
    if (held->constants != NULL)
        held->table = model_table_build(model, constants, precision, error);
    if (held->table == NULL) {
        held_free(held);
        return NULL;
    }
    memcpy(held->constants, constants, constants_bytes(model));
    held->next = first;
    first = held;
    return held;
}

const void *cpu_table_hold(const struct model *model, const double *constants,
                           enum precision precision, struct error *error)
{
    pthread_mutex_lock(&mutex);
    struct held *held = find(model, constants, precision);
    if (held == NULL)
        held = make(model, constants, precision, error);
    if (held != NULL)
        held->holders++;
    pthread_mutex_unlock(&mutex);
    return held != NULL ? held->table : NULL;
}

void cpu_table_release(const void *table)
{
    if (table == NULL)
        return;
    pthread_mutex_lock(&mutex);
    struct held **at = &first;
    while ((*at)->table != table)
        at = &(*at)->next;
    struct held *held = *at;
    if (--held->holders == 0) {
        *at = held->next;
        held_free(held);
    }
    pthread_mutex_unlock(&mutex);
}
