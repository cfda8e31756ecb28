#include "harness/search/space.h"

#include <string.h>

bool point_same(const struct point *a, const struct point *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

int space_neighbors(const struct space *space, const struct point *point,
                    struct point neighbors[SPACE_NEIGHBORS])
{
    int count = 0;
    for (int a = 0; a < space->axes; a++) {
        for (int value = 0; value < space->axis[a].count; value++) {
            int away = value - point->at[a];
            if (away == 0 || (space->axis[a].ordered && (away < -1 || away > 1)))
                continue;
            neighbors[count] = *point;
            neighbors[count++].at[a] = value;
        }
    }
    return count;
}

int64_t space_points(const struct space *space)
{
    int64_t points = 1;
    for (int a = 0; a < space->axes; a++)
        points *= space->axis[a].count;
    return points;
}

struct point space_point(const struct space *space, int64_t number)
{
    struct point point = {{0}};
    for (int a = 0; a < space->axes; a++) {
        point.at[a] = (int)(number % space->axis[a].count);
        number /= space->axis[a].count;
    }
    return point;
}
