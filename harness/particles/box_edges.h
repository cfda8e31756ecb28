/* Conversion of the edges of a box from and to text, "10x10x16". */
#pragma once

#include "harness/base/error.h"

struct box_edges_text {
    char text[80];
};

/** Reads three edges above 0 from a text. EXIT_USAGE if the text is different. */
bool box_edges_read(const char *text, double box[3], struct error *error);

/** Returns edges as a text for box_edges_read, with 12 digits. */
struct box_edges_text box_edges_text(const double box[3]);
