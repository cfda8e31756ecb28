/*
 * Fuzzes checkpoints: the input is the state; head and checksum are correct. An accepted state is
 * continued by a backend that does not move particles.
 */
#include "tests/fuzz/fuzz.h"

#include "harness/base/hash.h"
#include "harness/config/cases.h"
#include "harness/measure/observe/trajectory.h"

#include <stdlib.h>
#include <string.h>

enum { N = 4, STATE = 1 << 12 };

static const char identity[] = "0123456789abcdef0123456789abcdef";

static const char text[] =
    "{\"strategy\": \"vertex\", \"precision\": \"double\", \"backend\": \"cpu\", \"threads\": 1,"
    " \"system\": {\"n\": 1000}, \"dynamics\": {\"steps\": 300, \"warmup\": 20, \"sample\": 7,"
    " \"checkpoint\": 1e6}}";

/* --- a backend that moves nothing --- */

static int64_t steps;

static bool load(struct device *device, const struct workload_spec *spec,
                 struct workload **workload, struct error *error)
{
    (void)device;
    (void)spec;
    (void)error;
    *workload = NULL;
    return true;
}

static bool prepare(struct workload *workload, const struct strategy *strategy,
                    const int tuning[STRATEGY_TUNINGS], struct prepared **prepared,
                    struct error *error)
{
    (void)workload;
    (void)strategy;
    (void)tuning;
    (void)error;
    *prepared = NULL;
    return true;
}

static bool start(struct prepared *prepared, const struct motion *motion, struct system *system,
                  struct moving **moving, struct error *error)
{
    (void)prepared;
    (void)error;
    *moving = NULL;
    steps = 0;
    for (int64_t i = 0; i < system->n; i++)
        fuzz_expect(system->x[i] >= -system->box[0] && system->x[i] <= 2 * system->box[0],
                    "particles are near the box");
    fuzz_expect(motion->step >= 0, "no step is below 0");
    return true;
}

static bool advance(struct moving *moving, int64_t count, struct error *error)
{
    (void)moving;
    (void)error;
    fuzz_expect(count > 0, "particles move forward");
    steps += count;
    return true;
}

static bool energies(struct moving *moving, struct motion_energies *energies, struct error *error)
{
    (void)moving;
    (void)error;
    *energies = (struct motion_energies){0};
    return true;
}

/* Fails, so that no checkpoint is written. */
static bool fetch(struct moving *moving, struct system *system, struct motion *motion,
                  struct error *error)
{
    (void)moving;
    (void)system;
    (void)motion;
    return error_set(error, EXIT_ENVIRONMENT, "nothing has moved");
}

static void progress(const struct moving *moving, struct motion_progress *progress)
{
    (void)moving;
    *progress = (struct motion_progress){.steps = steps};
}

static const struct backend still = {.name = "still",
                                     .load = load,
                                     .prepare = prepare,
                                     .start = start,
                                     .advance = advance,
                                     .energies = energies,
                                     .fetch = fetch,
                                     .progress = progress};

/* --- the input --- */

static void look_away(void *context, int64_t step, int64_t last)
{
    (void)context;
    fuzz_expect(step <= last, "no step is beyond the last");
}

static struct system particles(void)
{
    struct system system;
    struct error error;
    fuzz_expect(system_allocate(N, &system, &error), "there is memory for the particles");
    for (int d = 0; d < 3; d++)
        system.box[d] = 10;
    for (int64_t i = 0; i < N; i++)
        system.x[i] = system.y[i] = system.z[i] = (double)(2 * i);
    system_set_hash(&system);
    return system;
}

/* Returns the size of the state without the checksum, for the number of samples in the input. */
static size_t state_size(const uint8_t *state)
{
    size_t counted = sizeof(int64_t) + sizeof(struct nose_hoover) + sizeof(struct motion_progress);
    int64_t samples;
    memcpy(&samples, state + counted, sizeof samples);
    size_t size = counted + sizeof samples + (3 + 3) * N * sizeof(double);
    bool few = samples >= 0 && samples < 100;
    return size + (few ? (size_t)samples * 2 * sizeof(double) : 0);
}

/* Writes head, state and checksum to `file`. */
static size_t whole(const uint8_t *data, size_t size, uint8_t file[STATE])
{
    char signature[16] = "checkpoint 1", name[HASH_TEXT];
    const int64_t n = N;
    size_t at = 0;
    memset(file, 0, STATE);
    memcpy(file, signature, sizeof signature);
    at += sizeof signature;
    memcpy(name, identity, sizeof name);
    memcpy(file + at, name, sizeof name);
    at += sizeof name;
    memcpy(file + at, &n, sizeof n);
    at += sizeof n;
    if (size > 0)
        memcpy(file + at, data, size);
    at += state_size(file + at);
    struct hasher hasher;
    hash_start(&hasher);
    hash_bytes(&hasher, file, at);
    struct hash sum = hash_end(&hasher);
    memcpy(file + at, &sum, sizeof sum);
    return at + sizeof sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct config config;
    static struct cases cases;
    static uint8_t file[STATE];
    static const volatile sig_atomic_t never;
    const struct trajectory_watch watch = {.interrupted = &never, .at = look_away};
    struct trajectory trajectory;
    struct error error;
    if (cases.count == 0)
        fuzz_expect(config_parse(text, "small.json", NULL, &config, &error) &&
                        cases_expand(&config, &cases, &error),
                    "the config is one");
    if (size > STATE / 2)
        return 0;
    size_t length = whole(data, size, file);
    const struct trajectory_file from = {
        .path = fuzz_file(0, file, length), .identity = identity, .resume = true};
    struct system system = particles();
    trajectory_follow(&still, NULL, cases.spec, &system, &from, &watch, &trajectory);
    trajectory_free(&trajectory);
    system_free(&system);
    return 0;
}
