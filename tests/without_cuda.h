/* The whole of a test program in a build without the CUDA backend: a skip with the reason. */
#pragma once

#include "tests/cmocka.h"

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
