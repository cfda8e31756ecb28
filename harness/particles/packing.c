#include "harness/particles/packing.h"

#define BIT(mask, lane) ((uint64_t)(mask) >> (lane)&1)

/*
 * If bit `lane` of the mask is set, inserts `lane` before the indices of the following lanes. These
 * are shifted up by a byte.
 */
#define LANE(mask, lane, following) ((following) << 8 * BIT(mask, lane) | (lane)*BIT(mask, lane))

#define UPPER(mask) LANE(mask, 4, LANE(mask, 5, LANE(mask, 6, LANE(mask, 7, UINT64_C(0)))))
#define ORDER(mask) LANE(mask, 0, LANE(mask, 1, LANE(mask, 2, LANE(mask, 3, UPPER(mask)))))

#define FOUR(mask)       ORDER(mask), ORDER(mask + 1), ORDER(mask + 2), ORDER(mask + 3)
#define SIXTEEN(mask)    FOUR(mask), FOUR(mask + 4), FOUR(mask + 8), FOUR(mask + 12)
#define SIXTY_FOUR(mask) SIXTEEN(mask), SIXTEEN(mask + 16), SIXTEEN(mask + 32), SIXTEEN(mask + 48)

const uint64_t packing_order[256] = {SIXTY_FOUR(0), SIXTY_FOUR(64), SIXTY_FOUR(128),
                                     SIXTY_FOUR(192)};
