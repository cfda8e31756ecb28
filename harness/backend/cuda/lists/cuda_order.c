#include "harness/backend/cuda/lists/cuda_order.h"

#include "harness/backend/gpu_layout.h"

/* Chooses the cells and the keys for sorting. */
static void choose_keys(const struct cuda_particles *particles, struct cuda_list *order)
{
    struct list_arguments *a = &order->arguments;
    double range = particles->cutoff + particles->skin;
    order->bins.binning = BINNING_RADIX; /* BINNING_RADIX can sort by any key */
    cuda_bins_grid(particles, range / 2, range, &order->bins, a);
    if (particles->sort == SORT_HILBERT) {
        a->hilbert_bits = gpu_hilbert_bits(a->grid);
        for (int d = 0; d < 3; d++)
            a->grid[d] = 1 << a->hilbert_bits;
        cuda_bins_keys(particles, cuda_cells(a), &order->bins);
    } else if (particles->sort == SORT_CELL_TYPE) {
        a->types = (unsigned)particles->types;
        cuda_bins_keys(particles, cuda_cells(a) * particles->types, &order->bins);
    }
    cuda_order_rebox(particles, order);
}

void cuda_order_rebox(const struct cuda_particles *particles, struct cuda_list *order)
{
    struct list_arguments *a = &order->arguments;
    cuda_box(particles->box, particles->cutoff + particles->skin, &a->box_double, &a->box_single);
}

void cuda_order_estimate(const struct cuda_particles *particles, struct memory_need *need)
{
    struct cuda_list order = {0};
    choose_keys(particles, &order);
    cuda_bins_estimate(particles, &order.bins, &order.arguments, false, need);
}

bool cuda_order_create(const struct cuda_particles *particles, struct cuda_list *order,
                       struct error *error)
{
    choose_keys(particles, order);
    return cuda_particles_modules(particles, error) &&
           cuda_bins_create(particles, &order->bins, &order->arguments, false, error);
}

bool cuda_order_update(const struct cuda_particles *particles, struct cuda_list *order,
                       struct error *error)
{
    return cuda_bins_fill(particles, &order->bins, &order->arguments, false, error);
}

bool cuda_sort_particles(const struct cuda_particles *particles, const struct cuda_buffer *sorted,
                         int32_t *order, struct error *error)
{
    struct cuda_list list = {0};
    bool fine = cuda_order_create(particles, &list, error);
    list.arguments.sorted_position = sorted->address;
    fine =
        fine && cuda_order_update(particles, &list, error) &&
        cuda_list_launch(particles, CUDA_SORT, "gather", particles->n, &list.arguments, error) &&
        cuda_check(cu.cuStreamSynchronize(particles->device->stream), "sorting particles", error) &&
        cuda_buffer_read(&list.bins.sorted_value, order, particles->n, 4, error);
    cuda_bins_free(&list.bins);
    return fine;
}
