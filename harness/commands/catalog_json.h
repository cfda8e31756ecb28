/* What can be combined into a case, and on which devices, as JSON for programs. */
#ifndef PAIRLANES_CATALOG_JSON_H
#define PAIRLANES_CATALOG_JSON_H

#include <cjson/cJSON.h>

/** {"strategies", "models", "precisions", "lists", "backends"}, with all that `pairlanes list`
 * prints and what was added from outside the tree. A backend without a device has the "reason". The
 * caller deletes it. */
cJSON *catalog_json(void);

#endif
