#include "harness/input/formats/lammps_box.h"

#include "harness/input/formats/reader.h"

#include <math.h>

bool lammps_box_axis(const struct text_file *file, const double bounds[2], double *edge,
                     struct error *error)
{
    *edge = bounds[1] - bounds[0];
    return (isfinite(bounds[0]) && isfinite(bounds[1]) && *edge > 0 && isfinite(*edge)) ||
           text_error(file, error, "expected bounds of the box, found \"%.80s\"", file->line);
}

bool lammps_box_tilt(const struct text_file *file, const double tilt[3], const double box[3],
                     struct error *error)
{
    for (int k = 0; k < 3; k++)
        if (reader_is_skew(tilt[k], box))
            return text_error(file, error,
                              "expected an orthorhombic box, found the tilts %g %g %g (xy xz yz)",
                              tilt[0], tilt[1], tilt[2]);
    return true;
}
