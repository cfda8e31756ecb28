/* harness/physics/lookup.h in 32 bits. */
#define REAL         float
#define LOOKUP(name) lookup_##name##_in_single

#include "harness/physics/lookup_unit.h"
