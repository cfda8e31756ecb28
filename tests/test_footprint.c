/*
 * Compares the estimated memory of cases with their used memory. On the CPU this is the resident
 * size of a separate process, on a GPU the allocations of the emulated driver. Also tests the free
 * memory that Linux and control groups report.
 */
#include "tests/support.h"

#include "harness/base/machine/control_group.h"
#include "harness/base/machine/free_memory.h"
#include "harness/config/cases.h"
#include "harness/devices/backends.h"
#include "harness/measure/memory_estimate.h"
#include "harness/measure/observe/verify.h"
#include "tests/cache.h"

#include <malloc.h>
#include <omp.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#ifdef PAIRLANES_CUDA
#include "tests/emulator/library.h"
#endif

/** A case, with a built system or, for speed, a jittered lattice. */
struct trial {
    const char *model, *builder, *strategy;
    int64_t n;
    enum precision precision;
    enum interaction_structure interactions;
    enum sort_order sort;
    struct building building;
    bool reciprocal; /* tuning value of the strategy */
};

static struct case_spec case_of(const struct trial *trial)
{
    struct error error;
    struct case_spec spec = {
        .model = model_find(trial->model),
        .system = spec_of(trial->builder != NULL ? trial->builder : "fluid", trial->n),
        .precision = trial->precision,
        .skin = 0.3,
        .sort = trial->sort,
        .interactions = trial->interactions,
        .building = trial->building,
        .strategy = strategy_find(trial->strategy),
    };
    model_defaults(spec.model, spec.parameters);
    assert_true(spec.model->derive(spec.parameters, spec.constants, &error));
    spec.range = spec.model->range(spec.parameters);
    strategy_defaults(spec.strategy, spec.tuning);
    if (trial->reciprocal)
        spec.tuning[strategy_tuning(spec.strategy, "reciprocal")] = 1;
    return spec;
}

static void make_lattice(const struct case_spec *spec, struct system *system)
{
    struct error error;
    int64_t along = (int64_t)cbrt((double)spec->system.n + 0.5);
    double edge = cbrt(1 / spec->system.density);
    assert_int_equal(along * along * along, spec->system.n);
    assert_true(system_allocate(spec->system.n, system, &error));
    assert_true(spec->model->type_count == 1 || system_add(system, SYSTEM_TYPE, &error));
    for (int d = 0; d < 3; d++)
        system->box[d] = edge * (double)along;
    for (int64_t i = 0; i < system->n; i++) {
        system->x[i] = edge * ((double)(i % along) + 0.1 * sin((double)i));
        system->y[i] = edge * ((double)(i / along % along) + 0.1 * sin(2.0 * (double)i));
        system->z[i] = edge * ((double)(i / along / along) + 0.1 * sin(3.0 * (double)i));
        if (system->type != NULL)
            system->type[i] = (int32_t)(i % spec->model->type_count);
    }
    system_wrap_all(system);
    system_set_hash(system);
}

/** Runs a case up to its verification. */
static bool run(const struct backend *backend, const struct case_spec *spec, bool lattice,
                struct error *error)
{
    struct system system, rounded;
    struct reference reference;
    struct verification verification;
    struct device *device;
    struct workload *workload;
    struct prepared *prepared;
    if (lattice)
        make_lattice(spec, &system);
    else
        system = created(&spec->system);
    if (!system_set_rows(&system, spec->model, spec->constants, error) ||
        !system_round(&system, spec->precision, &rounded, error) ||
        !reference_by_cells(&rounded, spec->model, spec->constants, spec->range, &reference,
                            error) ||
        !backend->open(&(struct device_options){0}, &device, error))
        return false;
    const struct workload_spec loaded = case_workload(spec, &rounded);
    return backend->load(device, &loaded, &workload, error) &&
           backend->prepare(workload, spec->strategy, spec->tuning, &prepared, error) &&
           verify_case(backend, prepared, &reference, INFINITY, 1, &verification, error);
}

