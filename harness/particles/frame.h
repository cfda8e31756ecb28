/*
 * Image of the box for nearby particles: along each axis, coordinates beyond a cut are shifted down
 * by one box, so that no pair of these particles and their partners needs another image.
 */
#pragma once

#include <stdint.h>

/**
 * Returns the cut of `count` particles along an axis of a box, with partners within `range`: in the
 * middle of the part that is out of their range. A cut beyond the box shifts no coordinate. Below
 * 0: there is no cut, and pairs need nearest images.
 */
double frame_cut(const double *at, int64_t count, double range, double box);
