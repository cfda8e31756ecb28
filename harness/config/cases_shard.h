/*
 * Divides a config into shards, one for each of several machines.
 *
 * Groups of cases that are sampled in turns (case_same_group) stay whole, because one run must give
 * the ratios of their times. Rendezvous hashing (D. G. Thaler, C. V. Ravishankar, IEEE/ACM Trans.
 * Netw. 6, 1, 1998) chooses the shard of a group by its model and particles, so that the groups of
 * a system stay together. If that shard is full, the group goes to its next choice (V. Mirrokni, M.
 * Thorup, M. Zadimoghaddam, Consistent hashing with bounded loads, SODA 2018). The longest groups
 * are distributed first. A shard is full if its time exceeds the mean time of shards by an eighth.
 * Its time is at most this limit, or the mean plus the longest group. If a case or a shard is
 * added, few other cases move.
 */
#pragma once

#include "harness/config/cases.h"

enum { CASES_SHARDS = 100000 };

/**
 * Skips the cases that do not belong to shard `shard` of `count`, counted from 1. The cases of the
 * shard get its number. Previously skipped cases have no effect on the result. All cases may be
 * skipped.
 */
void cases_shard(struct cases *cases, int shard, int count);
