/* The whole of a test program in a build without the CUDA backend: a skip with the reason. */
#ifndef PAIRLANES_TESTS_WITHOUT_CUDA_H
#define PAIRLANES_TESTS_WITHOUT_CUDA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void built_without_cuda(void **state)
{
    (void)state;
    print_message("this build has no CUDA backend\n");
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(built_without_cuda)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
