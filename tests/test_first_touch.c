/*
 * Tests memory with first touch: each thread touches the pages of its part first, even if malloc
 * reuses memory. All memory is cleared.
 */
#include "harness/base/machine/first_touch.h"
#include "harness/base/memory.h"
#include "tests/cmocka.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    THREADS = 3,
    PAGE = 4096,
    PAGES = 16 * PAGE,
    BYTES = 30 << 20,
    WORDS = BYTES / (int)sizeof(int64_t)
};

/* Counts the page faults of each thread so far. */
static void count_faults(long fault[THREADS])
{
#pragma omp parallel num_threads(THREADS)
    {
        struct rusage usage;
        getrusage(RUSAGE_THREAD, &usage);
        fault[omp_get_thread_num()] = usage.ru_minflt;
    }
}

static void assert_shared_out(void)
{
    long before[THREADS], after[THREADS];
    struct error error;
    count_faults(before);
    int64_t *memory = first_touch_allocate(WORDS, sizeof *memory, "words", &error);
    count_faults(after);
    assert_non_null(memory);
    for (int k = 0; k < WORDS; k++)
        assert_int_equal(memory[k], 0);
    long all = 0;
    for (int k = 0; k < THREADS; k++)
        all += after[k] - before[k];
    /* the system may use large pages */
    assert_true(all >= BYTES / (2 << 20));
    for (int k = 0; k < THREADS; k++)
        assert_in_range(100 * (after[k] - before[k]) / all, 25, 42);
    free(memory);
}

TEST(each_thread_touches_the_pages_of_its_share)
{
    omp_set_num_threads(THREADS);
    assert_shared_out();
}

TEST(pages_of_earlier_use_are_touched_again)
{
    struct error error;
    omp_set_num_threads(THREADS);
    /* malloc keeps freed memory of this size after the first pass, instead of returning it to
     * the system */
    for (int k = 0; k < 2; k++) {
        const int64_t more = BYTES + PAGES; /* large enough for the next allocation and its
                                             * alignment */
        char *used = memory_allocate(more, 1, "bytes", &error);
        void *last = memory_allocate(1, 1, "a byte", &error); /* keeps the heap from shrinking */
        assert_non_null(used);
        assert_non_null(last);
        for (int64_t at = 0; at < more; at += PAGE)
            ((volatile char *)used)[at] = 1; /* compilers leave out memset before free */
        free(used);
        assert_shared_out();
        free(last);
    }
}

TEST(few_bytes_are_cleared_and_nothing_next_to_them)
{
    char bytes[300];
    memset(bytes, 1, sizeof bytes);
    first_touch(bytes + 100, 100);
    for (int k = 0; k < 300; k++)
        assert_int_equal(bytes[k], k >= 100 && k < 200 ? 0 : 1);
}

TEST(bytes_next_to_whole_pages_stay)
{
    enum { SIZE = 1 << 20 };
    struct error error;
    char *bytes = memory_allocate(SIZE, 1, "bytes", &error);
    assert_non_null(bytes);
    memset(bytes, 1, SIZE);
    first_touch(bytes + 100, SIZE - 300);
    for (int k = 0; k < SIZE; k++)
        assert_int_equal(bytes[k], k >= 100 && k < SIZE - 200 ? 0 : 1);
    free(bytes);
}

TEST(too_much_is_refused)
{
    struct error error;
    assert_null(first_touch_allocate(INT64_MAX / 8, 16, "the sky", &error));
    assert_int_equal(error.code, EXIT_ENVIRONMENT);
    assert_non_null(strstr(error.text, "the sky"));
}

TESTS_MAIN(NULL, NULL)
