#include "harness/particles/patches.h"

#include "harness/base/memory.h"
#include "harness/particles/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Offset between two patches: in patches of the grid, and in edges of the box. */
struct offset {
    int by[3];
};

static double gap(int by, double edge)
{
    return by == 0 ? 0 : (abs(by) - 1) * edge;
}

/**
 * Lists the offsets between patches that may have pairs within the cut-off. The first is 0, from a
 * patch to itself. Only counts them if the list is NULL.
 */
static int64_t list_offsets(const double edge[3], double cutoff, bool reciprocal,
                            struct offset *offsets)
{
    int reach[3];
    for (int d = 0; d < 3; d++)
        reach[d] = (int)ceil(cutoff / edge[d]);
    int64_t count = 0;
    if (offsets != NULL)
        offsets[0] = (struct offset){{0, 0, 0}};
    count++;
    for (int z = -reach[2]; z <= reach[2]; z++) {
        for (int y = -reach[1]; y <= reach[1]; y++) {
            for (int x = -reach[0]; x <= reach[0]; x++) {
                bool forward = z > 0 || (z == 0 && (y > 0 || (y == 0 && x > 0)));
                bool self = x == 0 && y == 0 && z == 0;
                double dx = gap(x, edge[0]);
                double dy = gap(y, edge[1]);
                double dz = gap(z, edge[2]);
                if (self || (reciprocal && !forward) ||
                    dx * dx + dy * dy + dz * dz >= cutoff * cutoff)
                    continue;
                if (offsets != NULL)
                    offsets[count] = (struct offset){{x, y, z}};
                count++;
            }
        }
    }
    return count;
}

static int64_t offsets_most(const struct cells *grid, double cutoff)
{
    int64_t most = 1;
    for (int d = 0; d < 3; d++)
        most *= 2 * (int64_t)ceil(cutoff / grid->edge[d]) + 1;
    return most;
}

static int64_t patch_size(const struct patches *patches, int64_t p)
{
    return patches->patch_start[p + 1] - patches->patch_start[p];
}

static bool list_partners(const struct offset *offsets, int64_t offset_count,
                          struct patches *patches, struct error *error)
{
    int64_t count = patches->patches;
    int64_t total = count * offset_count;
    patches->partner_start =
        memory_allocate(count + 1, sizeof *patches->partner_start, "patch pairs", error);
    patches->partner = memory_allocate(total, sizeof *patches->partner, "patch pairs", error);
    patches->image = memory_allocate(total, 3 * sizeof *patches->image, "patch pairs", error);
    if (patches->partner_start == NULL || patches->partner == NULL || patches->image == NULL)
        return false;

    int64_t pairs = 0;
#pragma omp parallel for schedule(static) reduction(+ : pairs)
    for (int64_t p = 0; p < count; p++) {
        int64_t rest = p;
        int at[3];
        for (int d = 0; d < 3; d++) {
            at[d] = (int)(rest % patches->count[d]);
            rest /= patches->count[d];
        }
        patches->partner_start[p] = p * offset_count;
        for (int64_t o = 0; o < offset_count; o++) {
            int64_t k = p * offset_count + o;
            int place[3];
            for (int d = 0; d < 3; d++) {
                int image = (int)floor((double)(at[d] + offsets[o].by[d]) / patches->count[d]);
                place[d] = at[d] + offsets[o].by[d] - image * patches->count[d];
                patches->image[3 * k + d] = (int8_t)image;
            }
            int64_t q =
                ((int64_t)place[2] * patches->count[1] + place[1]) * patches->count[0] + place[0];
            patches->partner[k] = (int32_t)q;
            int64_t size = patch_size(patches, p);
            pairs += size * (patch_size(patches, q) - (o == 0));
        }
    }
    patches->partner_start[count] = total;
    patches->pairs = pairs;
    return true;
}

/**
 * Assigns places for sums to every pair of patches. Lists for every patch the pairs in which it
 * comes second.
 */