/** Returns the estimated memory of a case. */
static struct memory_need estimate_of(const struct backend *backend, const struct case_spec *spec)
{
    struct memory_need need = {0};
    struct system outline;
    assert_true(system_outline(&spec->system, &outline));
    estimate_memory(backend, spec, &outline, &need);
    return need;
}

static void assert_estimate(const struct trial *trial, double needed, double taken)
{
    double ratio = needed / taken;
    if (!(ratio > 0.8 && ratio < 1.3))
        fail_msg("%s, %s, %lld particles: estimated are %.1f MiB, taken %.1f: %.2f", trial->model,
                 trial->strategy, (long long)trial->n, needed / 0x1p20, taken / 0x1p20, ratio);
}

/* --- on the CPU --- */

/** Returns the value of a key of /proc/self/status in bytes. */
static double status(const char *key)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    double kibibytes = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, key, strlen(key)) == 0)
            kibibytes = strtod(line + strlen(key), NULL);
    if (file != NULL)
        fclose(file);
    return 1024 * kibibytes;
}

/**
 * Returns the same case with fewer particles. It runs first, so that permanently allocated memory
 * is not counted.
 */
static struct case_spec small(const struct case_spec *spec, bool lattice)
{
    struct case_spec other = *spec;
    other.system.n /= lattice ? 125 : 4; /* keeps a lattice cubic, and lipids and duplexes whole */
    return other;
}

/**
 * Runs a case in a separate process, and returns its peak. A small case runs first, for the memory
 * that does not depend on size: code, and the stacks of threads.
 */
static double taken_on_cpu(const struct case_spec *spec, bool lattice)
{
    int ends[2], left = -1;
    double taken = 0;
    assert_return_code(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct error error = {0};
        FILE *refs = fopen("/proc/self/clear_refs", "w");
        mallopt(M_MMAP_THRESHOLD, 1 << 16); /* freed memory is returned to the system */
        omp_set_num_threads(2);             /* a fixed number, because each thread keeps some
                                             * memory */
        if (refs == NULL || fputs("5", refs) < 0 || fclose(refs) != 0)
            _exit(2);
        const struct backend *cpu = backend_find("cpu");
        const struct case_spec first = small(spec, lattice);
        bool whole = run(cpu, &first, lattice, &error);
        double before = status("VmRSS:");
        if (!whole || !run(cpu, spec, lattice, &error))
            fprintf(stderr, "%s\n", error.text);
        taken = status("VmHWM:") - before;
        _exit(write(ends[1], &taken, sizeof taken) != sizeof taken || error.text[0] != '\0');
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &taken, sizeof taken), sizeof taken);
    close(ends[0]);
    assert_int_equal(waitpid(child, &left, 0), child);
    assert_int_equal(left, 0);
    return taken;
}

static void assert_on_cpu(const struct trial *trial)
{
#ifdef __SANITIZE_ADDRESS__
    skip(); /* sanitizers use many times the memory of the program */
#endif
    const struct case_spec spec = case_of(trial);
    double taken = taken_on_cpu(&spec, trial->builder == NULL);
    assert_estimate(trial, estimate_of(backend_find("cpu"), &spec).host.peak, taken);
}

TEST(cases_on_the_cpu)
{
    static const struct trial trials[] = {
        {.model = "lj", .strategy = "serial", .n = 125000, .sort = SORT_HILBERT},
        {.model = "lj", .strategy = "vertex", .n = 64000, .precision = PRECISION_SINGLE},
    };
    for (size_t k = 0; k < sizeof trials / sizeof *trials; k++)
        assert_on_cpu(&trials[k]);
}

