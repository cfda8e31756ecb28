/*
 * Tables and rows of `staged` on a GPU (strategies/staged/list.cu). They are built twice: the first
 * build shows how much memory they need.
 */
#include "harness/backend/cuda/driver/cuda_kernel.h"
#include "harness/backend/cuda/lists/cuda_neighbors.h"
#include "harness/base/memory.h"
#include "strategies/staged/gpu_staged.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/*
 * Quantities that a build measures. It reports the largest value of each, because memory has to
 * suffice for it.
 */
enum most { MOST_GROUPS, MOST_PARTNERS, MOST_CHUNKS, MOST_WORDS, MOSTS };

enum { TRIALS = 8 };

/*
 * Limits for building rows of 32 particles by teams of warps instead of single warps. A
 * multiprocessor with few running warps would wait for memory most of the time. That happens if
 * there are fewer than TEAM_PARTICLES per multiprocessor, or if tables are so large that fewer than
 * TEAM_WARPS warps fit.
 */
enum { TEAM_PARTICLES = 128, TEAM_WARPS = 6, TEAM_BLOCKS = 4 };

/* Bytes of shared memory that the building kernel declares for the chunks of a block. */
enum { DECLARED = 2 << 10 };

struct kept {
    struct cuda_buffer count, row, partners, table, frame;
    struct cuda_buffer most, box[STAGED_LEVELS];
    int64_t blocks;
    int words; /* largest number of hit words that a team has needed so far; 0: unknown */
    struct staged_build arguments;
};

static int64_t round_up(int64_t number, int64_t multiple)
{
    return (number + multiple - 1) / multiple * multiple;
}

/* lists are built from positions in single precision */
enum { VECTOR_BYTES = 4 * sizeof(float) };

/*
 * Returns the list range. For positions in double precision it is a little larger, because of
 * rounding.
 */
static double range_of(const struct cuda_particles *particles)
{
    double range = particles->cutoff + particles->skin;
    return cuda_vector_bytes(particles) > VECTOR_BYTES ? sqrt(cuda_widened_range2(particles, range))
                                                       : range;
}

/* --- sizes of memory --- */

/* Returns the groups to allocate per row, more than the average. */
static int64_t first_stride(const struct cuda_particles *particles, const struct cuda_list *list)
{
    double mean = cuda_partners(particles, particles->cutoff + particles->skin);
    return (int64_t)ceil((1.2 * mean + 16) / (STAGED_GROUP * cuda_list_value(list, "lanes")));
}

/*
 * Returns the partners to allocate per block. Computes them for a cube of the block's particles,
 * and adds more, because blocks are not cubes.
 */
static int64_t first_room(const struct cuda_particles *particles, const struct cuda_list *list)
{
    double density = cuda_particles_density(particles), block = cuda_list_value(list, "particles");
    double range = particles->cutoff + particles->skin, edge = cbrt(block / density);
    double partners = density * pow(edge + 2 * range, 3);
    return round_up((int64_t)fmin(1.2 * partners, particles->n) + 1, STAGED_GROUP);
}

/*
 * Returns the chunks to allocate near a block. A table may have only a few particles of each chunk.
 */
static int64_t near_room(const struct staged_build *a, int64_t room)
{
    int64_t top = (a->boxes[STAGED_LEVELS - 1] + STAGED_CHUNK - 1) / STAGED_CHUNK;
    int64_t chunks = room / 8 + 64;
    return round_up(chunks > top ? chunks : top, 4);
}

static int64_t building_shared(const struct staged_build *a)
{
    const int64_t lists = (4 * (int64_t)a->near_room + 2) * 4;
    const int64_t each =
        a->team > 1 ? STAGED_TEAM_BYTES(a->words, (int64_t)a->room) : STAGED_WAITING(a->words);
    const int64_t waiting = a->particles / STAGED_CHUNK * each;
    return ((int64_t)a->room + 1) * VECTOR_BYTES + STAGED_ALIGNED * 4 +
           (lists > waiting ? lists : waiting);
}

/*
 * Divides a table into passes with at most `most` hit words each. The groups of eight places near a
 * warp's particles then usually fit. These groups fill a somewhat larger cube than the particles,
 * so some of their places are out of range.
 */
static void choose_passes(const struct cuda_particles *particles, int most, struct staged_build *a)
{
    double density = cuda_particles_density(particles), edge = 1.12 * cbrt(STAGED_CHUNK / density);
    double range = a->range;
    double near = density * (pow(edge, 3) + 6 * edge * edge * range +
                             3 * M_PI * edge * range * range + 4 * M_PI / 3 * pow(range, 3));
    double words = 1.45 * fmin(near, particles->n) / (STAGED_GROUP * STAGED_CHUNK);
    a->passes = (int)ceil(words / most);
    a->words = (int)ceil(words / a->passes);
}

