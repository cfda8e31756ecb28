#include "harness/catalog/building.h"

#include "harness/base/words.h"

static const char *const binnings[BINNING_COUNT] = {[BINNING_SORT] = "sort",
                                                    [BINNING_RADIX] = "radix",
                                                    [BINNING_CBIN] = "cbin",
                                                    [BINNING_GBIN_OLD] = "gbin_old",
                                                    [BINNING_GBIN_NEW] = "gbin_new"};

static const char *const listings[LISTING_COUNT] = {[LISTING_THREAD] = "thread",
                                                    [LISTING_WARP] = "warp",
                                                    [LISTING_TEAM_BALLOT] = "team_ballot",
                                                    [LISTING_TEAM_ATOMIC] = "team_atomic",
                                                    [LISTING_BLOCK] = "block",
                                                    [LISTING_ALL] = "all"};

static const char *const distances[DISTANCE_COUNT] = {
    [DISTANCE_OWN] = "", [DISTANCE_SINGLE] = "single", [DISTANCE_DOUBLE] = "double"};

int listing_lanes(enum listing listing)
{
    return listing == LISTING_THREAD || listing == LISTING_BLOCK ? 1
           : listing == LISTING_WARP || listing == LISTING_ALL   ? 32
                                                                 : 4;
}

const char *binning_name(enum binning binning)
{
    return binnings[binning];
}

const char *listing_name(enum listing listing)
{
    return listings[listing];
}

const char *distance_name(enum distance distance)
{
    return distances[distance];
}

bool binning_find(const char *name, enum binning *binning)
{
    const int found = words_find(binnings, BINNING_COUNT, name);
    if (found >= 0)
        *binning = (enum binning)found;
    return found >= 0;
}

bool listing_find(const char *name, enum listing *listing)
{
    const int found = words_find(listings, LISTING_COUNT, name);
    if (found >= 0)
        *listing = (enum listing)found;
    return found >= 0;
}

bool distance_find(const char *name, enum distance *distance)
{
    const int found = words_find(distances, DISTANCE_COUNT, name);
    if (found >= 0)
        *distance = (enum distance)found;
    return found >= 0;
}
