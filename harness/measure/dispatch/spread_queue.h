/* A queue of groups of cases, from which several processes take the next one when they are free. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/process/worker.h"
#include "harness/config/case_groups.h"

#include <stdbool.h>
#include <stdint.h>

/** Crashes of processes after which a group is given up. */
enum { SPREAD_DEATHS = 2 };

enum spread_state { SPREAD_WAITS, SPREAD_TAKEN, SPREAD_DONE, SPREAD_LEFT };

struct spread_group {
    struct case_group cases;
    enum spread_state state;
    int taker;          /* process that has the group, or the last one that had it; -1: none */
    int deaths, killer; /* number of processes that died on the group; the last of them, -1: none */
};

/** Zeroed: nothing waits. */
struct spread_queue {
    struct spread_group *group; /* longest first */
    int64_t count;
};

/** Whether a case is to be spread over devices. */
typedef bool spread_wanted(const struct case_spec *spec);

/** Fills a queue with the groups that have a case to run, and are wanted. */
void spread_queue_fill(struct spread_queue *queue, const struct cases *cases,
                       spread_wanted *wanted);

/**
 * Returns the next group of process `taker`: the longest with the particles that it already has,
 * because each process makes particles and reference itself; otherwise the longest whose particles
 * no other process has; otherwise the longest of all. A group on which its last process died is
 * left to others, unless the process is `alone`. NULL if none is waiting.
 */
struct spread_group *spread_queue_take(struct spread_queue *queue, int taker, bool alone);

/** Returns the current group of a process; NULL: none. */
struct spread_group *spread_queue_taken(const struct spread_queue *queue, int taker);

/**
 * Puts the group of a process that died back into the queue; a group on which SPREAD_DEATHS
 * processes died is dropped.
 */
void spread_queue_return(struct spread_group *group);

/** Whether no group waits or is being measured. */
bool spread_queue_over(const struct spread_queue *queue);

void spread_queue_free(struct spread_queue *queue);
