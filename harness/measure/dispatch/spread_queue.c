#include "harness/measure/dispatch/spread_queue.h"

#include "harness/base/memory.h"

#include <stdlib.h>

static bool is_wanted(const struct cases *cases, const struct case_group *group,
                      spread_wanted *wanted)
{
    for (int64_t k = group->first; k < group->first + group->count; k++)
        if (!cases->spec[k].passed_over && wanted(&cases->spec[k]))
            return true;
    return false;
}

void spread_queue_fill(struct spread_queue *queue, const struct cases *cases, spread_wanted *wanted)
{
    *queue = (struct spread_queue){0};
    struct case_group *all = memory_new(cases->count, sizeof *all, "groups");
    queue->group = memory_new(cases->count, sizeof *queue->group, "groups");
    const int64_t count = case_groups(cases, all);
    case_groups_sort(all, count);
    for (int64_t k = 0; k < count; k++)
        if (is_wanted(cases, &all[k], wanted))
            queue->group[queue->count++] =
                (struct spread_group){.cases = all[k], .taker = -1, .killer = -1};
    free(all);
}

/*
 * Whether process `taker` (with `others`: another process) has already taken a group with the same
 * particles.
 */
static bool is_at_hand(const struct spread_queue *queue, const struct spread_group *group,
                       int taker, bool own)
{
    for (int64_t k = 0; k < queue->count; k++) {
        const struct spread_group *other = &queue->group[k];
        if (other->taker >= 0 && (other->taker == taker) == own &&
            hash_same(other->cases.system, group->cases.system))
            return true;
    }
    return false;
}

static struct spread_group *choose(const struct spread_queue *queue, int taker, bool alone)
{
    struct spread_group *free = NULL, *any = NULL;
    for (int64_t k = 0; k < queue->count; k++) {
        struct spread_group *group = &queue->group[k];
        if (group->state != SPREAD_WAITS || (group->killer == taker && !alone))
            continue;
        if (is_at_hand(queue, group, taker, true))
            return group;
        if (free == NULL && !is_at_hand(queue, group, taker, false))
            free = group;
        any = any != NULL ? any : group;
    }
    return free != NULL ? free : any;
}

struct spread_group *spread_queue_take(struct spread_queue *queue, int taker, bool alone)
{
    struct spread_group *group = choose(queue, taker, alone);
    if (group != NULL) {
        group->state = SPREAD_TAKEN;
        group->taker = taker;
    }
    return group;
}

struct spread_group *spread_queue_taken(const struct spread_queue *queue, int taker)
{
    for (int64_t k = 0; k < queue->count; k++)
        if (queue->group[k].state == SPREAD_TAKEN && queue->group[k].taker == taker)
            return &queue->group[k];
    return NULL;
}

void spread_queue_return(struct spread_group *group)
{
    group->deaths++;
    group->killer = group->taker;
    group->state = group->deaths < SPREAD_DEATHS ? SPREAD_WAITS : SPREAD_LEFT;
    group->taker = -1;
}

bool spread_queue_over(const struct spread_queue *queue)
{
    for (int64_t k = 0; k < queue->count; k++)
        if (queue->group[k].state == SPREAD_WAITS || queue->group[k].state == SPREAD_TAKEN)
            return false;
    return true;
}

void spread_queue_free(struct spread_queue *queue)
{
    free(queue->group);
    *queue = (struct spread_queue){0};
}
