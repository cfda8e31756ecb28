/*
 * Groups of particles with their bonded terms: an array of 32-bit numbers that the harness writes
 * and kernels read. It begins with the number of groups, filled up with zeros to TERM_GROUP_HEAD
 * numbers. Then each group has a head of TERM_GROUP_HEAD numbers: index of its part of the array,
 * number of own particles, number of particles that it reads, number of terms. The part consists of
 *
 *     place   index of each particle that the group reads, own particles first
 *     row     first slot of each own particle, and the end of the last
 *     word    word of each term, in the form of the topology (harness/particles/topology.h), with
 *             role 0
 *     member  four bytes per term: index into `place` of each member; the first member
 *             again if the term has fewer members
 *     slot    two bytes per own particle and term of the particle: member * terms + term
 */
#ifndef PAIRLANES_STRATEGIES_TERM_GROUP_H
#define PAIRLANES_STRATEGIES_TERM_GROUP_H

enum {
    TERM_GROUP_HEAD = 4,     /* numbers in a head */
    TERM_GROUP_PLACES = 128, /* maximum particles that a group reads, one per thread */
    TERM_GROUP_TERMS = 448,  /* maximum terms of a group, so that their forces in double precision
                              * fit into a block's shared memory */
};

#endif
