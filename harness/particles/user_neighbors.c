#include "harness/particles/user_neighbors.h"

#include "harness/base/memory.h"

#include <omp.h>
#include <stdlib.h>

/* State of a build. */
struct filling {
    struct user_neighbors *own;
    bool failed;
    struct error *error;
};

static bool allocate_array(struct user_array *array, const char *name, int64_t count, int64_t size,
                           struct error *error)
{
    int64_t bytes = 0;
    if (array->memory == NULL || count < 0 || __builtin_mul_overflow(count, size, &bytes) ||
        bytes > array->room) {
        free(array->memory);
        *array = (struct user_array){.memory = memory_allocate(count, size, name, error)};
        if (array->memory == NULL)
            return false;
        array->room = bytes = count * size;
    }
    array->bytes = bytes;
    array->asked = true;
    return true;
}

static void *array_of(struct neighbor_result *result, int index, const char *name, int64_t count,
                      int64_t size)
{
    struct filling *filling = result->context;
    bool good =
        index < NEIGHBOR_ARRAYS ||
        error_set(filling->error, EXIT_USAGE, "array %s: expected at most %d arrays, found %d",
                  name, NEIGHBOR_ARRAYS, index + 1);
    good = good && allocate_array(&filling->own->array[index], name, count, size, filling->error);
    filling->failed = filling->failed || !good;
    return good ? filling->own->array[index].memory : NULL;
}

/* Frees arrays of earlier builds that this build has not requested. */
static void drop_others(struct user_neighbors *own)
{
    for (int k = 0; k < NEIGHBOR_ARRAYS; k++) {
        if (own->array[k].asked)
            continue;
        free(own->array[k].memory);
        own->array[k] = (struct user_array){0};
    }
}

/* Returns the error that a user's function reports; NULL: none. */
static const char *complaint(bool returned, const struct neighbor_result *result)
{
    if (!returned)
        return result->refused != NULL ? result->refused
                                       : "its function has returned false without a reason";
    return result->pairs < 0 || result->items < 0
               ? "its function has counted a negative number of pairs or items"
               : NULL;
}

static bool call(const struct neighbor_structure *structure, const struct neighbor_source *source,
                 struct user_neighbors *own, struct error *error)
{
    struct filling filling = {.own = own, .error = error};
    struct neighbor_result result = {.array = array_of, .context = &filling};
    for (int k = 0; k < NEIGHBOR_ARRAYS; k++)
        own->array[k].asked = false;
    const char *wrong = complaint(structure->build(source, &result), &result);
    drop_others(own);
    own->pairs = result.pairs;
    own->items = result.items;
    return !filling.failed && (wrong == NULL || error_set(error, EXIT_USAGE, "%s", wrong));
}

bool user_neighbors_build(const struct neighbor_structure *structure, const struct system *system,
                          double cutoff, double skin, const struct topology *topology,
                          const struct interactions *interactions,
                          const int tuning[NEIGHBOR_TUNINGS], struct user_neighbors *own,
                          struct error *error)
{
    const double range = structure->skin ? cutoff + skin : cutoff;
    const struct rows *rows = &own->rows;
    struct cpu_tuning named[NEIGHBOR_TUNINGS + 1] = {{0}};
    for (int k = 0; structure->tunings[k] != NULL; k++)
        named[k] = (struct cpu_tuning){structure->tunings[k], tuning[k]};
    own->built = structure->rows == NEIGHBOR_ROWS_NONE ||
                 rows_build(system, range, structure->rows == NEIGHBOR_ROWS_HALF, topology,
                            interactions, &own->rows, error);
    const struct cpu_rows given = {
        .start = rows->start,
        .count = rows->count,
        .entry = rows->entry,
        .interaction = rows->interaction,
        .run_end = rows->run_end,
        .kinds = interactions->kinds,
    };
    const struct neighbor_source source = {
        .n = system->n,
        .x = system->x,
        .y = system->y,
        .z = system->z,
        .type = system->type,
        .box = {system->box[0], system->box[1], system->box[2]},
        .range = range,
        .excluded = topology != NULL ? topology->excluded : NULL,
        .rows = structure->rows != NEIGHBOR_ROWS_NONE ? &given : NULL,
        .tuning = named,
        .threads = omp_get_max_threads(),
    };
    own->built = own->built &&
                 (call(structure, &source, own, error) || error_prefix(error, structure->name));
    own->building_bytes = rows_bytes(rows, interactions->kinds);
    if (own->built)
        return true;
    user_neighbors_free(own);
    return false;
}

int64_t user_neighbors_bytes(const struct user_neighbors *own)
{
    int64_t bytes = 0;
    for (int k = 0; k < NEIGHBOR_ARRAYS; k++)
        bytes += own->array[k].bytes;
    return bytes;
}

void user_neighbors_free(struct user_neighbors *own)
{
    for (int k = 0; k < NEIGHBOR_ARRAYS; k++)
        free(own->array[k].memory);
    rows_free(&own->rows);
    *own = (struct user_neighbors){0};
}
