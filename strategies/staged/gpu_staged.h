/*
 * Data of GPU kernels of `staged`, and arguments of the kernels that build them.
 */
#ifndef PAIRLANES_STRATEGIES_STAGED_GPU_STAGED_H
#define PAIRLANES_STRATEGIES_STAGED_GPU_STAGED_H

#include "strategies/gpu_arguments.h"

enum {
    STAGED_GROUP = 8,           /* entries of a row that are read together, 16 bits each */
    STAGED_CHUNK = 32,          /* consecutive particles, or boxes, in a box around them */
    STAGED_LEVELS = 3,          /* levels: boxes around particles, around boxes, around boxes of
                                 * boxes */
    STAGED_PARTICLES = 512,     /* most particles of a block */
    STAGED_PARTNERS = 0xffff,   /* partners that 16 bits can number, and one more for padding */
    STAGED_WORDS = 4,           /* most words of waiting hits of a bank group in a pass */
    STAGED_TEAM = 4,            /* warps that together build the rows of 32 particles */
    STAGED_TEAM_THREADS = 1024, /* most threads of a block of such teams */
    STAGED_ALIGNED = 4,         /* integers that are as long as an int4 */
};

/**
 * Blocks of `particles` consecutive particles. Block b has the table of partners table[b * room] …,
 * `partners[b]` of them and then particle n. An entry of a row is a place in the table of its
 * block. Group g of lane l of the block's particle p is row[((b * stride + g) * particles + p) *
 * lanes + l]; all lanes of a particle have the same number of groups, as many as its count
 * requires, padded with the place of particle n.
 */
struct gpu_staged {
    DEVICE_POINTER(const int) count; /* n: partners of each particle */
    DEVICE_POINTER(const int4) row;
    DEVICE_POINTER(const int) partners;
    DEVICE_POINTER(const int) table;

    /*
     * cuts along x, y, z of each block: coordinates from there on are shifted down by one box, so
     * that no pair of its particles and their partners needs another image; w is not 0 if there is
     * no such place, and pairs take the nearest image
     */
    DEVICE_POINTER(const vector4) frame;
    long long stride; /* groups of a row for which memory has room */
    int room;         /* room of a table */
};

/** Bytes of shared memory of a warp that builds the rows of 32 particles: for `words` times 32
 * eights of places, and for each of these places a bit of each lane. */
#define STAGED_WAITING(words) ((words)*STAGED_CHUNK * (STAGED_GROUP * 4 + 2))

/** The same for a team of warps, which also needs room for the hits of each lane in each bank
 * group, and for each 32 of `room` places. */
#define STAGED_TEAM_CHUNKS(room) (((room) / STAGED_CHUNK + 4) / 4 * 4)
#define STAGED_TEAM_BYTES(words, room)                                                             \
    (STAGED_WAITING(words) + 2 * STAGED_GROUP * STAGED_CHUNK + 3 * STAGED_TEAM_CHUNKS(room))

struct staged_build {
    int n;
    int particles, lanes; /* particles of a block; lanes of a particle */
    int banked;           /* 1: rows are in bank order */
    int team;             /* warps that build the rows of 32 particles: 1, or STAGED_TEAM */
    int words, passes;    /* words of hits; passes through a table, with room for the hits of
                           * each */
    struct box_double box_double;
    struct box_single box_single;
    double range; /* range of listed pairs */
    DEVICE_POINTER(const vector4) position;
    DEVICE_POINTER(const int) excluded; /* exclusions, as in struct gpu_arguments */

    /*
     * boxes[k] boxes of level k, two vectors each: beginning and end along the axes, the beginning
     * below 0 if it reaches across a face
     */
    int boxes[STAGED_LEVELS];
    DEVICE_POINTER(vector4) box[STAGED_LEVELS];

    DEVICE_POINTER(int) count;
    DEVICE_POINTER(int4) row;
    DEVICE_POINTER(int) partners;
    DEVICE_POINTER(int) table;
    DEVICE_POINTER(vector4) frame;
    long long stride;
    int room;
    int near_room; /* chunks near a block for which memory has room */

    /* 4: the most groups of a row, places of a table, chunks near a block and, of teams, words */
    DEVICE_POINTER(int) most;
    /* set to LIST_OVERFLOW if room is lacking; NULL: not reported */
    DEVICE_POINTER(long long) halted;
};

#endif
