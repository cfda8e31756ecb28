#include "harness/measure/dispatch/share_queue.h"

#include "harness/base/memory.h"

#include <stdlib.h>

static bool is_wanted(const struct cases *cases, const struct case_group *group,
                      share_wanted *wanted)
{
    for (int64_t k = group->first; k < group->first + group->count; k++)
        if (!cases->spec[k].passed_over && wanted(&cases->spec[k]))
            return true;
    return false;
}

bool share_queue_fill(struct share_queue *queue, const struct cases *cases, share_wanted *wanted,
                      struct error *error)
{
    *queue = (struct share_queue){0};
    struct case_group *all = memory_allocate(cases->count, sizeof *all, "groups", error);
    queue->group = memory_allocate(cases->count, sizeof *queue->group, "groups", error);
    bool good = all != NULL && queue->group != NULL;
    int64_t count = good ? case_groups(cases, all) : 0;
    case_groups_sort(all, count);
    for (int64_t k = 0; k < count; k++)
        if (is_wanted(cases, &all[k], wanted))
            queue->group[queue->count++] =
                (struct share_group){.cases = all[k], .taker = -1, .killer = -1};
    free(all);
    return good;
}

/* Whether the taker has, or others have, taken a group of the same particles. */
static bool is_at_hand(const struct share_queue *queue, const struct share_group *group, int taker,
                       bool own)
{
    for (int64_t k = 0; k < queue->count; k++) {
        const struct share_group *other = &queue->group[k];
        if (other->taker >= 0 && (other->taker == taker) == own &&
            hash_same(other->cases.system, group->cases.system))
            return true;
    }
    return false;
}

static struct share_group *choose(const struct share_queue *queue, int taker, bool alone)
{
    struct share_group *free = NULL, *any = NULL;
    for (int64_t k = 0; k < queue->count; k++) {
        struct share_group *group = &queue->group[k];
        if (group->state != SHARE_WAITS || (group->killer == taker && !alone))
            continue;
        if (is_at_hand(queue, group, taker, true))
            return group;
        if (free == NULL && !is_at_hand(queue, group, taker, false))
            free = group;
        any = any != NULL ? any : group;
    }
    return free != NULL ? free : any;
}

struct share_group *share_queue_take(struct share_queue *queue, int taker, bool alone)
{
    struct share_group *group = choose(queue, taker, alone);
    if (group != NULL) {
        group->state = SHARE_TAKEN;
        group->taker = taker;
    }
    return group;
}

struct share_group *share_queue_taken(const struct share_queue *queue, int taker)
{
    for (int64_t k = 0; k < queue->count; k++)
        if (queue->group[k].state == SHARE_TAKEN && queue->group[k].taker == taker)
            return &queue->group[k];
    return NULL;
}

void share_queue_return(struct share_group *group)
{
    group->deaths++;
    group->killer = group->taker;
    group->state = group->deaths < SHARE_DEATHS ? SHARE_WAITS : SHARE_LEFT;
    group->taker = -1;
}

bool share_queue_over(const struct share_queue *queue)
{
    for (int64_t k = 0; k < queue->count; k++)
        if (queue->group[k].state == SHARE_WAITS || queue->group[k].state == SHARE_TAKEN)
            return false;
    return true;
}

void share_queue_free(struct share_queue *queue)
{
    free(queue->group);
    *queue = (struct share_queue){0};
}
