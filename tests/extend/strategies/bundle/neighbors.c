/* Joins the rows of a full list into bundles. */
#include "strategies/neighbors.h"

#include "strategies/bundle/bundle.h"

/**
 * Fills the rows of all bundles, or only `start` if the other arrays are NULL. `place` stores for
 * each particle the last place in a row where it is.
 */
static void join(const struct neighbor_source *source, int width, int64_t *place, long long *start,
                 int *partner, unsigned char *mask)
{
    const struct cpu_rows *rows = source->rows;
    const int64_t bundles = (source->n + width - 1) / width;
    long long entries = 0;
    for (int64_t j = 0; j < source->n; j++)
        place[j] = -1;
    for (int64_t b = 0; b < bundles; b++) {
        start[b] = entries;
        for (int64_t i = b * width; i < (b + 1) * width && i < source->n; i++) {
            for (int32_t k = 0; k < rows->count[i]; k++) {
                const int32_t j = rows->entry[rows->start[i] + k];
                if (place[j] < start[b]) {
                    place[j] = entries++;
                    if (partner != NULL) {
                        partner[place[j]] = j;
                        mask[place[j]] = 0;
                    }
                }
                if (partner != NULL)
                    mask[place[j]] |= (unsigned char)(1U << (i - b * width));
            }
        }
    }
    start[bundles] = entries;
}

static bool build(const struct neighbor_source *source, struct neighbor_result *result)
{
    const int width = tuning_by_name(source->tuning, "width");
    const int64_t bundles = (source->n + width - 1) / width;
    long long *start = NEIGHBOR_ARRAY(result, struct bundles, start, bundles + 1);
    int64_t *place = malloc((size_t)source->n * sizeof *place);
    bool built = false;
    if (start != NULL && place != NULL) {
        join(source, width, place, start, NULL, NULL);
        int *partner = NEIGHBOR_ARRAY(result, struct bundles, partner, start[bundles]);
        unsigned char *mask = NEIGHBOR_ARRAY(result, struct bundles, mask, start[bundles]);
        built = partner != NULL && mask != NULL;
        if (built)
            join(source, width, place, start, partner, mask);
    }
    if (place == NULL)
        result->refused = "out of memory";
    free(place);
    for (int64_t i = 0; i < source->n; i++)
        result->pairs += source->rows->count[i];
    result->items = bundles * width;
    return built;
}

NEIGHBORS(bundles, .summary = "a row for several particles, and which of them each partner has",
          .skin = true, .lists = true, .entry_bytes = 5, .tunings = {"width"},
          .rows = NEIGHBOR_ROWS_FULL, .build = build)
