/*
 * Groups of particles with the bonded terms of each, as the harness writes them and kernels read
 * them: an array of 32-bit numbers. Its first TERM_GROUP_HEAD numbers are `groups` and zeros. Then
 * each group has TERM_GROUP_HEAD numbers: where its part of the array begins, how many particles
 * are its own, how many it reads, and how many terms it has. A part is
 *
 *     place   of each particle that it reads, its own first
 *     row     of each own particle: where its slots begin; and one number more, where the last end
 *     word    of each term, as in an entry of the topology (harness/particles/topology.h), with
 *             role 0
 *     member  of each term, four bytes: which of the places each member is; that of the first
 *             member again, where a term has fewer
 *     slot    of the own particles, two bytes each: member * terms + term, for each term of theirs
 */
#ifndef PAIRLANES_STRATEGIES_TERM_GROUP_H
#define PAIRLANES_STRATEGIES_TERM_GROUP_H

enum {
    TERM_GROUP_HEAD = 4,     /* numbers of a head */
    TERM_GROUP_PLACES = 128, /* most particles that it reads: a thread reads each */
    TERM_GROUP_TERMS = 448,  /* most terms: their forces in double precision fit into the shared
                              * memory of a block */
};

#endif
