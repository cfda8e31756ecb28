/* Groups of cases that several processes take one after the other, each when it is free. */
#ifndef PAIRLANES_SHARE_QUEUE_H
#define PAIRLANES_SHARE_QUEUE_H

#include "harness/base/error.h"
#include "harness/base/process/worker.h"
#include "harness/config/case_groups.h"

#include <stdbool.h>
#include <stdint.h>

/** Crashes of processes after which a group is given up. */
enum { SHARE_DEATHS = 2 };

enum share_state { SHARE_WAITS, SHARE_TAKEN, SHARE_DONE, SHARE_LEFT };

struct share_group {
    struct case_group cases;
    enum share_state state;
    int taker;          /* process that has it, or had it last; -1: none */
    int deaths, killer; /* processes that it has cost, and whose was the last; -1 */
};

/** Zeroed: nothing waits. */
struct share_queue {
    struct share_group *group; /* longest first */
    int64_t count;
};

/** Whether a case is one of those that are shared out. */
typedef bool share_wanted(const struct case_spec *spec);

/** Fills a queue with the groups that have a case to run, and are wanted. EXIT_ENVIRONMENT if
 * memory runs out. */
bool share_queue_fill(struct share_queue *queue, const struct cases *cases, share_wanted *wanted,
                      struct error *error);

/**
 * Returns the group that process `taker` takes next: the longest with the particles that it already
 * has, because each process makes particles and reference itself; otherwise the longest whose
 * particles no other process has taken; otherwise the longest. A group on which its last process
 * died is left to others, unless it is `alone`. NULL if none waits for it.
 */
struct share_group *share_queue_take(struct share_queue *queue, int taker, bool alone);

/** Returns the group that a process works on; NULL if none. */
struct share_group *share_queue_taken(const struct share_queue *queue, int taker);

/** Gives back the group of a process that has died of whatever cause; what has killed SHARE_DEATHS
 * is left, and waits no more. */
void share_queue_return(struct share_group *group);

/** Whether no group waits or is in work. */
bool share_queue_over(const struct share_queue *queue);

void share_queue_free(struct share_queue *queue);

#endif
