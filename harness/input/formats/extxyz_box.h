/*
 * The box of a frame of extended XYZ: the key Lattice="ax ay az bx by bz cx cy cz", its vectors
 * along the axes, and pbc="T T T", periodic along each of them, which is taken for granted if left
 * out. Programs write boundaries by other keys, too: those of a name with pbc, periodic or boundary
 * in it have to say the same.
 */
#pragma once

#include "harness/base/files/text_file.h"
#include "harness/particles/system.h"

/**
 * Reads the box of a system from the current line of a file. EXIT_USAGE where there is none, where
 * it is not orthorhombic, or where any key says that it is not periodic. The system gets a note of
 * each key with another box.
 */
bool extxyz_box(const struct text_file *file, struct system *system, struct error *error);
