/*
 * Replaces a test program in a build without the CUDA backend: the program is skipped, with the
 * reason.
 */
#pragma once

#include "tests/cmocka.h"

TEST_IN_BOTH(built_without_cuda)
{
    print_message("this build has no CUDA backend\n");
    skip();
}

TESTS_MAIN(NULL, NULL)
