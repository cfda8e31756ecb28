#include "harness/backend/cpu/cpu_table.h"

#include "harness/base/memory.h"
#include "harness/catalog/model_table.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A table, and the number of its users. Only loaded workloads use tables, so few exist. */
struct accuracy {
    const struct model *model;
    double *constants;
    enum precision precision;
    void *table;
    int holders;
    struct accuracy *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct accuracy *first;

static size_t constants_bytes(const struct model *model)
{
    return (size_t)model->constant_count * sizeof(double);
}

static void accuracy_free(struct accuracy *held)
{
    free(held->constants);
    free(held->table);
    free(held);
}

static struct accuracy *find(const struct model *model, const double *constants,
                             enum precision precision)
{
    struct accuracy *held = first;
    while (held != NULL && (held->model != model || held->precision != precision ||
                            memcmp(held->constants, constants, constants_bytes(model)) != 0))
        held = held->next;
    return held;
}

/* Creates a table without users. */
static struct accuracy *make(const struct model *model, const double *constants,
                             enum precision precision, struct error *error)
{
    struct accuracy *held = memory_new(1, sizeof *held, "a table");
    *held = (struct accuracy){.model = model, .precision = precision};
    held->constants = memory_new(model->constant_count, sizeof *held->constants, "a table");
    held->table = model_table_build(model, constants, precision, error);
    if (held->table == NULL) {
        accuracy_free(held);
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
    struct accuracy *held = find(model, constants, precision);
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
    struct accuracy **at = &first;
    while ((*at)->table != table)
        at = &(*at)->next;
    struct accuracy *held = *at;
    if (--held->holders == 0) {
        *at = held->next;
        accuracy_free(held);
    }
    pthread_mutex_unlock(&mutex);
}
