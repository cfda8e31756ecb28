/*
 * Divides a config into shards, so that each of several machines runs one of them.
 *
 * Whole groups of cases that are sampled in turns (case_same_group) are distributed, so that the
 * ratios of their times come from one run. Rendezvous hashing (D. G. Thaler, C. V. Ravishankar,
 * IEEE/ACM Trans. Netw. 6, 1, 1998) chooses the shard of a group by its model and particles, so
 * that the groups of a system stay together. If that shard is full, the group goes to its next
 * choice (V. Mirrokni, M. Thorup, M. Zadimoghaddam, Consistent hashing with bounded loads, SODA
 * 2018). The longest groups are distributed first. A shard is full if its time exceeds the mean
 * time of shards by an eighth, so its time is at most that, or the mean plus the longest group. If
 * a case or a shard is added, few other cases move.
 */
#pragma once

#include "harness/config/cases.h"

enum { CASES_SHARDS = 100000 };

/**
 * Skips the cases that do not belong to shard `shard` of `count`, counted from 1, and records the
 * shard in the others. The result depends only on cases that were not skipped before. All cases may
 * be skipped.
 */
void cases_shard(struct cases *cases, int shard, int count);
