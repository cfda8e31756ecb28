/*
 * The part of a config that one of several machines runs.
 *
 * Whole groups are distributed, the cases that are sampled in turn (case_same_group), so that their
 * ratios come from one run. A group goes to the shard that rendezvous hashing (D. G. Thaler, C. V.
 * Ravishankar, IEEE/ACM Trans. Netw. 6, 1, 1998) chooses for its model and particles, so that those
 * of a system stay together. If that shard is full, it goes to the next choice (V. Mirrokni, M.
 * Thorup, M. Zadimoghaddam, Consistent hashing with bounded loads, SODA 2018). A shard is full at
 * an eighth over the mean time of a shard; the longest groups go first. So a shard takes at most
 * the mean and an eighth, or the mean and the longest group. An additional case moves few others,
 * and so does an additional shard.
 */
#pragma once

#include "harness/config/cases.h"

enum { CASES_SHARDS = 100000 };

/**
 * Skips the cases that do not belong to shard `shard` of `count`, from 1, and marks the others. The
 * result only depends on cases that were not skipped before. No case may remain.
 */
void cases_shard(struct cases *cases, int shard, int count);
