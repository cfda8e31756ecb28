#include "harness/backend/cuda/cuda_workload.h"

#include "harness/backend/cuda/driver/cuda_kernel.h"
#include "harness/backend/cuda/lists/cuda_order.h"
#include "harness/backend/gpu_layout.h"
#include "harness/base/memory.h"
#include "harness/catalog/model_table.h"
#include "harness/particles/term_groups.h"
#include "strategies/term_group.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int64_t cuda_workload_vector(const struct workload *workload)
{
    return 4 * (int64_t)precision_info(workload->spec.precision)->real_size;
}

int64_t cuda_workload_sums(const struct workload *workload)
{
    return 4 * (int64_t)precision_info(workload->spec.precision)->sum_size;
}

/*
 * Packs the position of particle i, with the word of its type and charge. Particle n lies out of
 * range of every other particle.
 */
static void put_position(enum precision precision, const struct system *system, int64_t i,
                         void *packed)
{
    const bool inside = i < system->n;
    const double far = 4 * fmax(system->box[0], fmax(system->box[1], system->box[2]));
    const double at[3] = {inside ? system->x[i] : far, inside ? system->y[i] : far,
                          inside ? system->z[i] : far};
    for (int d = 0; d < 3; d++)
        precision_set_real(precision, packed, 4 * i + d, at[d]);
    precision_set_word(precision_info(precision)->real_size, packed, 4 * i + 3,
                       inside ? system_word(system, i) : 0);
}

static void put_orientation(enum precision precision, const struct system *system, int64_t i,
                            void *packed)
{
    for (int d = 0; d < 4; d++)
        precision_set_real(precision, packed, 4 * i + d,
                           i < system->n ? system->orientation[4 * i + d] : d == 0);
}

/* Uploads n + 1 vectors, each packed by `put`. */
static bool upload_vectors(const struct workload *workload, const struct system *system,
                           void (*put)(enum precision precision, const struct system *system,
                                       int64_t i, void *packed),
                           struct cuda_buffer *buffer, struct error *error)
{
    int64_t bytes = cuda_workload_vector(workload);
    void *packed = memory_allocate(system->n + 1, bytes, "packed vectors", error);
    if (packed == NULL)
        return false;
    for (int64_t i = 0; i <= system->n; i++)
        put(workload->spec.precision, system, i, packed);
    bool fine = cuda_buffer_fill(buffer, packed, system->n + 1, bytes, "particles", error);
    free(packed);
    return fine;
}

void cuda_workload_unload(struct workload *workload)
{
    if (workload == NULL)
        return;
    for (struct cuda_list *list = workload->lists, *next; list != NULL; list = next) {
        next = list->next;
        cuda_list_free(list);
        free(list);
    }
    if (workload->bonded_kernels != NULL)
        cu.cuModuleUnload(workload->bonded_kernels);
    cuda_buffers_free(&workload->position, &workload->table);
    exclusion_strings_free(&workload->exclusion_strings);
    cuda_texture_free(&workload->texture);
    free(workload->order);
    free(workload);
}

static bool sort_positions(struct workload *workload, struct error *error)
{
    struct cuda_buffer sorted = {0};
    int64_t n = workload->particles.n;
    int64_t bytes = cuda_workload_vector(workload);
    struct cuda_buffer far = {workload->position.address + (CUdeviceptr)(n * bytes), bytes};
    double last[4];
    if (!cuda_buffer_resize(&sorted, n + 1, bytes, "positions", error))
        return false;
    struct cuda_buffer sorted_far = {sorted.address + (CUdeviceptr)(n * bytes), bytes};
    bool fine = cuda_sort_particles(&workload->particles, &sorted, workload->order, error) &&
                cuda_buffer_read(&far, last, 1, bytes, error) &&
                cuda_buffer_write(&sorted_far, last, 1, bytes, error);
    struct cuda_buffer unused = fine ? workload->position : sorted;
    if (fine)
        workload->position = sorted;
    cuda_buffer_free(&unused);
    workload->particles.position = workload->position.address;
    return fine;
}

static bool upload_excluded(struct workload *workload, const int32_t *excluded, int64_t count,
                            struct error *error)
{
    struct cuda_buffer *buffer = &workload->excluded;
    if (!cuda_buffer_fill(buffer, excluded, count, sizeof *excluded, "exclusions", error))
        return false;
    /* other methods keep excluded pairs in lists, and kernels skip the pairs */
    if (workload->spec.exclusion_method == EXCLUSION_USUAL) {
        workload->particles.excluded = buffer->address;
        workload->particles.excluded_count = count;
    }
    return true;
}

