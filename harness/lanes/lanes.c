#include "harness/lanes/lanes.h"

#include "harness/lanes/traffic/requests.h"

#include <math.h>

enum { BANKS = 128 /* bytes that shared memory serves at a time with all of its banks */ };

const char *lanes_region_name(enum lanes_region_kind kind)
{
    static const char *const names[LANES_REGIONS] = {
        [LANES_TRIP] = "trip",       [LANES_PAIR] = "pair",
        [LANES_LISTED] = "listed",   [LANES_INTERACTING] = "interacting",
        [LANES_ATOMICS] = "atomics",
    };
    return names[kind];
}

double lanes_share(const struct lanes_region *region)
{
    return region->issues > 0 ? (double)region->active / (double)(WARP * region->issues) : NAN;
}

double lanes_paths(const struct lane_counts *lanes)
{
    int64_t issues = lanes->region[LANES_PAIR].issues;
    return issues > 0 ? (double)lanes->paths / (double)issues : NAN;
}

double lanes_overall(const struct lane_counts *lanes, const struct model *model)
{
    const struct lanes_region *pair = &lanes->region[LANES_PAIR];
    double active = (double)pair->active * model->evaluated.flops;
    double issues = (double)pair->issues * model->evaluated.flops;
    for (int k = 0; k < model->branch_count; k++) {
        active += (double)lanes->branch[k].active * model->branches[k].work.flops;
        issues += (double)lanes->branch[k].issues * model->branches[k].work.flops;
    }
    return issues > 0 ? active / (WARP * issues) : NAN;
}

void lanes_begin(struct lane_counts *part, const struct lane_counts *whole)
{
    *part = (struct lane_counts){.range_first = whole->range_first, .traffic = whole->traffic};
}

void lanes_add(struct lane_counts *sum, const struct lane_counts *part)
{
    for (int k = 0; k < LANES_REGIONS; k++) {
        sum->region[k].issues += part->region[k].issues;
        sum->region[k].active += part->region[k].active;
    }
    for (int k = 0; k < MODEL_BRANCHES; k++) {
        sum->branch[k].issues += part->branch[k].issues;
        sum->branch[k].active += part->branch[k].active;
    }
    sum->paths += part->paths;
    sum->most_paths = part->most_paths > sum->most_paths ? part->most_paths : sum->most_paths;
    sum->pairs_listed += part->pairs_listed;
    sum->warps += part->warps;
    sum->passes += part->passes;
    sum->places += part->places;
    sum->torques += part->torques;
    sum->wavefronts += part->wavefronts;
    sum->sectors += part->sectors;
    sum->l1_sectors += part->l1_sectors;
    sum->l2_reads += part->l2_reads;
    sum->l2_read_once += part->l2_read_once;
    sum->l2_read_first += part->l2_read_first;
    sum->l2_writes += part->l2_writes;
}

int lanes_wavefronts(const int64_t place[WARP], int size, int stride)
{
    const int together = BANKS / size; /* number of lanes that are served at a time; also the
                                        * number of groups of banks */
    int wavefronts = 0;
    for (int first = 0; first < WARP; first += together) {
        int filled[BANKS / 4] = {0}; /* number of different addresses in each group of banks */
        int most = 0;
        for (int l = first; l < first + together; l++) {
            int before = first;
            while (before < l && place[before] != place[l])
                before++;
            if (place[l] < 0 || before < l)
                continue;
            int group = (int)(place[l] * stride / size % together);
            filled[group]++;
            most = filled[group] > most ? filled[group] : most;
        }
        wavefronts += most;
    }
    return wavefronts;
}

/* Returns the number of lanes that add to the same vector as lane l. */
static int adds_to_place(const int64_t to[WARP], int l)
{
    int count = 0;
    for (int k = 0; k < WARP; k++)
        count += to[k] == to[l];
    return count;
}

/*
 * Returns the largest number of adds to one vector in the sector that lane l adds to. Returns 0 if
 * an earlier lane adds to the sector, so that it counts once.
 */
static int adds_to_sector(const int64_t to[WARP], int l, int64_t together)
{
    int most = 0;
    for (int k = 0; k < WARP; k++) {
        if (to[k] < 0 || to[k] / together != to[l] / together)
            continue;
        if (k < l)
            return 0;
        const int count = adds_to_place(to, k);
        most = count > most ? count : most;
    }
    return most;
}

void lanes_note_adds(const int64_t to[WARP], int sum_size, struct lane_counts *lanes)
{
    enum { VECTOR = 4 };
    int64_t sectors = 0;
    for (int l = 0; l < WARP; l++)
        if (to[l] >= 0)
            sectors += adds_to_sector(to, l, SECTOR / (VECTOR * sum_size));
    /* vectors of floats are added by one instruction, others by one per component */
    const int64_t asked = sum_size == sizeof(float) ? sectors : 3 * sectors;
    lanes->sectors += sectors;
    if (lanes->requests != NULL) {
        lanes->l1_sectors += asked;
        lanes->l2_writes += asked;
    }
}

int lanes_position_wavefronts(const int64_t place[WARP], int real_size, bool types)
{
    if (real_size == sizeof(float))
        return lanes_wavefronts(place, 16, 16);
    /* two loads: one of x and y, the other of z, together with the type if there are types */
    return lanes_wavefronts(place, 16, 32) + lanes_wavefronts(place, types ? 16 : 8, 32);
}

bool lanes_input_create(const struct workload_spec *spec, struct lanes_input *input,
                        struct error *error)
{
    *input = (struct lanes_input){.spec = *spec};
    if (gpu_order(spec, &input->sorted, error) &&
        pair_rows_build(spec, &input->sorted, &input->full, &input->half, error))
        return true;
    lanes_input_free(input);
    return false;
}

void lanes_input_free(struct lanes_input *input)
{
    system_free(&input->sorted);
    pair_rows_free(&input->full);
    pair_rows_free(&input->half);
    *input = (struct lanes_input){0};
}