/* Returns the number of blocks that fit on a multiprocessor with their shared memory. */
static int64_t building_blocks(const struct cuda_particles *particles, const struct staged_build *a)
{
    return particles->device->shared_bytes / (building_shared(a) + DECLARED);
}

/*
 * Chooses teams of warps, with at least `words` of hits, that build a whole table in one pass.
 * Returns false if they do not fit.
 */
static bool choose_teams(const struct cuda_particles *particles, int words, struct staged_build *a)
{
    a->team = STAGED_TEAM;
    choose_passes(particles, INT_MAX, a);
    a->words = a->words > words ? a->words : words;
    return a->particles * STAGED_TEAM <= STAGED_TEAM_THREADS && building_blocks(particles, a) >= 1;
}

/*
 * Chooses the smallest number of passes that fits, or twice the smallest if two blocks can then
 * run. A single block leaves a multiprocessor idle while it waits.
 */
static void choose_words(const struct cuda_particles *particles, struct staged_build *a)
{
    int most = STAGED_WORDS;
    a->team = 1;
    choose_passes(particles, most, a);
    if (building_blocks(particles, a) >= 2)
        return;
    choose_passes(particles, most / 2, a);
    if (building_blocks(particles, a) >= 2)
        return;
    do
        choose_passes(particles, most, a);
    while (building_blocks(particles, a) < 1 && --most > 0);
}

/* Chooses a warp for each 32 particles, or a team of warps if too few warps would run at a time. */
static void choose_warps(const struct cuda_particles *particles, struct kept *kept)
{
    const int64_t cores = particles->device->info.cores;
    choose_words(particles, &kept->arguments);
    const struct staged_build alone = kept->arguments;
    const int64_t warps = building_blocks(particles, &alone) * alone.particles / STAGED_CHUNK;
    const bool needed = particles->n < TEAM_PARTICLES * cores ||
                        (warps < TEAM_WARPS && kept->blocks >= TEAM_BLOCKS * cores);
    if (needed && !choose_teams(particles, kept->words, &kept->arguments))
        kept->arguments = alone;
}

static bool check_room(const struct cuda_particles *particles, const struct staged_build *a,
                       int64_t room, struct error *error)
{
    if (room > STAGED_PARTNERS)
        return error_set(
                   error, EXIT_ENVIRONMENT,
                   "staged: a block of %d particles has %lld partners, but its rows can number "
                   "only %d: expected fewer particles per block, or particles in a spatial order",
                   a->particles, (long long)room - 1, STAGED_PARTNERS) ||
               error_too_large(error);
    int64_t building = building_shared(a);
    int64_t table = room * cuda_vector_bytes(particles); /* bytes of a table in the force kernels */
    int64_t shared = (building > table ? building : table) + DECLARED;
    return shared <= particles->device->shared_bytes ||
           error_set(error, EXIT_ENVIRONMENT,
                     "staged: a block of %d particles has %lld partners, which take %lld bytes of "
                     "shared memory, but this device has %lld: expected fewer particles per block, "
                     "or particles in a spatial order",
                     a->particles, (long long)room - 1, (long long)shared,
                     (long long)particles->device->shared_bytes) ||
           error_too_large(error);
}

static bool allocate(const struct cuda_particles *particles, struct cuda_list *list, int64_t stride,
                     int64_t room, int64_t near, struct error *error)
{
    struct kept *kept = list->kept;
    struct staged_build *a = &kept->arguments;
    int64_t groups = kept->blocks * stride * a->particles * a->lanes;
    a->room = (int)room;
    a->near_room = (int)near;
    choose_warps(particles, kept);
    if (!check_room(particles, a, room, error))
        return false;
    if ((groups * STAGED_GROUP * 2 != kept->row.bytes &&
         !cuda_buffer_resize(&kept->row, groups, STAGED_GROUP * 2, "rows of 16 bits", error)) ||
        (kept->blocks * room * 4 != kept->table.bytes &&
         !cuda_buffer_resize(&kept->table, kept->blocks * room, 4, "tables of partners", error)))
        return false;
    a->stride = stride;
    a->row = kept->row.address;
    a->table = kept->table.address;
    return true;
}

/* --- building the rows --- */

