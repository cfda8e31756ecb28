/*
 * The box of a frame of extended XYZ. The vectors in Lattice="ax ay az bx by bz cx cy cz" must be
 * along the axes. pbc="T T T" makes each axis periodic; without pbc the box is periodic. Other keys
 * whose names contain pbc, periodic or boundary must not contradict it.
 */
#pragma once

#include "harness/base/files/text_file.h"
#include "harness/particles/system.h"

/**
 * Reads the box of a system from the current line of a file. EXIT_USAGE if there is none, if it is
 * not orthorhombic, or if a key marks it as not periodic. Adds a note to the system for each key
 * that describes another box.
 */
bool extxyz_box(const struct text_file *file, struct system *system, struct error *error);
