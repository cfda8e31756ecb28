/* What `pairlanes advise` prints. */
#ifndef PAIRLANES_ADVICE_PRINT_H
#define PAIRLANES_ADVICE_PRINT_H

#include "harness/base/error.h"
#include "harness/config/cases.h"
#include "harness/search/advise.h"
#include "harness/search/ranking.h"

#include <stdbool.h>

/** The case in words, the strategies in their order, the advice, and why the others are slower; of
 * a ranking that has one row at least. EXIT_ENVIRONMENT for memory. */
bool advice_print(const struct ranking *ranking, const struct case_spec *spec, const char *device,
                  bool step, struct error *error);

/** Which files a ranking comes from, where times lie between, and which strategies they lack. */
void advice_print_sources(const struct ranking *ranking, const struct cases *cases);

/** How far a search has come. */
void advice_print_search(const struct advice *advice);

/** How the advised setting compares with the best of a sweep. */
void advice_print_check(const struct advice_check *check);

#endif