static bool upload_strings(struct workload *workload, const struct topology *topology,
                           struct error *error)
{
    const int64_t n = workload->particles.n;
    struct exclusion_strings *strings = &workload->exclusion_strings;
    return exclusion_strings_build(topology, n, workload->order, strings, error) &&
           cuda_buffer_fill(&workload->strings, strings->of, n + 1, sizeof *strings->of,
                            "exclusions", error);
}

/* Uploads the bonded terms; each term is stored once. */
static bool upload_terms(struct workload *workload, const struct topology *topology,
                         struct error *error)
{
    struct cuda_buffer *word = &workload->bonded_start, *member = &workload->bonded;
    struct term_list list;
    if (!topology_list_terms(topology, workload->particles.n, &list, error))
        return false;
    const bool fine =
        cuda_buffer_fill(word, list.word, list.count, sizeof *list.word, "bonded terms", error) &&
        cuda_buffer_fill(member, list.member, list.count, sizeof *list.member, "bonded terms",
                         error);
    workload->terms = list.count;
    term_list_free(&list);
    return fine;
}

/* Uploads groups of bonded terms. */
static bool upload_term_groups(struct workload *workload, const struct topology *topology,
                               struct error *error)
{
    const struct workload_spec *spec = &workload->spec;
    const struct bonded_needs needs = system_bonded_needs(spec->system, spec->model);
    const int64_t real = precision_info(spec->precision)->real_size;
    const int64_t vectors = spec->model->oriented ? 2 : 1; /* vectors per member of a term: force
                                                            * and, if oriented, torque */
    struct term_groups groups;
    if (!term_groups_build(topology, workload->particles.n, workload->order, &groups, error))
        return false;
    const bool fine = cuda_buffer_fill(&workload->bonded_start, groups.data, groups.size,
                                       sizeof *groups.data, "groups of bonded terms", error);
    workload->term_groups = groups.groups;
    workload->term_groups_shared =
        real * (4 * TERM_GROUP_PLACES +
                groups.most_terms * (1 + 3 * vectors * bonded_most(spec->model, &needs)));
    term_groups_free(&groups);
    return fine;
}

static bool upload_topology(struct workload *workload, const struct system *sorted,
                            struct error *error)
{
    struct topology topology = {0};
    int64_t n = sorted->n;
    const enum bonding bonding = workload->spec.bonding;
    bool fine = topology_build(sorted, &topology, error);
    if (fine && topology.start != NULL && bonding == BONDING_SCATTER)
        fine = upload_terms(workload, &topology, error);
    else if (fine && topology.start != NULL && bonding == BONDING_GROUP)
        fine = upload_term_groups(workload, &topology, error);
    else if (fine && topology.start != NULL)
        fine = cuda_buffer_fill(&workload->bonded_start, topology.start, n + 1,
                                sizeof *topology.start, "bonded terms", error) &&
               cuda_buffer_fill(&workload->bonded, topology.entry, topology.start[n],
                                sizeof *topology.entry, "bonded terms", error);
    if (fine && topology.excluded != NULL)
        fine = upload_excluded(workload, topology.excluded, topology.excluded[n], error) &&
               (workload->spec.exclusion_method != EXCLUSION_STRINGS ||
                upload_strings(workload, &topology, error));
    workload->exclusions_most = topology_exclusions_most(&topology, n);
    topology_free(&topology);
    return fine;
}

static bool upload_table(struct workload *workload, struct error *error)
{
    const struct workload_spec *spec = &workload->spec;
    const int64_t size = model_table_size(spec->model, spec->constants);
    const int64_t each = precision_info(spec->precision)->real_size;
    if (size == 0)
        return true;
    void *numbers = model_table_build(spec->model, spec->constants, spec->precision, error);
    bool fine = numbers != NULL;
    if (fine && model_table_texture(spec->model, spec->constants))
        fine = cuda_texture_create(&workload->texture, numbers, size / MODEL_TABLE_VECTOR, error);
    else if (fine)
        fine = cuda_buffer_fill(&workload->table, numbers, size, each, "a table", error);
    free(numbers);
    return fine;
}

/* Uploads numbers of the precision's type, and frees them. */
static bool upload_reals(const struct workload *workload, void *reals, int64_t count,
                         const char *what, struct cuda_buffer *buffer, struct error *error)
{
    const int64_t each = precision_info(workload->spec.precision)->real_size;
    const bool fine = reals != NULL && cuda_buffer_fill(buffer, reals, count, each, what, error);
    free(reals);
    return fine;
}

