/*
 * The box of a frame of extended XYZ: the key Lattice="ax ay az bx by bz cx cy cz", whose vectors
 * must be along the axes, and pbc="T T T", periodic along each axis. Without pbc the box is
 * periodic. Other keys whose names contain pbc, periodic or boundary must not contradict it.
 */
#pragma once

#include "harness/base/files/text_file.h"
#include "harness/particles/system.h"

/**
 * Reads the box of a system from the current line of a file. EXIT_USAGE if there is none, if it is
 * not orthorhombic, or if a key marks it as not periodic. Each key that describes another box is
 * noted in the system.
 */
bool extxyz_box(const struct text_file *file, struct system *system, struct error *error);
