#include "harness/particles/copies.h"

#include "harness/base/machine/free_memory.h"
#include "harness/base/memory.h"
#include "harness/particles/batch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool copies_read(const char *text, int copies[3], struct error *error)
{
    int end = 0;
    for (int d = 0; d < 3; d++)
        copies[d] = 0;
    /* numbers of four digits, so that they fit into an int */
    if (sscanf(text, "%4dx%4dx%4d%n", &copies[0], &copies[1], &copies[2], &end) == 3 &&
        text[end] == '\0' && copies[0] > 0 && copies[1] > 0 && copies[2] > 0 &&
        strcspn(text, "+ \t\n") == (size_t)end)
        return true;
    return error_set(error, EXIT_USAGE,
                     "expected three whole numbers from 1 to 9999, as in 3x3x1, found \"%s\"",
                     text);
}

struct copies_text copies_text(const int copies[3])
{
    struct copies_text along;
    snprintf(along.text, sizeof along.text, "%dx%dx%d", copies[0], copies[1], copies[2]);
    return along;
}

/**
 * Finds the copy that contains the image of j nearest to particle i of copy `copy`, and returns the
 * first particle of the found copy. i and j are indices within a copy.
 */
static int32_t first_beside(const struct system *one, const int copies[3], int copy, int32_t i,
                            int32_t j)
{
    const double *const coordinate[] = {one->x, one->y, one->z};
    int number = 0, along = 1;
    for (int d = 0; d < 3; d++) {
        const double difference = coordinate[d][j] - coordinate[d][i];
        const int faces = difference > one->box[d] / 2 ? -1 : difference < -one->box[d] / 2;
        const int at = copy / along % copies[d] + faces;
        number += (at + copies[d]) % copies[d] * along;
        along *= copies[d];
    }
    return (int32_t)(one->n * number);
}

/**
 * Replaces each member of a term, given by its index within a copy. The new member is the particle
 * of the copy in which it is nearest to the previous member.
 */
static void join(const struct system *one, const int copies[3], int copy, int32_t *member,
                 int count)
{
    const int32_t first = (int32_t)(one->n * copy);
    int32_t before = member[0] - first;
    int at = copy;
    for (int m = 1; m < count && member[m] >= 0; m++) {
        const int32_t i = member[m] - first, start = first_beside(one, copies, at, before, i);
        member[m] = start + i;
        before = i;
        at = (int)(start / one->n);
    }
}

static void join_copy(const struct system *one, const int copies[3], int copy,
                      struct system *system)
{
    for (int l = 0; l < SYSTEM_LISTS; l++)
        for (int64_t k = 0, count = system_count(one, l); k < count; k++) {
            int members;
            int32_t *member = system_members(system, l, copy * count + k, &members);
            join(one, copies, copy, member, members);
        }
    for (int64_t k = 0; k < one->restraint_count; k++) {
        double *place = system->restraint[copy * one->restraint_count + k].place;
        for (int d = 0, along = 1; d < 3; along *= copies[d++])
            place[d] = (copy / along % copies[d] + place[d]) / copies[d];
    }
}

/** Moves the particles of each copy to the position of the copy in the box. */
static void place(const struct system *one, const int copies[3], int count, struct system *system)
{
    double *const coordinate[] = {system->x, system->y, system->z};
    for (int copy = 0; copy < count; copy++)
        for (int d = 0, along = 1; d < 3; along *= copies[d++])
            for (int64_t i = 0; i < one->n; i++)
                coordinate[d][copy * one->n + i] += copy / along % copies[d] * one->box[d];
    for (int d = 0; d < 3; d++)
        system->box[d] = copies[d] * one->box[d];
}

bool copies_make(const int copies[3], struct system *system, struct error *error)
{
    const int64_t count = (int64_t)copies[0] * copies[1] * copies[2];
    if (count == 1)
        return true;
    if (count >= INT32_MAX / system->n)
        return error_set(error, EXIT_USAGE,
                         "%s copies of %" PRId64 " particles: expected at most %d particles",
                         copies_text(copies).text, system->n, INT32_MAX - 1);
    if (!free_memory_suffices("this machine", (double)count * system_bytes(system, NULL),
                              free_memory(), error))
        return false;
    struct system one = *system, all;
    const struct system **each =
        memory_allocate(count, sizeof(const struct system *), "the copies of a system", error);
    for (int64_t copy = 0; copy < count && each != NULL; copy++)
        each[copy] = &one;
    const bool good = each != NULL && batch_join(each, (int)count, &all, error);
    free(each);
    if (!good)
        return false;
    for (int copy = 0; copy < (int)count; copy++)
        join_copy(&one, copies, copy, &all);
    place(&one, copies, (int)count, &all);
    system_wrap_all(&all);
    all.excludes_known = one.excludes_known;
    memcpy(all.file_parameters, one.file_parameters, sizeof all.file_parameters);
    all.file_parameter_count = one.file_parameter_count;
    snprintf(all.source, sizeof all.source, "%.460s, %s copies", one.source,
             copies_text(copies).text);
    system_free(system);
    *system = all;
    system_set_hash(system);
    return true;
}