/* Uploads the rows of the force field. */
static bool upload_rows(struct workload *workload, struct error *error)
{
    const enum precision precision = workload->spec.precision;
    const struct type_rows *pairs = workload->spec.system->rows;
    const struct force_field *field = workload->spec.system->field;
    if (pairs != NULL &&
        !upload_reals(workload, type_rows_pack(pairs, precision, error), type_rows_count(pairs),
                      "rows of pairs", &workload->pair_rows, error))
        return false;
    return field == NULL || field->rows == 0 ||
           upload_reals(workload, force_field_pack(field, precision, error),
                        (int64_t)field->rows * BONDED_NUMBERS, "rows of bonded terms",
                        &workload->bonded_rows, error);
}

/* Sets a variable of a module on the device. */
static bool set_variable(CUmodule module, const char *symbol, const void *value, size_t bytes,
                         struct error *error)
{
    CUdeviceptr place = 0;
    size_t size = 0;
    return cuda_check(cu.cuModuleGetGlobal(&place, &size, module, symbol), symbol, error) &&
           cuda_buffer_write(&(struct cuda_buffer){place, (int64_t)size}, value, 1, (int64_t)bytes,
                             error);
}

bool cuda_workload_set_table(const struct workload *workload, CUmodule module, struct error *error)
{
    const CUdeviceptr *address = &workload->table.address;
    const CUtexObject *texture = &workload->texture.object;
    return (*address == 0 ||
            set_variable(module, MODEL_TABLE_SYMBOL, address, sizeof *address, error)) &&
           (workload->texture.array == NULL ||
            set_variable(module, MODEL_TEXTURE_SYMBOL, texture, sizeof *texture, error));
}

bool cuda_workload_set_exclusions(const struct workload *workload, CUmodule module,
                                  struct error *error)
{
    const uint32_t *word = workload->exclusion_strings.word;
    return word == NULL || set_variable(module, "pairlanes_exclusions", word,
                                        EXCLUSION_WORDS * sizeof *word, error);
}

struct kernel_wanted cuda_bonded_wanted(const struct workload_spec *spec,
                                        int tuning[STRATEGY_TUNINGS])
{
    const struct strategy *kernel = bonding_kernel(spec->bonding);
    strategy_defaults(kernel, tuning);
    return (struct kernel_wanted){.strategy = kernel,
                                  .tuning = tuning,
                                  .model = spec->model,
                                  .constants = spec->constants,
                                  .cutoff = spec->cutoff,
                                  .precision = spec->precision,
                                  .bonded = system_bonded_needs(spec->system, spec->model)};
}

static bool load_bonded_kernels(struct workload *workload, struct error *error)
{
    int tuning[STRATEGY_TUNINGS];
    struct kernel_image image;
    const struct kernel_wanted wanted = cuda_bonded_wanted(&workload->spec, tuning);
    if (!kernel_compile(&workload->device->sources, &wanted, workload->device->architecture, &image,
                        error))
        return false;
    bool loaded = cuda_module_load(&image, &workload->bonded_kernels, error) &&
                  cuda_workload_set_table(workload, workload->bonded_kernels, error);
    kernel_image_free(&image);
    return loaded;
}

/* Uploads the particles' data other than positions, in the order of the positions. */
static bool upload_bodies(struct workload *workload, struct error *error)
{
    const struct workload_spec *spec = &workload->spec;
    struct system sorted;
    bool bonded = topology_terms(spec->system) > 0;
    bool apart = spec->system->exclusion_count > 0;
    if (!spec->model->oriented && !bonded && !apart)
        return true;
    if (!system_reorder(spec->system, workload->order, &sorted, error))
        return false;
    bool fine = (!spec->model->oriented || upload_vectors(workload, &sorted, put_orientation,
                                                          &workload->orientation, error)) &&
                ((!bonded && !apart) || upload_topology(workload, &sorted, error)) &&
                (!bonded || load_bonded_kernels(workload, error));
    system_free(&sorted);
    return fine;
}

_Static_assert((int)MODEL_TYPES == (int)LIST_TYPES, "the device has the same table");

/* Uploads kinds of interaction in the form that lists need. */
static bool upload_interactions(struct workload *workload, struct error *error)
{
    const struct workload_spec *spec = &workload->spec;
    struct cuda_buffer *table = &workload->interaction_of;
    struct interactions interactions;
    interactions_of(spec->model, spec->constants, spec->interactions, &interactions);
    if (!cuda_buffer_fill(table, interactions.of, sizeof interactions.of, 1, "interactions", error))
        return false;
    workload->particles.structure = interactions.structure;
    workload->particles.kinds = interactions.kinds;
    workload->particles.interaction_of = table->address;
    return true;
}

