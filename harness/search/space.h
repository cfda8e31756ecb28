/* Settings for a search: points of a grid, with an axis for each setting that varies. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SPACE_AXES = 10, SPACE_VALUES = 16, SPACE_NEIGHBORS = SPACE_AXES * SPACE_VALUES };

/** Values by their index; the caller defines their meaning. */
struct axis {
    int count;    /* 1 … SPACE_VALUES */
    bool ordered; /* true if the neighbors of a value are the next below and above; false: all
                   * others */
};

/** An index on each axis; 0 after the last. */
struct point {
    int at[SPACE_AXES];
};

struct space {
    struct axis axis[SPACE_AXES];
    int axes;
    struct point start;
};

/** Whether two points are the same. */
bool point_same(const struct point *a, const struct point *b);

/** Writes the points that differ from `point` by a neighbor on one axis; returns their number. */
int space_neighbors(const struct space *space, const struct point *point,
                    struct point neighbors[SPACE_NEIGHBORS]);

/** Returns the number of points. */
int64_t space_points(const struct space *space);

/** Returns the point with that number, from 0. */
struct point space_point(const struct space *space, int64_t number);
