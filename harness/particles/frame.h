/*
 * Frame of nearby particles: along each axis, coordinates beyond a cut are shifted down by one edge
 * of the box. Then no pair of these particles and their partners needs a nearest image.
 */
#pragma once

#include <stdint.h>

/**
 * Returns the coordinate of the cut along an axis of a box, for `count` particles and partners
 * within `range`. It is the middle of the part of the axis that is out of range of the particles.
 * It lies beyond the box if no coordinate needs a shift. Negative: there is no cut, and pairs need
 * nearest images.
 */
double frame_cut(const double *at, int64_t count, double range, double box);