struct cuda_particles cuda_workload_particles(const struct workload_spec *spec)
{
    const struct system *system = spec->system;
    return (struct cuda_particles){
        .precision = spec->precision,
        .n = (int)system->n,
        .systems = workload_systems(spec),
        .bonded = system->bonded_count + system->exclusion_count > 0,
        .constrained = system->constraint_count + system->site_count + system->restraint_count > 0,
        .box = {system->box[0], system->box[1], system->box[2]},
        .cutoff = spec->cutoff,
        .skin = spec->skin,
        .building = spec->building,
        .sort = spec->sort,
        .types = system_types(system, spec->model),
    };
}

bool cuda_workload_load(struct device *device, const struct workload_spec *spec,
                        struct workload **loaded, struct error *error)
{
    const struct system *system = spec->system;
    if (system->n >= INT32_MAX)
        return error_set(error, EXIT_ENVIRONMENT, "too many particles for 32-bit indices");
    if (system->n % workload_systems(spec) != 0)
        return error_set(error, EXIT_USAGE,
                         "%lld particles cannot be divided into %d systems of equal size",
                         (long long)system->n, workload_systems(spec));
    if (!precision_serves(spec->precision, spec->model, spec->constants, error) ||
        !model_table_serves(spec->model, spec->constants, spec->precision, true, error) ||
        !system_check_model(system, spec->model, spec->constants, error))
        return false;
    struct workload *workload = memory_new(1, sizeof *workload, "workload");
    workload->spec = *spec;
    workload->device = device;
    workload->order = memory_allocate(system->n, 4, "particle order", error);
    bool fine = workload->order != NULL &&
                upload_vectors(workload, system, put_position, &workload->position, error);
    workload->particles = cuda_workload_particles(spec);
    workload->particles.device = device;
    workload->particles.position = workload->position.address;
    if (fine && spec->sort == SORT_NONE)
        for (int64_t i = 0; i < system->n; i++)
            workload->order[i] = (int32_t)i;
    if (!fine || (spec->sort != SORT_NONE && !sort_positions(workload, error)) ||
        !upload_table(workload, error) || !upload_rows(workload, error) ||
        !upload_bodies(workload, error) || !upload_interactions(workload, error)) {
        cuda_workload_unload(workload);
        return false;
    }
    *loaded = workload;
    return true;
}

struct cuda_list cuda_workload_wanted(const struct strategy *strategy,
                                      const int tuning[STRATEGY_TUNINGS])
{
    struct cuda_list wanted = {.neighbors = strategy->neighbors};
    for (int k = 0; wanted.neighbors->tunings[k] != NULL; k++)
        wanted.tuning[k] = strategy_tuning_value(strategy, tuning, wanted.neighbors->tunings[k], 0);
    return wanted;
}

struct cuda_list *cuda_workload_list(struct workload *workload, const struct strategy *strategy,
                                     const int tuning[STRATEGY_TUNINGS], struct error *error)
{
    const struct cuda_list wanted = cuda_workload_wanted(strategy, tuning);
    for (struct cuda_list *had = workload->lists; had != NULL; had = had->next)
        if (had->neighbors == wanted.neighbors &&
            memcmp(had->tuning, wanted.tuning, sizeof wanted.tuning) == 0)
            return had;
    struct cuda_list *list = memory_new(1, sizeof *list, "neighbor structure");
    *list = wanted;
    if (!cuda_list_create(&workload->particles, list, error)) {
        cuda_list_free(list);
        free(list);
        return NULL;
    }
    list->next = workload->lists;
    workload->lists = list;
    return list;
}

bool cuda_workload_place(struct workload *workload, const struct system *system,
                         struct error *error)
{
    struct system rounded, sorted;
    if (!system_round(system, workload->spec.precision, &rounded, error))
        return false;
    bool reordered = system_reorder(&rounded, workload->order, &sorted, error);
    system_free(&rounded);
    if (!reordered)
        return false;
    bool fine = upload_vectors(workload, &sorted, put_position, &workload->position, error) &&
                (!workload->spec.model->oriented ||
                 upload_vectors(workload, &sorted, put_orientation, &workload->orientation, error));
    system_free(&sorted);
    return fine;
}

int64_t cuda_workload_outputs(const struct workload *workload)
{
    return workload->spec.model->oriented ? 2 : 1;
}
