/*
 * Ticket lock for very short sections: threads enter in the order of their numbers. Waiting threads
 * spin, because the operating system would need longer to wake them than a section takes.
 */
#pragma once

#include <sched.h>
#include <stdint.h>

struct ticket_lock {
    int64_t next; /* number of the thread that may enter; starts with 0 */
};

/** Waits until it is this number's turn. All earlier numbers must be held by running threads. */
static inline void ticket_lock_await(struct ticket_lock *lock, int64_t number)
{
    enum { PATIENCE = 1000 }; /* polls before yielding the core */
    for (int asked = 0; __atomic_load_n(&lock->next, __ATOMIC_ACQUIRE) != number; asked++)
        if (asked >= PATIENCE)
            sched_yield();
}

/** Lets the next number enter. */
static inline void ticket_lock_pass(struct ticket_lock *lock)
{
    __atomic_fetch_add(&lock->next, 1, __ATOMIC_RELEASE);
}
