/*
 * The image of the box that a few particles near one another see: along each axis, coordinates from
 * a cut on are taken one box lower, so that no pair of them and their partners needs another image.
 */
#ifndef PAIRLANES_FRAME_H
#define PAIRLANES_FRAME_H

#include <stdint.h>

/**
 * The cut of `count` particles along an axis of a box, with partners within `range`: in the middle
 * of the part that they do not reach. Beyond the box: no coordinate is taken lower. Under 0: there
 * is no such place, and pairs have to take nearest images.
 */
double frame_cut(const double *at, int64_t count, double range, double box);

#endif