TEST(cold_caches_are_counted_with_what_flushes_them)
{
    const struct trial trial = {.model = "lj", .strategy = "serial", .n = 125000};
    const struct device_options options = {.threads = 1};
    const struct backend *cpu = backend_find("cpu");
    struct case_spec spec = case_of(&trial);
    spec.threads = options.threads;
    const double warm = estimate_of(cpu, &spec).host.kept;
    spec.sampling.cold = true;
    const double flushing = estimate_of(cpu, &spec).host.kept - warm;
    struct device *device;
    struct error error;
    assert_true(cpu->open(&options, &device, &error));
    const double before = status("VmRSS:");
    if (cpu->flush(device, &error)) {
        const double taken = status("VmRSS:") - before;
        assert_true(flushing > 0.95 * taken && flushing < 1.05 * taken);
    } else {
        assert_true(flushing == 0); /* 0 if the machine reports no cache */
    }
    cpu->close(device);
}

LONG_TEST(more_cases_on_the_cpu)
{
    static const struct trial trials[] = {
        {.model = "lj", .strategy = "edge", .n = 27000, .precision = PRECISION_MIXED},
        {.model = "lj", .strategy = "tile", .n = 64000, .precision = PRECISION_SINGLE},
        {.model = "lj", .strategy = "team", .n = 64000, .precision = PRECISION_SINGLE},
        {.model = "lj", .strategy = "newton", .n = 27000, .precision = PRECISION_DOUBLE},
        {.model = "lj", .strategy = "tile", .n = 64000, .precision = PRECISION_FIXED},
        {.model = "lj",
         .strategy = "staged",
         .n = 64000,
         .precision = PRECISION_SINGLE,
         .sort = SORT_HILBERT},
        {.model = "lj", .strategy = "cluster", .n = 64000, .precision = PRECISION_SINGLE},
        {.model = "lj", .strategy = "patch", .n = 64000, .precision = PRECISION_SINGLE},
        {.model = "lj", .builder = "fluid", .strategy = "vertex", .n = 20000},
        {.model = "patchy", .builder = "patchy", .strategy = "vertex", .n = 8000},
        {.model = "oxdna", .builder = "duplexes", .strategy = "vertex", .n = 16384},
        {.model = "brahms", .builder = "bilayer", .strategy = "serial", .n = 6152},
        {.model = "brahms",
         .builder = "water",
         .strategy = "vertex",
         .n = 16000,
         .precision = PRECISION_SINGLE,
         .interactions = INTERACTIONS_SORTED},
    };
    for (size_t k = 0; k < sizeof trials / sizeof *trials; k++)
        assert_on_cpu(&trials[k]);
}

/* --- on the emulated GPU --- */

#ifdef PAIRLANES_CUDA

static void assert_on_gpu(const struct trial *trial)
{
    const struct case_spec spec = case_of(trial);
    struct error error;
    emulator_most_allocated();
    double before = (double)emulator_most_allocated();
    assert_good(run(backend_find("cuda"), &spec, trial->builder == NULL, &error));
    assert_estimate(trial, estimate_of(backend_find("cuda"), &spec).device.peak,
                    (double)emulator_most_allocated() - before);
}

LONG_TEST_WITH(make_cache, remove_cache, cases_on_the_gpu)
{
    static const struct trial trials[] = {
        {.model = "lj",
         .strategy = "vertex",
         .n = 8000,
         .precision = PRECISION_SINGLE,
         .sort = SORT_HILBERT},
        {.model = "lj", .strategy = "tile", .n = 8000, .precision = PRECISION_SINGLE},
        {.model = "lj",
         .strategy = "staged",
         .n = 8000,
         .precision = PRECISION_SINGLE,
         .sort = SORT_HILBERT},
        {.model = "lj", .strategy = "cluster", .n = 8000, .precision = PRECISION_SINGLE},
        {.model = "lj",
         .strategy = "cluster",
         .n = 8000,
         .precision = PRECISION_DOUBLE,
         .reciprocal = true},
        {.model = "lj", .strategy = "patch", .n = 8000, .precision = PRECISION_SINGLE},
        {.model = "lj",
         .strategy = "team",
         .n = 8000,
         .precision = PRECISION_DOUBLE,
         .sort = SORT_CELL},
        {.model = "lj",
         .strategy = "newton",
         .n = 8000,
         .precision = PRECISION_SINGLE,
         .building = {.binning = BINNING_GBIN_NEW}},
        {.model = "lj",
         .strategy = "edge",
         .n = 8000,
         .precision = PRECISION_FIXED,
         .building = {.binning = BINNING_RADIX}},
        {.model = "allatom",
         .builder = "spce",
         .strategy = "cluster",
         .n = 3000,
         .precision = PRECISION_SINGLE,
         .sort = SORT_HILBERT},
        {.model = "oxdna",
         .builder = "duplexes",
         .strategy = "edge",
         .n = 2048,
         .sort = SORT_HILBERT},
        {.model = "oxdna", .builder = "duplexes", .strategy = "vertex", .n = 2048},
        {.model = "brahms",
         .builder = "bilayer",
         .strategy = "vertex",
         .n = 1538,
         .interactions = INTERACTIONS_SORTED},
    };
    for (size_t k = 0; k < sizeof trials / sizeof *trials; k++)
        assert_on_gpu(&trials[k]);
}

