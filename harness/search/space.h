/* Settings for a search, as points of a grid with an axis for each setting that varies. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SPACE_AXES = 10, SPACE_VALUES = 16, SPACE_NEIGHBORS = SPACE_AXES * SPACE_VALUES };

/** An axis: values by index. The caller defines their meaning. */
struct axis {
    int count;    /* number of values, 1 … SPACE_VALUES */
    bool ordered; /* true: the neighbors of a value are the values next to it; false: all other
                   * values are neighbors */
};

/** A point: an index on each axis; unused elements are 0. */
struct point {
    int at[SPACE_AXES];
};

struct space {
    struct axis axis[SPACE_AXES];
    int axes;
    struct point start;
};

/** Whether two points are equal. */
bool point_same(const struct point *a, const struct point *b);

/**
 * Writes the points that differ from `point` on one axis by a neighboring value; returns their
 * number.
 */
int space_neighbors(const struct space *space, const struct point *point,
                    struct point neighbors[SPACE_NEIGHBORS]);

/** Returns the number of points of a space. */
int64_t space_points(const struct space *space);

/** Returns the point with a number, from 0. */
struct point space_point(const struct space *space, int64_t number);