/* Launches a kernel with the build's arguments. */
static bool launch(const struct cuda_particles *particles, const struct staged_build *a,
                   const char *name, int64_t blocks, int block, int64_t shared, struct error *error)
{
    CUfunction kernel = NULL;
    const CUmodule *loaded = cuda_modules_find(&particles->device->modules, CUDA_OWN_staged,
                                               particles->precision, &particles->building);
    return cuda_check(cu.cuModuleGetFunction(&kernel, *loaded, name), name, error) &&
           cuda_launch_shared(particles->device->stream, kernel, blocks, block, shared, a,
                              sizeof *a, error);
}

/* Launches a kernel with a warp for each of `boxes` boxes. */
static bool launch_boxes(const struct cuda_particles *particles, const struct staged_build *a,
                         const char *name, int64_t boxes, struct error *error)
{
    int64_t threads = boxes * STAGED_CHUNK;
    return launch(particles, a, name, (threads + LIST_BLOCK - 1) / LIST_BLOCK, LIST_BLOCK, 0,
                  error);
}

static const char *rows_kernel(const struct staged_build *a)
{
    if (a->team > 1)
        return a->excluded != 0 ? "staged_team_rows_excluding" : "staged_team_rows";
    return a->excluded != 0 ? "staged_rows_excluding" : "staged_rows";
}

static bool enqueue(const struct cuda_particles *particles, struct cuda_list *list,
                    struct error *error)
{
    struct kept *kept = list->kept;
    struct staged_build *a = &kept->arguments;
    a->position = particles->position;
    a->excluded = particles->excluded;
    a->halted = list->arguments.halted;
    return launch_boxes(particles, a, "bound_particles", a->boxes[0], error) &&
           launch_boxes(particles, a, "bound_chunks", a->boxes[1], error) &&
           launch_boxes(particles, a, "bound_groups", a->boxes[2], error) &&
           launch(particles, a, rows_kernel(a), kept->blocks, a->particles * a->team,
                  building_shared(a), error);
}

/* Reads the sizes that the last build needed. */
static bool read_most(const struct cuda_particles *particles, const struct kept *kept,
                      int32_t most[MOSTS], struct error *error)
{
    return cuda_check(cu.cuStreamSynchronize(particles->device->stream), "building a list",
                      error) &&
           cuda_buffer_read(&kept->most, most, MOSTS, 4, error);
}

/*
 * Enlarges memory that was too small in the last build, by the fraction `more` beyond the need;
 * `*lacked`: it was too small.
 */
static bool make_room(const struct cuda_particles *particles, struct cuda_list *list, double more,
                      bool *lacked, struct error *error)
{
    struct kept *kept = list->kept;
    const struct staged_build *a = &kept->arguments;
    int32_t most[MOSTS];
    if (!read_most(particles, kept, most, error))
        return false;
    int64_t stride = a->stride, room = a->room, near = a->near_room;
    const bool lacks_words = a->team > 1 && most[MOST_WORDS] > a->words;
    if (lacks_words)
        kept->words = most[MOST_WORDS];
    if (most[MOST_GROUPS] > stride)
        stride = (int64_t)ceil((1 + more) * most[MOST_GROUPS]);
    if (most[MOST_PARTNERS] > room)
        room = round_up((int64_t)((1 + more) * most[MOST_PARTNERS]), STAGED_GROUP);
    if (most[MOST_CHUNKS] > near)
        near = round_up((int64_t)((1 + more) * most[MOST_CHUNKS]), 4);
    *lacked = lacks_words || stride != a->stride || room != a->room || near != a->near_room;
    return !*lacked || allocate(particles, list, stride, room, near, error);
}

/*
 * Shrinks rows and tables to the size that they need, because tables occupy shared memory of the
 * force kernels. Sets `*changed` to whether memory was allocated; the list then has to be built
 * again, perhaps with more warps at a time.
 */
static bool make_tight(const struct cuda_particles *particles, struct cuda_list *list,
                       bool *changed, struct error *error)
{
    const struct kept *kept = list->kept;
    int32_t most[MOSTS];
    if (!read_most(particles, kept, most, error))
        return false;
    int64_t stride = most[MOST_GROUPS] > 0 ? most[MOST_GROUPS] : 1;
    int64_t room = round_up(most[MOST_PARTNERS], STAGED_GROUP);
    *changed = stride != kept->arguments.stride || room != kept->arguments.room;
    return !*changed || allocate(particles, list, stride, room, kept->arguments.near_room, error);
}

static bool allocate_boxes(const struct cuda_particles *particles, struct kept *kept,
                           struct error *error)
{
    struct staged_build *a = &kept->arguments;
    int64_t boxes = particles->n;
    for (int level = 0; level < STAGED_LEVELS; level++) {
        boxes = (boxes + STAGED_CHUNK - 1) / STAGED_CHUNK;
        if (!cuda_buffer_resize(&kept->box[level], 2 * boxes, VECTOR_BYTES,
                                "boxes around particles", error))
            return false;
        a->boxes[level] = (int)boxes;
        a->box[level] = kept->box[level].address;
    }
    return true;
}

