/*
 * Data of GPU kernels of `staged`, and arguments of the kernels that build them.
 */
#ifndef PAIRLANES_STRATEGIES_STAGED_GPU_STAGED_H
#define PAIRLANES_STRATEGIES_STAGED_GPU_STAGED_H

#include "strategies/gpu_arguments.h"

enum {
    STAGED_GROUP = 8,           /* entries of a row that are read by one load, 16 bits each */
    STAGED_CHUNK = 32,          /* particles, or boxes, that a box of the tree encloses */
    STAGED_LEVELS = 3,          /* levels of the tree of boxes */
    STAGED_PARTICLES = 512,     /* maximum particles of a block */
    STAGED_PARTNERS = 0xffff,   /* maximum partners of a block, because indices have 16 bits and
                                 * one is for padding */
    STAGED_WORDS = 4,           /* maximum words for hits per bank group and pass */
    STAGED_TEAM = 4,            /* warps of a team, which builds the rows of 32 particles */
    STAGED_TEAM_THREADS = 1024, /* maximum threads of a block of teams */
    STAGED_ALIGNED = 4,         /* integers in an int4 */
};

/**
 * Blocks of `particles` consecutive particles. Block b has a table of `partners[b]` partners,
 * starting at table[b * room] and followed by the dummy particle n. An entry of a row is an index
 * into the table of its block; eight entries are a group. Group g of lane l of the block's particle
 * p is row[((b * stride + g) * particles + p) * lanes + l]. All lanes of a particle have the same
 * number of groups; the last are padded with the index of the dummy.
 */
struct gpu_staged {
    DEVICE_POINTER(const int) count; /* number of partners of each of n particles */
    DEVICE_POINTER(const int4) row;
    DEVICE_POINTER(const int) partners;
    DEVICE_POINTER(const int) table;

    /*
     * cuts of each block along x, y, z. Shifting coordinates at or above a cut down by one box
     * length puts block and partners in the same periodic image. If w is not 0, no cut exists; each
     * pair computes its nearest image
     */
    DEVICE_POINTER(const vector4) frame;
    long long stride; /* groups per lane that fit in memory */
    int room;         /* elements of a table that fit in memory */
};

/**
 * Bytes of shared memory of a warp that builds the rows of 32 particles. It lists up to `words` *
 * 32 near eights (eight consecutive places of the table), with a bit for each place and lane.
 */
#define STAGED_WAITING(words) ((words)*STAGED_CHUNK * (STAGED_GROUP * 4 + 2))

/**
 * Bytes of shared memory of a team of warps. In addition to a warp's lists, a team counts the hits
 * per lane and bank group, and lists the near eights among each 32 of `room` places.
 */
#define STAGED_TEAM_CHUNKS(room) (((room) / STAGED_CHUNK + 4) / 4 * 4)
#define STAGED_TEAM_BYTES(words, room)                                                             \
    (STAGED_WAITING(words) + 2 * STAGED_GROUP * STAGED_CHUNK + 3 * STAGED_TEAM_CHUNKS(room))

struct staged_build {
    int n;
    int particles, lanes; /* particles of a block; lanes of a particle */
    int banked;           /* 1: rows are in bank order */
    int team;             /* warps that build the rows of 32 particles: 1, or STAGED_TEAM */
    int words, passes;    /* words for hits per bank group; number of passes over a table that these
                           * words require */
    struct box_double box_double;
    struct box_single box_single;
    double range; /* range of listed pairs */
    DEVICE_POINTER(const vector4) position;
    DEVICE_POINTER(const int) excluded; /* exclusions, as in struct gpu_arguments */

    /*
     * level k has boxes[k] boxes. A box is two vectors, begin and end along the axes. A negative
     * begin means that it crosses a face of the periodic box
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
    int near_room; /* chunks near a block that fit in memory */

    /*
     * four numbers for the host: largest number of groups of a row, elements of a table, chunks
     * near a block, words of teams
     */
    DEVICE_POINTER(int) most;
    /* set to LIST_OVERFLOW if something does not fit; NULL: not reported */
    DEVICE_POINTER(long long) halted;
};

#endif
