/* Tests the names of machines, which are the names of their result folders. */
#include "harness/devices/machine.h"
#include "tests/cmocka.h"

#include <string.h>

TEST(machines_are_named_by_what_they_are)
{
    static const struct {
        const char *device;
        int cores;
        const char *name;
    } cases[] = {
        {"NVIDIA H200", 0, "nvidia-h200"},
        {"NVIDIA A100-SXM4-80GB", 0, "nvidia-a100-sxm4-80gb"},
        {"Intel(R) Xeon(R) Processor @ 2.50GHz", 2, "intel-xeon-2-cores"},
        {"Intel(R) Core(TM) i7-8650U CPU @ 1.90GHz", 8, "intel-core-i7-8650u-8-cores"},
        {"AMD EPYC 9654 96-Core Processor", 192, "amd-epyc-9654-96-core-192-cores"},
        {"../a/.b", 1, "a-b-1-cores"},
        {"unknown", 4, "unknown-4-cores"},
        {"", 4, "4-cores"},
    };
    char name[64];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        machine_name_of(cases[k].device, cases[k].cores, name, sizeof name);
        assert_string_equal(name, cases[k].name);
    }
    char longest[300];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    machine_name_of(longest, 4, name, sizeof name);
    assert_string_equal(name, "4-cores");
}

TESTS_MAIN(NULL, NULL)