static void rebox(const struct cuda_particles *particles, struct cuda_list *list)
{
    struct kept *kept = list->kept;
    struct staged_build *a = &kept->arguments;
    cuda_box(particles->box, a->range, &a->box_double, &a->box_single);
}

static bool create(const struct cuda_particles *particles, struct cuda_list *list,
                   struct error *error)
{
    struct kept *kept = list->kept;
    struct staged_build *a = &kept->arguments;
    a->n = particles->n;
    a->particles = cuda_list_value(list, "particles");
    a->lanes = cuda_list_value(list, "lanes");
    a->banked = cuda_list_value(list, "banked");
    a->range = range_of(particles);
    rebox(particles, list);
    kept->blocks = (particles->n + a->particles - 1) / a->particles;
    if (!allocate_boxes(particles, kept, error) ||
        !cuda_buffer_resize(&kept->count, particles->n, 4, "neighbor counts", error) ||
        !cuda_buffer_resize(&kept->partners, kept->blocks, 4, "table sizes", error) ||
        !cuda_buffer_resize(&kept->frame, kept->blocks, cuda_vector_bytes(particles), "frames",
                            error) ||
        !cuda_buffer_resize(&kept->most, MOSTS, 4, "counters", error))
        return false;
    a->count = kept->count.address;
    a->partners = kept->partners.address;
    a->frame = kept->frame.address;
    a->most = kept->most.address;
    int64_t room = first_room(particles, list);
    bool lacked = true, tight = false;
    if (!allocate(particles, list, first_stride(particles, list), room, near_room(a, room), error))
        return false;
    for (int trial = 0; lacked && trial < TRIALS; trial++) {
        if (!enqueue(particles, list, error) || !make_room(particles, list, 0, &lacked, error))
            return false;
        if (lacked || tight)
            continue;
        tight = true;
        if (!make_tight(particles, list, &lacked, error))
            return false;
    }
    if (lacked)
        return error_set(error, EXIT_ENVIRONMENT,
                         "staged: a list grows each time it is built for the same particles");
    return cuda_list_sum(particles, &kept->count, particles->n, &list->pairs_listed, error);
}

static bool grow(const struct cuda_particles *particles, struct cuda_list *list,
                 struct error *error)
{
    bool lacked = false;
    return make_room(particles, list, 0.0625, &lacked, error);
}

/* --- arguments of force kernels --- */

static void arguments(const struct cuda_particles *particles, const struct cuda_list *list,
                      void *neighbors)
{
    const struct staged_build *a = &((const struct kept *)list->kept)->arguments;
    const struct gpu_staged staged = {
        .count = a->count,
        .row = a->row,
        .partners = a->partners,
        .table = a->table,
        .frame = a->frame,
        .stride = a->stride,
        .room = a->room,
    };
    (void)particles;
    memcpy(neighbors, &staged, sizeof staged);
}

/*
 * Returns the shared memory of strategies/staged/staged.cu: a vector and the index of an
 * orientation per partner.
 */
static int64_t shared(const struct cuda_list *list, enum precision precision,
                      const struct model *model)
{
    const struct staged_build *a = &((const struct kept *)list->kept)->arguments;
    int64_t each = 4 * precision_info(precision)->real_size + (model->oriented ? 4 : 0);
    return a->room * each;
}

static double estimate(const struct cuda_particles *particles, const struct cuda_list *list,
                       struct memory_need *need)
{
    const double n = particles->n, blocks = ceil(n / cuda_list_value(list, "particles"));
    const double rows =
        16 * n * cuda_list_value(list, "lanes") * (double)first_stride(particles, list);
    const double tables = 4 * blocks * (double)first_room(particles, list);
    const double boxes = 2.0 * VECTOR_BYTES * n / (STAGED_CHUNK - 1);
    footprint_keep(&need->device, 4 * n + 1.15 * rows + tables + boxes);
    footprint_use(&need->host, 4 * n);
    return 0;
}

const struct cuda_neighbor_structure cuda_neighbors_staged = {
    .size = sizeof(struct kept),
    .buffers = 6 + STAGED_LEVELS,
    .read = 5,
    .counts_others = true,
    .cellless = true,
    .estimate = estimate,
    .create = create,
    .enqueue = enqueue,
    .rebox = rebox,
    .grow = grow,
    .arguments = arguments,
    .shared = shared,
};
