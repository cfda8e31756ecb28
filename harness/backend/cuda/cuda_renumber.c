#include "harness/backend/cuda/cuda_renumber.h"

#include "harness/backend/cuda/lists/cuda_scan.h"

static bool launch(const struct cuda_renumber *renumber, const char *kernel, int64_t threads,
                   const struct renumber_arguments *arguments, struct error *error)
{
    return cuda_particles_launch(&renumber->workload->particles, CUDA_RENUMBER, kernel,
                                 (threads + LIST_BLOCK - 1) / LIST_BLOCK, LIST_BLOCK, arguments,
                                 sizeof *arguments, error);
}

/* Copies a buffer if it is not empty. */
static bool keep(const struct cuda_buffer *from, struct cuda_buffer *kept, struct error *error)
{
    return from->address == 0 ||
           (cuda_buffer_resize(kept, from->bytes, 1, "bonded terms", error) &&
            cuda_check(cu.cuMemcpyDtoD(kept->address, from->address, (size_t)from->bytes),
                       "copying bonded terms", error));
}

bool cuda_renumber_start(struct workload *workload, CUdeviceptr number,
                         struct cuda_renumber *renumber, struct error *error)
{
    const int64_t n = workload->particles.n;
    if (!workload->particles.bonded)
        return true;
    renumber->workload = workload;
    for (struct cuda_buffer *place = &renumber->first; place <= &renumber->before; place++)
        if (!cuda_buffer_resize(place, n + 1, sizeof(int32_t), "places of particles", error))
            return false;
    renumber->arguments = (struct renumber_arguments){.n = (int)n,
                                                      .number = number,
                                                      .first = renumber->first.address,
                                                      .was = renumber->was.address,
                                                      .now = renumber->now.address,
                                                      .size = renumber->size.address,
                                                      .before = renumber->before.address};
    return keep(&workload->bonded_start, &renumber->bonded_start, error) &&
           keep(&workload->bonded, &renumber->bonded, error) &&
           keep(&workload->excluded, &renumber->excluded, error) &&
           launch(renumber, "note_first", n, &renumber->arguments, error);
}

/* Reorders rows: copies starts and entries from the buffers `from…` to the buffers `to…`. */
static bool move_rows(const struct cuda_renumber *renumber, const struct cuda_bins *bins,
                      const char *kernel, const struct cuda_buffer *from_start,
                      const struct cuda_buffer *to_start, const struct cuda_buffer *from,
                      const struct cuda_buffer *to, int base, struct error *error)
{
    const struct cuda_particles *particles = &renumber->workload->particles;
    const int64_t rows = (int64_t)particles->n + 1;
    struct renumber_arguments a = renumber->arguments;
    a.from_start = from_start->address;
    a.to_start = to_start->address;
    a.from = from->address;
    a.to = to->address;
    a.base = base;
    return launch(renumber, "size_rows", rows, &a, error) &&
           cuda_scan_int(particles, bins, &renumber->size, &renumber->before, rows, error) &&
           launch(renumber, kernel, rows, &a, error);
}

static bool move_bonded(const struct cuda_renumber *renumber, const struct cuda_bins *bins,
                        struct error *error)
{
    const struct workload *workload = renumber->workload;
    const enum bonding bonding = workload->spec.bonding;
    struct renumber_arguments a = renumber->arguments;
    if (workload->bonded_start.address == 0)
        return true;
    if (bonding == BONDING_SCATTER) {
        a.count = (int)workload->terms;
        a.from = renumber->bonded.address;
        a.to = workload->bonded.address;
        return launch(renumber, "move_terms", a.count, &a, error);
    }
    if (bonding == BONDING_GROUP) {
        a.count = (int)workload->term_groups;
        a.from = renumber->bonded_start.address;
        a.to = workload->bonded_start.address;
        return launch(renumber, "move_groups", 32 * (int64_t)a.count, &a, error);
    }
    return move_rows(renumber, bins, "move_entries", &renumber->bonded_start,
                     &workload->bonded_start, &renumber->bonded, &workload->bonded, 0, error);
}

bool cuda_renumber_enqueue(const struct cuda_renumber *renumber, const struct cuda_bins *bins,
                           struct error *error)
{
    const struct workload *workload = renumber->workload;
    if (workload == NULL)
        return true;
    return launch(renumber, "find_places", workload->particles.n, &renumber->arguments, error) &&
           move_bonded(renumber, bins, error) &&
           (workload->excluded.address == 0 ||
            move_rows(renumber, bins, "move_partners", &renumber->excluded, &workload->excluded,
                      &renumber->excluded, &workload->excluded, workload->particles.n + 1, error));
}

bool cuda_renumber_end(const struct cuda_renumber *renumber, struct error *error)
{
    const struct workload *workload = renumber->workload;
    return workload == NULL ||
           (cuda_check(cu.cuStreamSynchronize(workload->device->stream), "moving particles",
                       error) &&
            cuda_check(cu.cuMemcpyDtoH(workload->order, renumber->arguments.number,
                                       (size_t)workload->particles.n * sizeof *workload->order),
                       "reading places of particles", error));
}

double cuda_renumber_bytes(double n, double topology)
{
    return 5 * (n + 1) * sizeof(int32_t) + topology;
}

void cuda_renumber_free(struct cuda_renumber *renumber)
{
    cuda_buffers_free(&renumber->first, &renumber->excluded);
    *renumber = (struct cuda_renumber){0};
}