#endif

/* --- free memory --- */

static void put(const char *root, const char *path, const char *text)
{
    char name[PATH_LENGTH];
    snprintf(name, sizeof name, "%s/%s", root, path);
    for (char *slash = strchr(name + strlen(root) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(name, 0700);
        *slash = '/';
    }
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

TEST(free_memory_is_the_least_of_the_reported_limits)
{
    char root[] = "/tmp/pairlanes-root-XXXXXX", command[64];
    assert_non_null(mkdtemp(root));
    assert_true(isinf(free_memory_below(root)));

    put(root, "proc/meminfo", "MemTotal: 9000 kB\nMemAvailable:    8000 kB\n");
    assert_near(free_memory_below(root), 8000 * 1024.0, 0);

    /* version 2: the group has no limit, but its parent has */
    put(root, "proc/self/cgroup", "0::/outer/inner\n");
    put(root, "sys/fs/cgroup/outer/inner/memory.max", "max\n");
    put(root, "sys/fs/cgroup/outer/inner/memory.current", "1000000\n");
    put(root, "sys/fs/cgroup/outer/memory.max", "5000000\n");
    put(root, "sys/fs/cgroup/outer/memory.current", "2000000\n");
    put(root, "sys/fs/cgroup/outer/memory.stat", "anon 1\ninactive_file 500000\n");
    assert_near(free_memory_below(root), 3500000, 0);

    /* the same in version 1, in a container without access to the group's path */
    put(root, "proc/self/cgroup", "4:cpu:/a\n3:memory:/docker/abc\n0::/outer/inner\n");
    put(root, "sys/fs/cgroup/memory/memory.limit_in_bytes", "3000000\n");
    put(root, "sys/fs/cgroup/memory/memory.usage_in_bytes", "2500000\n");
    assert_near(free_memory_below(root), 500000, 0);

    /* the smallest quota of CPU time, in control groups of both versions */
    assert_true(isinf(processor_share_below(root).quota));
    put(root, "sys/fs/cgroup/outer/cpu.max", "250000 100000\n");
    assert_near(processor_share_below(root).quota, 2.5, 0);
    assert_true(isnan(processor_share_below(root).periods));
    put(root, "sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "100000\n");
    put(root, "sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "200000\n");
    put(root, "sys/fs/cgroup/cpu/a/cpu.stat", "nr_periods 40\nnr_throttled 30\n");
    put(root, "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    const struct processor_share share = processor_share_below(root);
    assert_near(share.quota, 0.5, 0);
    assert_near(share.periods, 40, 0);
    assert_near(share.throttled, 30, 0);
    assert_true(share.allowed > 0);

    /* more is in use than allowed */
    put(root, "sys/fs/cgroup/memory/memory.usage_in_bytes", "3500000\n");
    assert_near(free_memory_below(root), 0, 0);

    snprintf(command, sizeof command, "rm -rf %s", root);
    assert_int_equal(system(command), 0);
}

TESTS_MAIN(NULL, NULL)
