/*
 * Ticket lock for very short sections: threads enter in the order of their numbers. Waiting threads
 * spin, because the operating system takes longer to wake one than such a section lasts.
 */
#pragma once

#include <sched.h>
#include <stdint.h>

struct ticket_lock {
    int64_t next; /* number whose turn it is; zeroed: 0 */
};

/** Waits until it is the turn of a number. All numbers before it are held by threads that run. */
static inline void ticket_lock_await(struct ticket_lock *lock, int64_t number)
{
    enum { PATIENCE = 1000 }; /* then the holder of the turn may be waiting for this core */
    for (int asked = 0; __atomic_load_n(&lock->next, __ATOMIC_ACQUIRE) != number; asked++)
        if (asked >= PATIENCE)
            sched_yield();
}

/** Gives the turn to the next number. */
static inline void ticket_lock_pass(struct ticket_lock *lock)
{
    __atomic_fetch_add(&lock->next, 1, __ATOMIC_RELEASE);
}
