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

/** Waits for the turn of a number. Running threads must hold all earlier numbers. */
static inline void ticket_lock_await(struct ticket_lock *lock, int64_t number)
{
    enum { PATIENCE = 1000 }; /* a holder of the turn that does not run may need this core */
    for (int asked = 0; __atomic_load_n(&lock->next, __ATOMIC_ACQUIRE) != number; asked++)
        if (asked >= PATIENCE)
            sched_yield();
}

/** Gives the turn to the next number. */
static inline void ticket_lock_pass(struct ticket_lock *lock)
{
    __atomic_fetch_add(&lock->next, 1, __ATOMIC_RELEASE);
}