static bool list_outputs(struct patches *patches, struct error *error)
{
    int64_t count = patches->patches;
    int64_t pairs = patches->partner_start[count];
    patches->output = memory_allocate(pairs + 1, sizeof *patches->output, "patch sums", error);
    patches->incoming_start =
        memory_allocate_zeroed(count + 1, sizeof *patches->incoming_start, "patch sums", error);
    patches->incoming = memory_allocate(pairs, sizeof *patches->incoming, "patch sums", error);
    if (patches->output == NULL || patches->incoming_start == NULL || patches->incoming == NULL)
        return false;
    int64_t place = 0;
    for (int64_t p = 0; p < count; p++) {
        for (int64_t k = patches->partner_start[p]; k < patches->partner_start[p + 1]; k++) {
            bool self = k == patches->partner_start[p];
            patches->output[k] = place;
            place += self ? 0 : patch_size(patches, patches->partner[k]);
            patches->incoming_start[patches->partner[k]] += !self;
        }
    }
    patches->output[pairs] = place;
    int64_t end = 0;
    for (int64_t p = 0; p <= count; p++) {
        end += patches->incoming_start[p];
        patches->incoming_start[p] = end;
    }
    for (int64_t p = count - 1; p >= 0; p--)
        for (int64_t k = patches->partner_start[p + 1] - 1; k > patches->partner_start[p]; k--)
            patches->incoming[--patches->incoming_start[patches->partner[k]]] = k;
    return true;
}

double patches_edge(const struct system *system, int size)
{
    return cbrt(size / system_density(system));
}

int64_t patches_partners(const double edge[3], double cutoff, bool reciprocal)
{
    return list_offsets(edge, cutoff, reciprocal, NULL);
}

struct footprint patches_footprint(const struct system *system, double cutoff, double edge,
                                   bool reciprocal, double *outputs)
{
    struct cells grid = {0};
    struct footprint all = cells_footprint(system, edge);
    double patches = (double)cells_counts(system, edge, grid.count);
    for (int d = 0; d < 3; d++)
        grid.edge[d] = system->box[d] / grid.count[d];
    double pairs = patches * (double)patches_partners(grid.edge, cutoff, reciprocal);
    double entry = sizeof(int32_t) + sizeof(int8_t[3]) + (reciprocal ? sizeof(int64_t[2]) : 0);
    footprint_keep(&all, pairs * entry + patches * sizeof(int64_t) * (reciprocal ? 2 : 1));
    all.kept -= (double)system->n * sizeof *grid.cell;
    *outputs = reciprocal ? (pairs - patches) * (double)system->n / patches : 0;
    return all;
}

bool patches_build(const struct system *system, double cutoff, double edge, bool reciprocal,
                   struct patches *patches, struct error *error)
{
    patches_free(patches);
    struct cells grid;
    if (!cells_build(system, edge, &grid, error))
        return false;
    patches->patches = grid.cells;
    patches->patch_start = grid.start;
    patches->patch_particle = grid.particle;
    memcpy(patches->count, grid.count, sizeof patches->count);
    struct offset *offsets =
        memory_allocate(offsets_most(&grid, cutoff), sizeof *offsets, "patch pairs", error);
    bool built = false;
    if (offsets != NULL) {
        int64_t count = list_offsets(grid.edge, cutoff, reciprocal, offsets);
        built = list_partners(offsets, count, patches, error) &&
                (!reciprocal || list_outputs(patches, error));
    }
    free(offsets);
    free(grid.cell);
    if (!built)
        patches_free(patches);
    return built;
}

int64_t patches_outputs(const struct patches *patches)
{
    return patches->output == NULL ? 0 : patches->output[patches->partner_start[patches->patches]];
}

int64_t patches_bytes(const struct patches *patches)
{
    int64_t count = patches->patches;
    int64_t particles = patches->patch_start[count];
    int64_t pairs = patches->partner_start[count];
    int64_t bytes = 2 * (count + 1) * (int64_t)sizeof *patches->patch_start +
                    particles * (int64_t)sizeof *patches->patch_particle +
                    pairs * (int64_t)(sizeof *patches->partner + 3 * sizeof *patches->image);
    if (patches->output != NULL)
        bytes += (2 * (pairs + 1) + count) * (int64_t)sizeof *patches->output;
    return bytes;
}

void patches_free(struct patches *patches)
{
    free(patches->patch_start);
    free(patches->patch_particle);
    free(patches->partner_start);
    free(patches->partner);
    free(patches->image);
    free(patches->output);
    free(patches->incoming_start);
    free(patches->incoming);
    *patches = (struct patches){0};
}
