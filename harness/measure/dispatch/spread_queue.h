/* A queue of groups of cases. Several processes take work from it. */
#pragma once

#include "harness/base/error.h"
#include "harness/base/process/worker.h"
#include "harness/config/case_groups.h"

#include <stdbool.h>
#include <stdint.h>

/** Number of crashes until a group is given up. */
enum { SPREAD_DEATHS = 2 };

enum spread_state { SPREAD_WAITS, SPREAD_TAKEN, SPREAD_DONE, SPREAD_LEFT };

struct spread_group {
    struct case_group cases;
    enum spread_state state;
    int taker;          /* process that measures the group, or the last process that measured it;
                         * -1: none */
    int deaths, killer; /* number of times that a process crashed on the group, and the last
                         * process that crashed; -1: none */
};

/** A queue of groups; zeroed: empty. */
struct spread_queue {
    struct spread_group *group; /* groups, the longest first */
    int64_t count;
};

/** A function that decides whether a case runs on the processes. */
typedef bool spread_wanted(const struct case_spec *spec);

/** Fills a queue with the groups that have wanted cases to run. */
void spread_queue_fill(struct spread_queue *queue, const struct cases *cases,
                       spread_wanted *wanted);

/**
 * Returns the next group for process `taker`: the longest with particles that the process already
 * has, because each process computes particles and reference itself. If there is none, returns the
 * longest with particles that no other process has; without these, the longest of all. A process
 * does not get a group on which it crashed last, unless it is `alone`. NULL if no group is waiting.
 */
struct spread_group *spread_queue_take(struct spread_queue *queue, int taker, bool alone);

/** Returns the group that a process is measuring; NULL: none. */
struct spread_group *spread_queue_taken(const struct spread_queue *queue, int taker);

/**
 * Puts a group back into the queue after its process crashed; drops it after SPREAD_DEATHS crashes.
 */
void spread_queue_return(struct spread_group *group);

/** Whether all groups have been measured or dropped. */
bool spread_queue_over(const struct spread_queue *queue);

void spread_queue_free(struct spread_queue *queue);
