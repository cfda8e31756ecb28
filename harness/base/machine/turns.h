/*
 * Ticket lock for very short sections: threads enter in the order of their numbers. Waiting threads
 * spin, because the operating system takes longer to wake one than such a section lasts.
 */
#pragma once

#include <sched.h>
#include <stdint.h>

struct turns {
    int64_t next; /* number whose turn it is; zeroed: 0 */
};

/** Waits until it is the turn of a number. All numbers before it are held by threads that run. */
static inline void turns_await(struct turns *turns, int64_t number)
{
    enum { PATIENCE = 1000 }; /* then the holder of the turn may be waiting for this core */
    for (int asked = 0; __atomic_load_n(&turns->next, __ATOMIC_ACQUIRE) != number; asked++)
        if (asked >= PATIENCE)
            sched_yield();
}

/** Gives the turn to the next number. */
static inline void turns_pass(struct turns *turns)
{
    __atomic_fetch_add(&turns->next, 1, __ATOMIC_RELEASE);
}
