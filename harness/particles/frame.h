/*
 * The image of the box that nearby particles see: along each axis, coordinates from a cut on are
 * shifted one box down, so that no pair of them and their partners needs another image.
 */
#pragma once

#include <stdint.h>

/**
 * Returns the cut of `count` particles along an axis of a box, with partners within `range`: in the
 * middle of the part that they do not reach. Beyond the box: no coordinate is shifted. Under 0:
 * there is no cut, and pairs have to take nearest images.
 */
double frame_cut(const double *at, int64_t count, double range, double box);
