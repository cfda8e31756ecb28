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

WORDS_OF_VALUES(binning, enum binning, binnings)
WORDS_OF_VALUES(listing, enum listing, listings)
WORDS_OF_VALUES(distance, enum distance, distances)
