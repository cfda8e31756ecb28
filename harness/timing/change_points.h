/* Where the level of a series changes. */
#ifndef PAIRLANES_CHANGE_POINTS_H
#define PAIRLANES_CHANGE_POINTS_H

#include <stdbool.h>

/**
 * Sets change[k] where the positive series y[0 … n) has a new level from k on: of the up to five
 * values before k and the up to five from k on, at least three each, all of one side are below all
 * of the other, and the medians of the two sides differ by more than `threshold`, relatively. Of
 * neighbouring candidates the one with the widest gap between the sides stays, the first of equals.
 *
 * Ranks only: one outlier is no change. Without any change two sides of five are apart once in
 * 2 / C(10, 5) = 0.8 % of places, of three once in 10 %; the threshold takes most of those.
 */
void change_points(const double *y, int n, double threshold, bool *change);

#endif
