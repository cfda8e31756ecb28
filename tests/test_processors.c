/* Tests sockets, memories, caches and GPUs of a machine, read from folders that imitate sysfs. */
#include "harness/backend/cpu/machine/cpu_cache.h"
#include "harness/base/machine/gpus.h"
#include "harness/base/machine/processors.h"
#include "tests/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static char root[] = "/tmp/pairlanes-processors-XXXXXX";

/* Writes a file below the root of the test, and makes its parent folders. */
static void put(const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *at = path + sizeof root; *at != '\0'; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fputs(text, stream);
    assert_int_equal(fclose(stream), 0);
}

static void put_cache(int index, const char *level, const char *type, const char *size,
                      const char *sharers)
{
    static const char *const names[] = {"level", "type", "size", "shared_cpu_list"};
    const char *const texts[] = {level, type, size, sharers};
    char name[128];
    for (int k = 0; k < 4; k++) {
        snprintf(name, sizeof name, "cpu/cpu0/cache/index%d/%s", index, names[k]);
        put(name, texts[k]);
    }
}

TEST(a_missing_machine_has_no_values)
{
    const struct processors none = processors_read("/nowhere");
    assert_int_equal(none.sockets, 0);
    assert_int_equal(none.memories, 0);
    assert_int_equal(none.caches, 0);
    assert_null(processors_cache(&none, 1));
}

TEST(sockets_memories_and_caches_are_found)
{
    put("cpu/possible", "0-4\n");
    put("cpu/cpu0/topology/physical_package_id", "0\n");
    put("cpu/cpu1/topology/physical_package_id", "2\n");
    put("cpu/cpu2/topology/physical_package_id", "0\n");
    put("cpu/cpu4/topology/physical_package_id", "2\n"); /* cpu3 is offline */
    put("node/online", "0-1,4\n");
    put_cache(0, "1\n", "Data\n", "48K\n", "0,2\n");
    put_cache(1, "1\n", "Instruction\n", "32K\n", "0,2\n");
    put_cache(2, "2\n", "Unified\n", "2048K\n", "0,2\n");
    put_cache(3, "3\n", "Unified\n", "107520K\n", "0-55,112-167\n");
    const struct processors machine = processors_read(root);
    assert_int_equal(machine.sockets, 2);
    assert_int_equal(machine.memories, 3);
    assert_int_equal(machine.caches, 3);
    assert_int_equal(processors_cache(&machine, 1)->bytes, 48 << 10);
    assert_int_equal(processors_cache(&machine, 1)->sharers, 2);
    assert_int_equal(processors_cache(&machine, 2)->bytes, 2 << 20);
    assert_int_equal(processors_cache(&machine, 3)->bytes, 105 << 20);
    assert_int_equal(processors_cache(&machine, 3)->sharers, 112);
    assert_null(processors_cache(&machine, 4));
    assert_ptr_equal(processors_last_cache(&machine), processors_cache(&machine, 3));
}

/* Exactly the last-level caches that the threads may use are flushed. */
TEST(caches_in_use_are_flushed)
{
    static const struct {
        int threads, caches;
    } rows[] = {{1, 1}, {2, 2}, {3, 2}, {224, 2}};
    const struct processors machine = processors_read(root);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        assert_int_equal(cpu_cache_bytes(&machine, 224, rows[k].threads),
                         rows[k].caches * INT64_C(210) << 20);
    assert_int_equal(cpu_cache_bytes(&machine, 1, 8), INT64_C(210) << 20);
    const struct processors none = processors_read("/nowhere");
    assert_int_equal(cpu_cache_bytes(&none, 8, 8), 0);
}

TEST(the_name_is_that_of_the_kernel)
{
    char path[sizeof root + 16], name[64] = "as it was";
    snprintf(path, sizeof path, "%s/cpuinfo", root);
    assert_false(processors_name(path, name, sizeof name));
    put("cpuinfo", "processor\t: 0\nmodel\t\t: 17\n");
    assert_false(processors_name(path, name, sizeof name));
    assert_string_equal(name, "as it was");
    put("cpuinfo",
        "processor\t: 0\nmodel\t\t: 17\nmodel name\t: Some CPU: 3.5 GHz\nmodel name\t: B\n");
    assert_true(processors_name(path, name, sizeof name));
    assert_string_equal(name, "Some CPU: 3.5 GHz");
}

/* Virtual machines may report impossible values. */
TEST(impossible_values_are_left_out)
{
    put("cpu/cpu0/topology/physical_package_id", "-1\n");
    put("cpu/cpu1/topology/physical_package_id", "-1\n");
    put("cpu/cpu2/topology/physical_package_id", "-1\n");
    put("cpu/cpu4/topology/physical_package_id", "-1\n");
    put("node/online", "\n");
    put_cache(0, "1\n", "Data\n", "48K\n", "\n");
    put_cache(2, "2\n", "Unified\n", "0K\n", "0\n");
    put_cache(3, "three\n", "Unified\n", "9K\n", "0\n");
    const struct processors machine = processors_read(root);
    assert_int_equal(machine.sockets, 0);
    assert_int_equal(machine.memories, 0);
    assert_int_equal(machine.caches, 1);
    assert_int_equal(processors_cache(&machine, 1)->sharers, 1);
}

/* A virtual machine reports node -1. Other entries of the folder are not GPUs. */
TEST(gpus_are_found_by_their_addresses)
{
    struct gpu_place place[GPUS_MAX];
    char folder[sizeof root + 16];
    snprintf(folder, sizeof folder, "%s/nvidia", root);
    assert_int_equal(gpus_read(folder, place), 0);
    put("nvidia/bind", "");
    put("nvidia/0000:3b:00.0/numa_node", "1\n");
    put("nvidia/0000:3b:00.0/local_cpulist", "16-31,48-63\n");
    put("nvidia/0000:00:06.0/numa_node", "-1\n");
    put("nvidia/0000:af:00.0/class", "0x030200\n");
    assert_int_equal(gpus_read(folder, place), 3);
    assert_string_equal(place[0].pci, "0000:00:06.0");
    assert_int_equal(place[0].numa_node, -1);
    assert_string_equal(place[0].cpus, "");
    assert_string_equal(place[1].pci, "0000:3b:00.0");
    assert_int_equal(place[1].numa_node, 1);
    assert_string_equal(place[1].cpus, "16-31,48-63");
    assert_int_equal(place[2].numa_node, -1);
}

static int make_root(void **state)
{
    (void)state;
    return mkdtemp(root) == NULL;
}

static int remove_root(void **state)
{
    char command[sizeof root + 16];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", root);
    return system(command);
}

TESTS_MAIN(make_root, remove_root)
