#include "harness/input/formats/lammps_box.h"

#include <math.h>

bool lammps_box_axis(const struct text_file *file, const double bounds[2], int axis, double *low,
                     struct system *system, struct error *error)
{
    double edge = bounds[1] - bounds[0];
    if (!isfinite(bounds[0]) || !isfinite(bounds[1]) || !(edge > 0) || !isfinite(edge))
        return text_error(file, error, "expected bounds of the box, found \"%.80s\"", file->line);
    *low = bounds[0];
    system->box[axis] = edge;
    return true;
}

bool lammps_box_tilt(const struct text_file *file, const char *cursor, int count,
                     struct error *error)
{
    double tilt;
    for (int k = 0; k < count; k++)
        if (!text_real(&cursor, &tilt) || tilt != 0)
            return text_error(file, error, "expected an orthorhombic box, found \"%.80s\"",
                              file->line);
    return true;
}
